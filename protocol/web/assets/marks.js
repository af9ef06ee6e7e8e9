// What boards of every kind are drawn of: discs, rings, arrows and signs.

import {shape} from "./kit.js";

/** @typedef {[number, number]} Place */
/** @typedef {import("./kit.js").Attributes} Attributes */

const CENTRED = {"text-anchor": "middle", "dominant-baseline": "central"};

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {Attributes} more
 */
export const circle = (x, y, r, more) => shape("circle", {cx: x, cy: y, r, ...more});

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {Attributes} more
 */
export const segment = (x1, y1, x2, y2, more) => shape("line", {x1, y1, x2, y2, ...more});

/**
 * @param {string} stroke
 * @param {number} width
 */
export const ring = (stroke, width) => ({fill: "none", stroke, "stroke-width": width});

/**
 * @param {string} stroke
 * @param {number} width
 * @param {string} dashes
 */
export const dashed = (stroke, width, dashes) => ({...ring(stroke, width), "stroke-dasharray": dashes});

/**
 * Words in the middle of a place. The colour is a style, for the kit's own comes from a style sheet too.
 * @param {Place} place
 * @param {string} words
 * @param {number} size
 * @param {string} fill
 * @param {Attributes} [more]
 */
export const label = ([x, y], words, size, fill, more) =>
  shape("text", {x, y, "font-size": size, ...CENTRED, ...more, style: {fill}}, words);

/**
 * @param {Place} place
 * @param {number} radius
 * @param {string} colour
 * @param {Attributes} [more]
 */
export const disc = ([x, y], radius, colour, more) =>
  circle(x, y, radius, {
    class: "disc",
    fill: `var(--disc-${colour})`,
    stroke: "var(--disc-rim)",
    "stroke-width": 0.06 * radius,
    ...more,
  });

/** Shapes by which colours of four are told apart by those who do not see them. */
const SYMBOLS = {
  red: "M-.2 0a.2 .2 0 1 0 .4 0a.2 .2 0 1 0 -.4 0",
  yellow: "M0 -.25L.24 .18L-.24 .18Z",
  green: "M-.19 -.19H.19V.19H-.19Z",
  blue: "M0 -.27L.2 0L0 .27L-.2 0Z",
};

/**
 * The shape on a disc of some colours.
 * @param {Place} place
 * @param {number} radius
 * @param {string} colour
 */
export function symbol([x, y], radius, colour) {
  if (!(colour in SYMBOLS)) return [];
  const d = SYMBOLS[/** @type {keyof typeof SYMBOLS} */ (colour)];
  const transform = `translate(${x} ${y}) scale(${2 * radius})`;
  return [shape("path", {d, transform, class: "symbol", fill: `var(--on-${colour})`})];
}

/**
 * An arrow between two places, with room for what stands at both; UNIT is the width of a cell. A dark rim
 * makes it seen on discs of its own colour.
 * @param {Place} from
 * @param {Place} to
 * @param {number} unit
 * @param {string} colour
 */
export function arrow(from, to, unit, colour) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 0.5 * unit) return [];
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  /** @type {(far: number, aside: number) => Place} */
  const along = (far, aside) => [from[0] + dx * far - dy * aside, from[1] + dy * far + dx * aside];
  const tip = length - 0.38 * unit,
    neck = tip - 0.24 * unit;
  const points = [along(tip, 0), along(neck, 0.15 * unit), along(neck, -0.15 * unit)].join(" ");
  const [start, end] = [along(0.2 * unit, 0), along(Math.max(neck, 0.2 * unit), 0)];
  const rim = {stroke: "var(--hint-rim)", "stroke-linejoin": "round"};
  return [
    segment(...start, ...end, {...rim, "stroke-width": 0.13 * unit}),
    shape("polygon", {points, fill: colour, ...rim, "stroke-width": 0.06 * unit, class: "arrow"}),
    segment(...start, ...end, {stroke: colour, "stroke-width": 0.08 * unit}),
  ];
}

/**
 * A sign such as ?? at the corner of a cell.
 * @param {Place} place
 * @param {string} sign
 * @param {number} unit
 * @param {string} colour
 */
export function badge([x, y], sign, unit, colour) {
  if (!sign) return [];
  /** @type {Place} */
  const at = [x + 0.33 * unit, y - 0.33 * unit];
  return [
    circle(...at, 0.22 * unit, {fill: colour}),
    label(at, sign, 0.26 * unit, "var(--on-bad)", {class: "badge", "font-weight": 700}),
  ];
}
