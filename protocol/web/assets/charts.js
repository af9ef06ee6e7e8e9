// The frame of a chart: scales, round ticks, the grid and the words along its axes.

import {shape} from "./kit.js";

const NICE_STEPS = [1, 2, 2.5, 5, 10];

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {(value: number) => number} Scale */

/**
 * Round numbers between two others, at most MOST steps apart from end to end.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticks(low, high, most) {
  if (!(high > low)) return [low];
  const rough = (high - low) / most,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (NICE_STEPS.find(nice => nice * power >= rough * (1 - 1e-9)) || 10);
  const first = Math.ceil(low / step - 1e-9),
    last = Math.floor(high / step + 1e-9);
  return Array.from({length: last - first + 1}, (_, number) => (first + number) * step);
}

/**
 * Where values from `low` to `high` are between two places.
 * @param {number} low
 * @param {number} high
 * @param {number} start
 * @param {number} end
 * @returns {Scale}
 */
export const scale = (low, high, start, end) => value =>
  start + ((end - start) * (value - low)) / (high - low || 1);

/**
 * The discs from 0 that an axis reaches to both sides: a multiple of 8 that no value exceeds, at most MOST.
 * @param {number[]} values
 * @param {number} most
 */
export const discLimit = (values, most) =>
  Math.min(most, 8 * Math.ceil(Math.max(8, ...values.map(Math.abs)) / 8 - 1e-9));

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} look
 * @param {"start" | "middle" | "end"} [anchor]
 */
export const chartText = (x, y, words, look, anchor) =>
  shape("text", {x, y, class: look, "text-anchor": anchor || "start"}, words);

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} look
 */
export const chartLine = (x1, y1, x2, y2, look) => shape("line", {x1, y1, x2, y2, class: look});

/**
 * Lines across at some values, with words at the left or the right end; EVEN is drawn as the line of a draw.
 * @param {Box} box
 * @param {Scale} y
 * @param {number[]} values
 * @param {(value: number) => string} words
 * @param {number} even
 * @param {boolean} [right]
 */
export function rows(box, y, values, words, even, right) {
  return values.flatMap(value => {
    const at = y(value),
      line = chartLine(box.left, at, box.right, at, value === even ? "even" : "grid");
    return [
      line,
      right
        ? chartText(box.right + 5, at + 4, words(value), "tick")
        : chartText(box.left - 6, at + 4, words(value), "tick", "end"),
    ];
  });
}

/**
 * The numbers of plies below a chart.
 * @param {Box} box
 * @param {Scale} x
 * @param {number} plies
 */
export function plyTicks(box, x, plies) {
  return ticks(0, plies, box.right - box.left > 450 ? 10 : 6)
    .filter(Number.isInteger)
    .map(ply => chartText(x(ply), box.bottom + 14, `${ply}`, "tick", "middle"));
}

/**
 * The ply that a pointer is at.
 * @param {{clientX: number}} event
 * @param {Element} svg
 * @param {number} width
 * @param {{left: number, right: number}} box
 * @param {number} plies
 */
export function plyAt(event, svg, width, box, plies) {
  const seen = svg.getBoundingClientRect();
  const at = ((event.clientX - seen.left) / seen.width) * width;
  return Math.max(0, Math.min(plies, Math.round(((at - box.left) / (box.right - box.left)) * plies)));
}
