// The graph of a game: the value after every ply, with the mistakes marked.

import {chartLine, chartText, discLimit, plyAt, plyTicks, rows, scale} from "./charts.js";
import {percent, shape, signed} from "./kit.js";
import {say, sideName} from "./lang.js";
import {circle, label, ring} from "./marks.js";
import {COLOURS, SIGNS, countsDiscs, forTwo, seriesOf} from "./values.js";

/** @typedef {import("./charts.js").Scale} Scale */
/** @typedef {Pick<import("./values.js").Game, "players" | "plies" | "unit">} Course */

const HEIGHT = 190;

/**
 * A mistake in the graph has its sign beside it, so that it is told by more than its colour.
 * @param {Course} game
 * @param {[number, number][]} points
 * @param {Scale} x
 * @param {Scale} y
 */
function mistakeMarks(game, points, x, y) {
  return points.flatMap(([ply, value]) => {
    const judged = ply > 0 ? game.plies[ply - 1].judged : null;
    if (!judged || !judged.degree) return [];
    const fill = COLOURS[judged.degree];
    const dot = circle(x(ply), y(value), 2 + 0.7 * judged.degree, {fill, class: "mistake"});
    if (judged.degree < 2) return [dot];
    return [dot, label([x(ply), y(value) - 11], SIGNS[judged.degree], 12, fill, {"font-weight": 700})];
  });
}

/**
 * @param {import("./values.js").Series} series
 * @param {Scale} x
 * @param {Scale} y
 * @param {number} base
 */
function seriesLine({side, points}, x, y, base) {
  const path = points.map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`);
  const colour = side ? `var(--line-${side.colour})` : "var(--accent)";
  const made = [];
  if (!side) {
    const [from, to] = [0, points.length - 1].map(at => `${x(points[at][0]).toFixed(1)},${base}`);
    made.push(
      shape("path", {d: `M${from} L${path.join(" L")} L${to} Z`, fill: colour, "fill-opacity": 0.13}),
    );
  }
  if (points.length === 1) made.push(circle(x(points[0][0]), y(points[0][1]), 2.5, {fill: colour}));
  return [...made, shape("polyline", {points: path.join(" "), ...ring(colour, 1.8)})];
}

/** @param {Course} game */
function axisTitle(game) {
  if (!forTwo(game)) return say("axis_expected");
  const [first] = game.players,
    name = first.name === first.side ? "" : ` (${first.name})`;
  return say(countsDiscs(game) ? "axis_lead" : "axis_chance", {side: sideName(first.side) + name});
}

/**
 * The graph with a line at the ply that is shown; a click goes to another one.
 * @param {Course} game
 * @param {number} at
 * @param {number} width
 * @param {(ply: number) => void} go
 */
export function drawGraph(game, at, width, go) {
  const discs = countsDiscs(game),
    plies = game.plies.length;
  const box = {left: 44, right: width - 12, top: 20, bottom: HEIGHT - 20};
  const series = seriesOf(game).filter(one => one.points.length);
  const most = discs
    ? discLimit(
        series.flatMap(one => one.points.map(point => point[1])),
        64,
      )
    : 1;
  const least = discs ? -most : 0,
    middle = discs ? 0 : 0.5;
  const x = scale(0, Math.max(1, plies), box.left, box.right);
  const down = scale(least, most, box.bottom, box.top);
  const y = (/** @type {number} */ value) => down(Math.max(least, Math.min(most, value)));
  const look = {viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": say("evaluation")};
  const svg = shape("svg", look, chartText(box.left, 11, axisTitle(game), "axis"));
  svg.addEventListener("click", event => go(plyAt(event, svg, width, box, plies)));
  const values = [0, 0.25, 0.5, 0.75, 1].map(part => least + (most - least) * part);
  const words = (/** @type {number} */ value) => (discs ? signed(value, 0) : percent(value, 0));
  svg.append(...rows(box, y, values, words, middle), ...plyTicks(box, x, plies));
  for (const one of series) {
    svg.append(...seriesLine(one, x, y, y(middle)), ...mistakeMarks(game, one.points, x, y));
  }
  svg.append(chartLine(x(at), box.top, x(at), box.bottom, "cursor"));
  return svg;
}
