// What stands at a point of a sphere: what lies flat on it, and what is written there.

import {shape} from "./kit.js";
import {circle, dashed, disc, label, ring} from "./marks.js";

/** @typedef {import("./board.js").Marks} Marks */

export const STONE = 0.062;

/**
 * What lies on the sphere at a point.
 * @param {number} cell
 * @param {string | undefined} colour of the stone, if there is one
 * @param {Marks} marks
 */
export function lying(cell, colour, marks) {
  const made = [];
  const owner = marks.owners[cell];
  if (colour) made.push(disc([0, 0], STONE, colour));
  else if (!owner) made.push(circle(0, 0, 0.016, {class: "knot"}));
  if (owner && owner[1] >= 0.05) made.push(likelyOwner(owner));
  if (marks.taken.includes(cell)) {
    made.push(shape("path", {d: "M-.035 -.035 L.035 .035 M-.035 .035 L.035 -.035", class: "taken"}));
  }
  if (cell === marks.better) {
    made.push(circle(0, 0, STONE, dashed("var(--paper-hint)", 0.014, "0.03 0.02")));
  }
  if (cell === marks.made) made.push(circle(0, 0, STONE + 0.008, ring(marks.colour, 0.016)));
  return made;
}

/** @param {[string, number]} owner */
function likelyOwner([colour, likely]) {
  const side = 0.075 * Math.sqrt(likely);
  const box = {x: -side / 2, y: -side / 2, width: side, height: side};
  const look = {class: "owner", stroke: "var(--paper-ink)", "stroke-width": 0.004};
  return shape("rect", {...box, ...look, fill: `var(--disc-${colour})`});
}

/**
 * What is written at a point: the number of a move in a line, a thought, or the point's own number.
 * @param {number} cell
 * @param {string | undefined} colour
 * @param {Marks} marks
 * @param {boolean} numbers
 */
export function written(cell, colour, marks, numbers) {
  const made = [];
  const step = marks.line.findIndex(one => one.cell === cell);
  const thought = marks.thoughts.find(one => one.cell === cell);
  if (step >= 0) {
    const own = marks.line[step].colour;
    made.push(disc([0, 0], 0.05, own, {"fill-opacity": 0.85, class: "step"}));
    made.push(label([0, 0], `${step + 1}`, 0.055, `var(--on-${own})`));
  } else if (thought) {
    const look = {class: thought.best ? "thought best" : "thought"};
    made.push(circle(0, 0, STONE, {...look, "fill-opacity": 0.4 + 0.6 * thought.share}));
    made.push(label([0, 0], thought.words, 0.045, "var(--thought-ink)"));
  } else if (numbers) {
    made.push(label([0, 0], `${cell}`, 0.04, colour ? `var(--on-${colour})` : "var(--paper-ink)"));
  }
  if (marks.made === cell && marks.sign) {
    made.push(circle(0.06, -0.06, 0.042, {fill: marks.colour}));
    const look = {class: "badge", "font-weight": 700};
    made.push(label([0.06, -0.06], marks.sign, 0.05, "var(--on-bad)", look));
  }
  return made;
}
