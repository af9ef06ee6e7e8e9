// The games of a report: the reader chooses one and steps through its board, its values and its times.

import {NO_MARKS, changed, makeBoard} from "../../web/assets/board.js";
import {chartLine, chartText, discLimit, plyAt, plyTicks, rows, scale} from "../../web/assets/charts.js";
import {capital, duration, element, percent, readData, shape, signed} from "../../web/assets/kit.js";
import {circle} from "../../web/assets/marks.js";

/**
 * @typedef {{player: number, move: string, book: boolean, seconds: number, value: number | null,
 *   unit: string | null, cell: number, changes: import("../../web/assets/board.js").Changes}} Ply
 * @typedef {Ply & {at: number, value: number}} Told
 * @typedef {[number, string, boolean, number, number | null, string | null, number, string]} Packed
 * @typedef {{label: string, players: string[], seats: string[], ending: string, start: string,
 *   review: {link?: string, command?: string}}} Facts
 * @typedef {Facts & {plies: Ply[], positions: string[][]}} Game
 * @typedef {Facts & {plies: Packed[]}} PackedGame
 * @typedef {import("../../web/assets/board.js").BoardData} BoardData
 * @typedef {import("../../web/assets/charts.js").Box} Box
 * @typedef {import("../../web/assets/charts.js").Scale} Scale
 */

const WIDTH = 520,
  HEIGHT = 300,
  SERIES = 8;
const VALUES = {left: 50, right: WIDTH - 54, top: 28, bottom: 194};
const TIMES = {left: VALUES.left, right: VALUES.right, top: 226, bottom: 268};
const NO_VALUES = {left: VALUES.left, right: VALUES.right, top: 28, bottom: 70};
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/**
 * A game with its plies by name and the cells after each of them.
 * @param {PackedGame} game
 * @returns {Game}
 */
export function unpacked(game) {
  const plies = game.plies.map(([player, move, book, seconds, value, unit, cell, changes]) => ({
    player,
    move,
    book,
    seconds,
    value,
    unit,
    cell,
    changes: parsedChanges(changes),
  }));
  const positions = [[...game.start]];
  for (const ply of plies) positions.push(changed(positions[positions.length - 1], ply.changes));
  return {...game, plies, positions};
}
/**
 * @param {string} text
 * @returns {import("../../web/assets/board.js").Changes}
 */
export const parsedChanges = text =>
  [...text.matchAll(/(\d+)(\D)/g)].map(([, cell, sign]) => [Number(cell), sign]);

/**
 * The value as all lines show it: in a game for two that of the first player, else the mover's own.
 * @param {Game} game
 * @param {Ply} ply
 */
export function valueOf(game, ply) {
  const turned = game.players.length === 2 && ply.player === 1,
    value = ply.value || 0;
  if (ply.unit === "discs") return turned ? -value : value;
  return turned ? 1 - value : value;
}

/** @param {number} seat */
const seriesOfSeat = seat => `c${seat % SERIES}`;

/**
 * @param {Game} game
 * @param {Told[]} told
 * @param {Scale} x
 */
function drawValues(game, told, x) {
  const discs = told.filter(ply => ply.unit === "discs"),
    side = capital(game.players[0]);
  const most = discLimit(
    discs.map(ply => ply.value),
    64,
  );
  const share = scale(0, 1, VALUES.bottom, VALUES.top),
    lead = scale(-most, most, VALUES.bottom, VALUES.top);
  const y = (/** @type {Ply} */ ply) =>
    ply.unit === "discs"
      ? lead(Math.max(-most, Math.min(most, valueOf(game, ply))))
      : share(valueOf(game, ply));
  const two = game.players.length === 2,
    made = [];
  if (discs.length) {
    const values = SHARES.map(part => (2 * part - 1) * most);
    made.push(...rows(VALUES, lead, values, value => signed(value, 0), 0));
    made.push(chartText(VALUES.left, 15, `lead of ${two ? side : "the mover"} in discs`, "axis"));
  }
  if (discs.length < told.length) {
    const words = two ? `chance of ${side}` : "the mover's expected reward";
    made.push(...rows(VALUES, share, SHARES, value => percent(value, 0), 0.5, true));
    made.push(chartText(VALUES.right, 15, words, "axis", "end"));
  }
  game.players.forEach((_, seat) => {
    const own = told.filter(ply => ply.player === seat),
      look = seriesOfSeat(seat);
    const points = own.map(ply => `${x(ply.at + 0.5)},${y(ply)}`).join(" ");
    made.push(shape("polyline", {points, class: `line ${look}`}));
    made.push(...own.map(ply => circle(x(ply.at + 0.5), y(ply), 2, {class: `dot ${look}`})));
  });
  return made;
}

/**
 * @param {Game} game
 * @param {Box} box
 * @param {Scale} x
 */
function drawTimes(game, box, x) {
  const most = Math.max(0.001, ...game.plies.map(ply => ply.seconds));
  const size = Math.max(1, (0.7 * (box.right - box.left)) / Math.max(1, game.plies.length));
  const bars = game.plies.map((ply, at) => {
    const height = ((box.bottom - box.top) * ply.seconds) / most;
    const place = {x: x(at + 0.5) - size / 2, y: box.bottom - height, width: size, height};
    return shape("rect", {...place, class: `fill ${seriesOfSeat(ply.player)}`});
  });
  return [
    ...bars,
    chartLine(box.left, box.bottom, box.right, box.bottom, "grid"),
    chartText(box.left, box.top - 6, `time for a move, at most ${duration(most)}`, "axis"),
    ...plyTicks(box, x, game.plies.length),
  ];
}

