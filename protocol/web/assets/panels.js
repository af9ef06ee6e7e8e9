// What stands around a board: the discs, the words on a move, the moves, the mistakes and the summary.

import {discCounts} from "./board.js";
import {chip, element, percent, table, tableRow} from "./kit.js";
import {say, sideName} from "./lang.js";
import {
  DASH,
  SIGNS,
  TICK,
  amountText,
  countsDiscs,
  forTwo,
  headingText,
  leadText,
  lossText,
  playerText,
  plyText,
  sentences,
  shortLoss,
  sideOf,
  stepText,
  signOf,
  worstPlies,
} from "./values.js";

/** @typedef {import("./kit.js").Cell} Cell */
/** @typedef {import("./values.js").Game} Game */
/** @typedef {import("./values.js").Judged} Judged */
/** @typedef {import("./values.js").Step} Step */
/** @typedef {import("./values.js").Worth} Worth */

/**
 * A line that is stepped through instead of the game: that of the better or of the made move of a ply, or
 * that of a move of a position, by its number.
 * @typedef {{kind: "best" | "made" | number, step: number, line: Step[], name: string}} Branch
 */

/**
 * @param {Pick<Game, "players" | "board">} game
 * @param {number} player
 */
const chipOf = (game, player) => chip(game.players[player].colour, game.board);

/** @param {Judged | null | undefined} judged */
const signMark = judged =>
  judged && signOf(judged) ? [element("span", {class: `sign bad${judged.degree}`}, signOf(judged))] : [];

/**
 * What each player has.
 * @param {Game} game
 * @param {string[]} cells
 * @param {string[] | null | undefined} scores
 */
export function discsPanel(game, cells, scores) {
  const counts = discCounts(game.board, cells);
  return game.players.map((player, number) => {
    const count = scores ? scores[number] : counts ? counts[player.colour] : "";
    const words = `${playerText(player)}${count === "" ? "" : `: ${count}`}`;
    return element("span", {}, chipOf(game, number), words);
  });
}

/**
 * The words on what is shown. `enter` goes to a move of a line.
 * @param {Game} game
 * @param {number} at
 * @param {Branch | null} branch
 * @param {(kind: "best" | "made", step: number) => void} enter
 */
export function infoPanel(game, at, branch, enter) {
  const ply = at > 0 ? game.plies[at - 1] : null;
  const shown = branch ? branch.line[branch.step - 1] : ply;
  const heading = [...(shown ? [chipOf(game, shown.player)] : []), headingText(game, at, branch)];
  const made = [element("h2", {}, ...heading, ...(branch ? [] : signMark(ply && ply.judged)))];
  if (branch) {
    const told = {step: branch.step, steps: branch.line.length, line: branch.name};
    const words =
      branch.kind === "best"
        ? say("move_instead", {...told, move: plyText(game, at)})
        : say("move_of_line", told);
    made.push(element("p", {class: "faint"}, words));
  }
  if (!ply) {
    const words = game.best.length
      ? say("position_listed")
      : worstPlies(game).length
        ? say("mistakes_listed")
        : noMistakes(game);
    return [...made, element("p", {class: "faint"}, words)];
  }
  for (const {text, look, kind} of sentences(game, ply)) {
    made.push(element("p", {class: look || undefined}, text));
    const one = kind && ply.judged ? ply.judged[kind] : null;
    if (kind && one && (kind === "best" || one.line.length > 1)) made.push(lineOf(one, kind, branch, enter));
  }
  return made;
}

/**
 * @param {Worth} one
 * @param {"best" | "made"} kind
 * @param {Branch | null} branch
 * @param {(kind: "best" | "made", step: number) => void} enter
 */
function lineOf(one, kind, branch, enter) {
  return element(
    "div",
    {class: "moves-of-line"},
    ...one.line.map((move, number) => {
      const on = branch && branch.kind === kind && branch.step === number + 1;
      return element(
        "button",
        {class: on ? "on" : undefined, onclick: () => enter(kind, number + 1)},
        move.move,
      );
    }),
  );
}

/** @param {Game} game */
const noMistakes = game =>
  game.plies.length ? say("no_mistakes", {least: amountText(game, game.steps[0])}) : say("no_moves");

/**
 * Buttons to the worst mistakes.
 * @param {Game} game
 * @param {(ply: number) => void} go
 */
export function worstPanel(game, go) {
  const buttons = worstPlies(game).map(number => {
    const {judged, move, player} = game.plies[number - 1];
    return element(
      "button",
      {"data-ply": number, onclick: () => go(number)},
      chipOf(game, player),
      `${number}. ${move}`,
      ...signMark(judged),
      judged ? ` ${shortLoss(judged)}` : "",
    );
  });
  if (buttons.length) return [element("b", {}, say("worst")), ...buttons];
  return game.best.length ? [] : [noMistakes(game)];
}

/**
 * The columns of values: those of the first player, or of whoever moves.
 * @param {Game} game
 * @returns {Cell[]}
 */
