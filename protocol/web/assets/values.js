// What moves are worth, in words. All values are the first player's in a game for two, else the mover's own.

import {money} from "./holdings.js";
import {MINUS, capital, percent, signed} from "./kit.js";
import {say, sideName} from "./lang.js";

/** @typedef {import("./board.js").Changes} Changes */

/**
 * A move of a game or a line, with what it changes on the board.
 * @typedef {{player: number, move: string, cell: number, changes: Changes, scores?: string[]}} Step
 * What a move is worth.
 * @typedef {{discs: number | null, win: number, exact: boolean, visits: number, line: Step[],
 *   expected?: Expected | null}} Worth
 * What all players can expect at the end: shares of first places, mean ranks and mean money.
 * @typedef {{ends: number, wins: number[], ranks: number[], scores: number[], estimated: boolean}} Expected
 * What a move of a game was worth, beside the best one: null if it was the best.
 * @typedef {{free: boolean, made: Worth, best: Worth | null, lostDiscs: number | null, lostWin: number,
 *   exact: boolean, degree: number}} Judged
 * @typedef {Step & {judged?: Judged | null}} Ply
 * @typedef {{name: string, side: string, colour: string}} Player
 * @typedef {{name: string, moves: number, discs: number, win: number, mistakes: number[],
 *   accuracy: number}} Summary
 */

/**
 * A game with what is known of its moves: protocol/review/html.py writes one into the page of a review.
 * @typedef {object} Game
 * @property {"discs" | "share"} unit
 * @property {Player[]} players
 * @property {import("./board.js").BoardData} board
 * @property {Ply[]} plies
 * @property {Worth[]} best
 * @property {number[]} steps losses above which a move is a mistake of each degree
 * @property {number} good a move that loses no more is accurate
 * @property {Summary[]} summaries
 */

export const DASH = "\u2013";
export const TICK = "\u2713";
export const SIGNS = ["", "?!", "?", "??"];
export const COLOURS = ["var(--good)", "var(--bad1)", "var(--bad2)", "var(--bad3)"];
const MOST_WORST = 6;

/** @param {Pick<Game, "players">} game */
export const forTwo = game => game.players.length === 2;
/** @param {Pick<Game, "unit">} game */
export const countsDiscs = game => game.unit === "discs";

/**
 * A lead in discs: exact ones are whole.
 * @param {Worth} one
 */
export const leadText = one => signed(one.discs || 0, one.exact ? 0 : 1);

/**
 * The name of a player's side.
 * @param {Pick<Game, "players">} game
 * @param {number} player
 */
export const sideOf = (game, player) => sideName(game.players[player].side);

/**
 * A value with everything that it says: "Black +4.1 discs, wins 71.2 %".
 * @param {Pick<Game, "players">} game
 * @param {Worth} one
 * @param {number} player
 */
export function valueText(game, one, player) {
  const side = sideOf(game, forTwo(game) ? 0 : player),
    win = percent(one.win);
  if (one.discs === null) {
    const words = say(forTwo(game) ? "side_wins" : "side_expects", {side, win});
    return one.exact ? `${words}, ${say("exact")}` : words;
  }
  return say(one.exact ? "lead_exact" : "lead_wins", {side, lead: leadText(one), win});
}

/**
 * What a move has lost: "21.9 discs", or "12.0 % of a win" where discs are not counted.
 * @param {Judged} judged
 */
export function lossText(judged) {
  if (judged.lostDiscs === null) return say("of_a_win", {n: percent(judged.lostWin)});
  return say("discs", {n: judged.lostDiscs.toFixed(judged.exact ? 0 : 1)});
}

/**
 * A loss in words: "2 discs", or "5 % of a win".
 * @param {Pick<Game, "unit">} game
 * @param {number} lost
 */
export function amountText(game, lost) {
  if (!countsDiscs(game)) return say("of_a_win", {n: `${+(100 * lost).toPrecision(3)} %`});
  return lost === 1 ? say("one_disc") : say("discs", {n: lost});
}

/**
 * A loss that is more than a step: ">2", or ">5 %".
 * @param {Pick<Game, "unit">} game
 * @param {number} step
 */
export const stepText = (game, step) =>
  countsDiscs(game) ? `>${step}` : `>${+(100 * step).toPrecision(3)} %`;

/**
 * Who plays: the title of a game.
 * @param {Pick<Game, "players">} game
 */
export const titleText = ({players}) =>
  players.map(({name, side}) => (name === side ? sideName(side) : name)).join(" \u2013 ");

/** @param {Judged} judged */
const loss = judged => (judged.lostDiscs === null ? judged.lostWin : judged.lostDiscs);