/**
 * The chart of a game; without the upper half where no engine told a value.
 * @param {Game} game
 * @param {number | null} at
 */
export function drawChart(game, at) {
  const told = game.plies.flatMap((ply, number) =>
    ply.value === null ? [] : [{...ply, value: ply.value, at: number}],
  );
  const box = told.length ? TIMES : NO_VALUES,
    height = told.length ? HEIGHT : NO_VALUES.bottom + 34;
  const x = scale(0, Math.max(1, game.plies.length), VALUES.left, VALUES.right);
  const look = {viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "Values and times"};
  const cursor = at === null ? [] : [chartLine(x(at + 0.5), 14, x(at + 0.5), box.bottom, "cursor")];
  return shape(
    "svg",
    look,
    ...cursor,
    ...(told.length ? drawValues(game, told, x) : []),
    ...drawTimes(game, box, x),
  );
}

/**
 * What is told of a ply, in words.
 * @param {Game} game
 * @param {number} at
 */
export function plyWords(game, at) {
  const ply = game.plies[at];
  if (!ply) return "";
  const two = game.players.length === 2,
    side = capital(two ? game.players[0] : game.players[ply.player]);
  const value = () =>
    ply.unit === "discs"
      ? `${side} ${signed(valueOf(game, ply), 1)} discs`
      : `${side} ${two ? "wins" : "expects"} ${percent(valueOf(game, ply))}`;
  const told = ply.value === null ? "" : `: ${value()}`;
  const time = ply.book ? " (opening)" : `, ${duration(ply.seconds)}`;
  return `${at + 1}. ${capital(game.players[ply.player])} ${ply.move}${told}${time}`;
}

/**
 * Where a game is reviewed: a link, or the command that does it.
 * @param {{link?: string, command?: string}} review
 */
export function reviewWords({link, command}) {
  if (link) return [element("a", {href: link}, "Review of this game")];
  return command ? ["Review it: ", element("code", {}, command)] : [];
}

/**
 * @param {Element} box
 * @param {string} look
 */
function part(box, look) {
  const found = box.querySelector(`.${look}`);
  if (!found) throw new Error(`there is no .${look} in the page`);
  return found;
}

/**
 * @param {Element} box
 * @param {BoardData | null} data
 * @param {Game} game
 * @param {number | null} at
 * @param {(ply: number) => void} go
 */
function show(box, data, game, at, go) {
  const find = (/** @type {string} */ look) => part(box, look);
  find("chart").replaceChildren(drawChart(game, at));
  find("said").textContent = at === null ? "End of the game" : plyWords(game, at);
  find("ending").textContent = game.ending;
  find("review").replaceChildren(...reviewWords(game.review));
  find("keys").replaceChildren(
    ...game.players.map((player, seat) =>
      element(
        "span",
        {class: `series ${seriesOfSeat(seat)}`},
        element("span", {}, `${player}: ${game.seats[seat]}`),
      ),
    ),
  );
  find("moves").replaceChildren(
    ...game.plies.flatMap((ply, number) => [
      element("span", {class: number === at ? "on" : undefined, onclick: () => go(number)}, ply.move),
      " ",
    ]),
  );
  const drawn = data && game.start;
  find("view").classList.toggle("boardless", !drawn);
  if (!drawn) return;
  const last = at === null ? game.plies.length - 1 : at,
    ply = game.plies[last];
  const marks = {...NO_MARKS, made: ply ? ply.cell : -1};
  const board = makeBoard(data, {sheet: true, narrow: true});
  board.show(game.positions[last + 1], marks);
  find("board").replaceChildren(board.node);
}

/**
 * @param {Element} box
 * @param {BoardData | null} board
 * @param {PackedGame[]} packed
 */
function listen(box, board, packed) {
  const select = /** @type {HTMLSelectElement} */ (box.querySelector("select")),
    chart = part(box, "chart");
  packed.forEach((game, number) => select.add(new Option(game.label, `${number}`)));
  /** @type {number | null} */
  let at = null;
  let game = unpacked(packed[0]);
  const go = (/** @type {number} */ to) => {
    if (!game.plies.length) return;
    const next = Math.max(0, Math.min(game.plies.length - 1, to));
    if (next === at) return;
    at = next;
    show(box, board, game, at, go);
  };
  const turn = (/** @type {number} */ step) => {
    select.selectedIndex = (select.selectedIndex + step + packed.length) % packed.length;
    game = unpacked(packed[select.selectedIndex]);
    at = null;
    show(box, board, game, at, go);
  };
  select.addEventListener("change", () => turn(0));
  part(box, "before").addEventListener("click", () => turn(-1));
  part(box, "after").addEventListener("click", () => turn(1));
  chart.addEventListener("pointermove", event => {
    const plies = game.plies.length,
      svg = chart.firstElementChild,
      {clientX} = /** @type {PointerEvent} */ (event);
    if (svg) go(Math.ceil(plyAt({clientX}, svg, WIDTH, VALUES, 2 * plies) / 2) - 1);
  });
  chart.addEventListener("keydown", event => {
    const {key} = /** @type {KeyboardEvent} */ (event),
      step = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (!step) return;
    event.preventDefault();
    go(at === null ? (step > 0 ? 0 : game.plies.length - 1) : at + step);
  });
  turn(0);
}

/** @type {{sections: {board: BoardData | null, games: PackedGame[]}[]}} */
const {sections} = readData();
for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".games"))) {
  const section = sections[Number(box.dataset.section)];
  listen(box, section.board, section.games);
}