function valueHeads(game) {
  const two = forTwo(game),
    side = two ? sideOf(game, 0) : "";
  if (!countsDiscs(game)) return [[two ? say("head_wins", {side}) : say("head_expects")]];
  return two
    ? [[say("head_lead", {side})], [say("head_wins", {side}), "roomy"]]
    : [[say("head_mover_lead")], [say("head_mover_wins"), "roomy"]];
}

/**
 * @param {Game} game
 * @param {Worth | null | undefined} one
 * @returns {Cell[]}
 */
function valueCells(game, one) {
  if (!one) return countsDiscs(game) ? [[""], ["", "roomy"]] : [[""]];
  const win = percent(one.win),
    mark = one.exact ? ` ${say("exact")}` : "";
  return countsDiscs(game) ? [[leadText(one) + mark], [win, "roomy"]] : [[win + mark]];
}

/**
 * A move of a game with its loss.
 * @param {Game} game
 * @param {number} number from 0
 * @param {(ply: number) => void} go
 */
export function moveRow(game, number, go) {
  const ply = game.plies[number],
    {judged} = ply,
    best = judged && judged.best;
  const moved = [chipOf(game, ply.player), ply.move, ...signMark(judged)];
  const value = best ? (countsDiscs(game) ? leadText(best) : percent(best.win)) : "";
  const row = tableRow("td", [
    [`${number + 1}`],
    [moved, "text"],
    ...valueCells(game, judged && judged.made),
    [best ? best.line[0].move : judged && judged.free ? TICK : "", best ? "text" : "text good"],
    [value, "roomy"],
    [judged && best ? lossCell(judged) : "", judged && judged.degree ? `bad${judged.degree}` : ""],
  ]);
  row.addEventListener("click", () => go(number + 1));
  return row;
}

/**
 * The moves of a game, each with its loss.
 * @param {Game} game
 * @param {(ply: number) => void} go
 */
export function movesTable(game, go) {
  const made = game.plies.map((_, number) => moveRow(game, number, go));
  return table(
    [
      [say("head_ply")],
      [say("head_move"), "text"],
      ...valueHeads(game),
      [say("head_better"), "text"],
      [say("head_value"), "roomy"],
      [say("head_lost")],
    ],
    made,
  );
}

/** @param {Judged} judged */
const lossCell = judged => (judged.lostDiscs === null ? percent(judged.lostWin) : lossText(judged));

/**
 * The moves of a position without plies.
 * @param {Game} game
 * @param {(number: number) => void} enter
 */
export function bestTable(game, enter) {
  const made = game.best.map((one, number) => {
    const move = [chipOf(game, one.line[0].player), one.line[0].move];
    const line = one.line.map(step => step.move).join(" ");
    const row = tableRow("td", [
      [move, "text"],
      ...valueCells(game, one),
      [one.visits ? `${one.visits}` : ""],
      [line, "text long"],
    ]);
    row.addEventListener("click", () => enter(number));
    return row;
  });
  return table(
    [[say("head_move"), "text"], ...valueHeads(game), [say("head_visits")], [say("head_line"), "text"]],
    made,
  );
}

/**
 * What the moves of each player lost in the mean.
 * @param {Game} game
 */
export function summaryTable(game) {
  const discs = countsDiscs(game);
  const steps = game.steps.map((step, degree) => `${SIGNS[degree + 1]} ${stepText(game, step)}`);
  const heads = [
    say("head_moves"),
    ...(discs ? [say("head_discs")] : []),
    say("head_win"),
    ...steps,
    say("head_accurate"),
  ];
  const made = game.summaries.map((one, player) => {
    const some = (/** @type {string} */ text) => (one.moves ? text : DASH);
    const {side, name} = game.players[player],
      called = name === side ? sideName(side) : one.name;
    return tableRow("td", [
      [[chipOf(game, player), called], "text"],
      [`${one.moves}`],
      ...(discs ? [/** @type {Cell} */ ([some((one.discs || 0).toFixed(2))])] : []),
      [some(percent(one.win))],
      ...one.mistakes.map(count => /** @type {Cell} */ ([`${count}`])),
      [some(percent(one.accuracy, 0))],
    ]);
  });
  return table([[say("head_loss"), "text"], ...heads.map(name => /** @type {Cell} */ ([name]))], made);
}

/**
 * What the signs of mistakes say.
 * @param {Game} game
 */
export function legend(game) {
  const lost = countsDiscs(game) ? "legend_lost" : "legend_lost_win";
  const signs = SIGNS.slice(1).map((text, degree) =>
    element(
      "span",
      {},
      element("span", {class: `sign bad${degree + 1}`}, text),
      ` ${say(lost, {step: stepText(game, game.steps[degree])})}`,
    ),
  );
  const best = element("span", {}, element("span", {class: "sign good"}, TICK), ` ${say("legend_best")}`);
  return [best, ...signs, element("span", {}, say("legend_accurate", {good: amountText(game, game.good)}))];
}