/** @param {Judged | null | undefined} judged */
export const signOf = judged => (judged && judged.degree ? SIGNS[judged.degree] : "");

/**
 * The plies of the worst mistakes, counted from 1, the worst first.
 * @param {Pick<Game, "plies">} game
 */
export function worstPlies(game) {
  /** @type {[number, Judged][]} */
  const judged = game.plies.flatMap((ply, number) => (ply.judged ? [[number + 1, ply.judged]] : []));
  return judged
    .filter(([, one]) => one.degree > 0)
    .sort((a, b) => loss(b[1]) - loss(a[1]))
    .slice(0, MOST_WORST)
    .map(([number]) => number);
}

/**
 * @param {Game} game
 * @param {number} number
 */
export function plyText(game, number) {
  const ply = game.plies[number - 1];
  return `${number}. ${sideOf(game, ply.player)} ${ply.move}`;
}

/**
 * The heading of what is on the board: the start, a move of the game, or one of a better line.
 * @param {Game} game
 * @param {number} at
 * @param {{line: Step[], step: number} | null} branch
 */
export function headingText(game, at, branch) {
  if (!branch) return at === 0 ? say("start") : plyText(game, at);
  const move = branch.line[branch.step - 1];
  return `${at + branch.step - (at ? 1 : 0)}. ${sideOf(game, move.player)} ${move.move}`;
}

/**
 * The sentences on a ply that was judged: the text, its class, and the line that may be entered.
 * @param {Game} game
 * @param {Ply} ply
 * @returns {{text: string, look: string, kind?: "best" | "made"}[]}
 */
export function sentences(game, ply) {
  const {judged} = ply,
    value = (/** @type {Worth} */ one) => valueText(game, one, ply.player);
  if (!judged) return [{text: say("unjudged"), look: "faint"}];
  /** @type {{text: string, look: string, kind?: "best" | "made"}[]} */
  const said = [];
  if (!judged.free) said.push({text: say("no_choice"), look: "faint"});
  else if (!judged.best) said.push({text: `${TICK} ${say("best_move")}`, look: "good"});
  else {
    const words = say(judged.exact ? "lost_exact" : "lost", {loss: lossText(judged)});
    said.push(
      {text: `${signOf(judged)} ${words}`.trim(), look: judged.degree ? `bad${judged.degree}` : ""},
      {
        text: say("better", {move: judged.best.line[0].move, value: value(judged.best)}),
        look: "",
        kind: "best",
      },
    );
  }
  said.push({text: say("after_move", {move: ply.move, value: value(judged.made)}), look: "", kind: "made"});
  const {expected} = judged.made;
  return expected ? [...said, {text: expectedText(game, expected), look: "faint"}] : said;
}

/**
 * What all players can expect at the end.
 * @param {Pick<Game, "players">} game
 * @param {Expected} expected
 */
function expectedText(game, {ranks, scores, estimated}) {
  const told = ranks.map((rank, player) =>
    say("expects_one", {
      side: sideOf(game, player),
      money: money(100 * Math.round(scores[player] / 100)),
      rank: rank.toFixed(1),
    }),
  );
  return say(estimated ? "expects_by_worth" : "expects_end", {players: told.join("; ")});
}

/**
 * A line of the graph: of both players together (null) or of one, [ply, value] each.
 * @typedef {{side: Player | null, points: [number, number][]}} Series
 */

/**
 * The lines of the graph: the first player's side, or one of each player.
 * @param {Pick<Game, "players" | "plies" | "unit">} game
 * @returns {Series[]}
 */
export function seriesOf(game) {
  const judged = game.plies.flatMap((ply, number) =>
    ply.judged ? [{player: ply.player, number: number + 1, made: ply.judged.made}] : [],
  );
  if (!forTwo(game)) {
    return game.players.map((side, player) => ({
      side,
      points: judged.filter(ply => ply.player === player).map(ply => [ply.number, ply.made.win]),
    }));
  }
  const value = (/** @type {Worth} */ one) => (countsDiscs(game) ? one.discs || 0 : one.win);
  /** @type {[number, number][]} */
  const points = judged.map(ply => [ply.number, value(ply.made)]);
  const first = game.plies.length ? game.plies[0].judged : null;
  if (first) points.unshift([0, value(first.best || first.made)]);
  return [{side: null, points}];
}

/**
 * The name of a player as a title has it: the side, and who plays it where that is another name.
 * @param {Player} player
 */
export const playerText = player =>
  player.name === player.side ? sideName(player.side) : `${sideName(player.side)}, ${capital(player.name)}`;

/** @param {Judged} judged */
export const shortLoss = judged =>
  `${MINUS}${judged.lostDiscs === null ? percent(judged.lostWin) : lossText(judged)}`;
