// The chart of money in a game of Acquire: what each player would have if the game were scored after a ply.

import {chartLine, chartText, plyAt, plyTicks, rows, scale, ticks} from "./charts.js";
import {money} from "./holdings.js";
import {shape} from "./kit.js";
import {say, sideName} from "./lang.js";
import {ring} from "./marks.js";

/** @typedef {import("./holdings.js").Side} Side */
/** @typedef {import("./holdings.js").Table} Table */

const HEIGHT = 210;
/** The lines of players are told apart by more than their colours. */
const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "4 2", "12 4"];
const SAMPLE = 16;

/**
 * The names of the players, each behind a piece of its line.
 * @param {Side[]} sides
 * @param {number} left
 * @param {number} right
 */
function key(sides, left, right) {
  const step = (right - left) / sides.length;
  return sides.flatMap(({side, colour}, player) => {
    const x = left + step * player;
    const line = shape("polyline", {points: `${x},30 ${x + SAMPLE},30`, ...look(colour, player)});
    return [line, chartText(x + SAMPLE + 4, 34, sideName(side), "tick")];
  });
}

/**
 * @param {string} colour
 * @param {number} player
 */
const look = (colour, player) => ({
  ...ring(`var(--line-${colour})`, 1.8),
  "stroke-dasharray": DASHES[player],
});

/**
 * The chart with a line at the ply that is shown; a click goes to another one.
 * @param {Side[]} sides
 * @param {Table[]} tables at the start and after each ply
 * @param {number} at
 * @param {number} width
 * @param {(ply: number) => void} go
 */
export function drawMoney(sides, tables, at, width, go) {
  const plies = tables.length - 1;
  const worths = sides.map((_, player) => tables.map(({seats}) => seats[player].worth));
  const most = Math.max(...worths.flat());
  const box = {left: 56, right: width - 12, top: 44, bottom: HEIGHT - 20};
  const x = scale(0, Math.max(1, plies), box.left, box.right);
  const y = scale(0, most, box.bottom, box.top);
  const frame = {viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": say("money_chart")};
  const svg = shape("svg", frame, chartText(box.left, 11, say("axis_money"), "axis"));
  svg.addEventListener("click", event => go(plyAt(event, svg, width, box, plies)));
  svg.append(...rows(box, y, ticks(0, most, 4), money, 0), ...plyTicks(box, x, plies));
  worths.forEach((values, player) => {
    const points = values.map((value, ply) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    svg.append(shape("polyline", {points, class: "worth", ...look(sides[player].colour, player)}));
  });
  svg.append(...key(sides, box.left, box.right), chartLine(x(at), box.top, x(at), box.bottom, "cursor"));
  return svg;
}
