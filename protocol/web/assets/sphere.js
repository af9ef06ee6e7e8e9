// A board on a sphere, as it is seen: it turns, and comes nearer.

import {gripByKeys, gripByPointer, gripByWheel} from "./grip.js";
import {setStyle, shape} from "./kit.js";
import {arrow, circle, disc} from "./marks.js";
import {STONE, lying, written} from "./points.js";
import {HORIZON, about, after, dot, seen, towards, turned, under} from "./turn.js";

/** @typedef {import("./board.js").SphereData} SphereData */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./board.js").Hand} Hand */
/** @typedef {import("./board.js").Preview} Preview */
/** @typedef {import("./turn.js").Matrix} Matrix */
/** @typedef {import("./turn.js").Vector} Vector */

const PENTAGONS = 290;
const NEAREST = 3.5;
const RADIUS = 1.06;
const STEP = 0.21;
const GLIDE = 250;
/** @type {Vector} */
const FRONT = [0, 0, 1];

/**
 * A point with all that is drawn there: `flat` lies on the sphere, `upright` faces the reader.
 * @typedef {{group: SVGElement, flat: SVGElement, upright: SVGElement, place: ReturnType<typeof seen>}} Point
 */

export class Sphere {
  /**
   * @param {SphereData} board
   * @param {Hand} [hand]
   */
  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    /** @type {Matrix} */
    this.pose = after(about([1, 0, 0], -1.1), about([0, 0, 1], 0.3));
    this.zoom = 1;
    this.at = -1;
    this.numbers = false;
    /** @type {string[]} */
    this.cells = [];
    /** @type {Marks | null} */
    this.marks = null;
    this.frame = 0;
    /** @type {(number | null)[]} */
    this.owned = [];
    const look = hand ? {role: "listbox", tabindex: 0, "aria-label": hand.label} : {};
    this.node = shape("svg", {viewBox: "-1.06 -1.06 2.12 2.12", class: "board sphere", ...look});
    this.faces = shape("g", {class: "faces"});
    this.lines = shape("path", {class: "lines"});
    this.arrows = shape("g", {"aria-hidden": "true"});
    /** @type {Point[]} */
    this.points = board.points.map((_, cell) => this.point(cell));
    const ground = [circle(0, 0, 1, {class: "ball"}), this.faces, this.lines];
    this.node.append(shape("g", {"aria-hidden": "true"}, ...ground));
    this.node.append(...this.points.map(one => one.group), this.arrows);
    gripByPointer(this, hand);
    gripByWheel(this);
    if (hand) gripByKeys(this, hand);
  }

  /**
   * @param {number} cell
   * @returns {Point}
   */
  point(cell) {
    const look = this.hand ? {role: "option", id: `point-${cell}`} : {"aria-hidden": "true"};
    const flat = shape("g");
    const upright = shape("g", {class: "upright"});
    const target = circle(0, 0, 0.075, {class: "target"});
    const group = shape("g", {...look, class: "point", "data-cell": cell}, flat, upright, target);
    return {group, flat, upright, place: seen([0, 0, 0])};
  }

  /**
   * Turn what is under one spot of the window to another.
   * @param {{x: number, y: number}} from
   * @param {{x: number, y: number}} to
   */
  roll(from, to) {
    const box = this.node.getBoundingClientRect();
    const scale = (2 * RADIUS) / this.zoom / (box.width || 1);
    /** @type {(spot: {x: number, y: number}) => Vector} */
    const on = ({x, y}) =>
      under((x - box.left - box.width / 2) * scale, (y - box.top - box.height / 2) * scale);
    this.pose = after(towards(on(from), on(to)), this.pose);
    this.redraw();
  }

  /**
   * Turn by a step to the right and downwards.
   * @param {number} right
   * @param {number} down
   */
  spin(right, down) {
    this.pose = after(about([-down, -right, 0], -STEP), this.pose);
    this.redraw();
  }

  /** @param {number} factor */
  nearer(factor) {
    this.zoom = Math.min(NEAREST, Math.max(1, this.zoom * factor));
    const half = RADIUS / this.zoom;
    this.node.setAttribute("viewBox", `${-half} ${-half} ${2 * half} ${2 * half}`);
  }

  /** @param {boolean} numbers */
  showNumbers(numbers) {
    this.numbers = numbers;
    if (this.marks) this.show(this.cells, this.marks);
  }

  /** The point nearest to the eye. */
  middle() {
    const depth = this.board.points.map(place => dot(this.pose[2], place));
    return depth.indexOf(Math.max(...depth));
  }

  /**
   * The point that lies in a direction of the screen, of those two lines away at most.
   * @param {number} right
   * @param {number} down
   */
  beside(right, down) {
    if (this.at < 0) return this.middle();
    const near = this.board.neighbours[this.at];
    const {x, y} = this.points[this.at].place;
    let best = this.at;
    let least = Infinity;
    for (const cell of new Set(near.concat(near.flatMap(one => this.board.neighbours[one])))) {
      const {place} = this.points[cell];
      const [dx, dy] = [place.x - x, place.y - y];
      const along = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      const far = along + 2 * aside + (near.includes(cell) ? 0 : 0.1);
      if (along > 0.01 && aside < 1.2 * along && far < least) [best, least] = [cell, far];
    }
    return best;
  }

  /**
   * Move the keyboard's place, and turn it into sight.
   * @param {number} cell
   */
  walk(cell) {
    if (this.at >= 0) this.points[this.at].group.removeAttribute("aria-selected");
    this.at = cell;
    this.points[cell].group.setAttribute("aria-selected", "true");
    this.node.setAttribute("aria-activedescendant", `point-${cell}`);
    this.reveal(cell, 0.75);
    this.hand?.point(cell);
  }

  focus(cell = this.at) {
    this.node.focus();
    if (cell >= 0) this.walk(cell);
  }

  /**
   * Turn a point towards the eye if it is not well in sight.
   * @param {number} cell
   */
  reveal(cell, least = 0.35) {
    const start = this.pose;
    const place = turned(start, this.board.points[cell]);
    if (place[2] >= least) {
      this.redraw();
      return;
    }
    const angle = Math.acos(Math.max(-1, place[2]));
    const part = (angle - 0.8 * Math.acos(least)) / angle;
    this.glide(share => {
      this.pose = after(towards(place, FRONT, part * share), start);
    });
  }

  /**
   * Change the pose bit by bit, or at once where motion is not wanted.
   * @param {(share: number) => void} change
   */
  glide(change) {
    cancelAnimationFrame(this.frame);
    const whole = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : GLIDE;
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = whole ? Math.min(1, Math.max(0, now - start) / whole) : 1;
      change(share * (2 - share));
      this.draw();
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    step(start);
  }

  redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  /**
   * @param {string[]} cells
   * @param {Marks} marks
   */
  show(cells, marks) {
    const {hand, marks: last} = this;
    [this.cells, this.marks] = [cells, marks];
    this.points.forEach((point, cell) => {
      const colour = this.board.signs[cells[cell]];
      point.flat.replaceChildren(...lying(cell, colour, marks));
      point.upright.replaceChildren(...written(cell, colour, marks, this.numbers));
      point.group.classList.toggle("legal", marks.legal.includes(cell));
      if (hand) point.group.setAttribute("aria-label", hand.words(cell));
    });
    this.owned = marks.areas ? areas(this.board, cells) : [];
    this.draw();
    if (marks.made >= 0 && last?.made !== marks.made) this.reveal(marks.made);
  }

  /** Everything at its place, as the sphere is turned now. */
  draw() {
    const places = this.board.points.map(place => turned(this.pose, place));
    this.points.forEach((point, cell) => place(point, seen(places[cell]), this.numbers));
    this.drawLines();
    this.drawFaces(places);
    this.drawArrow();
  }

  drawLines() {
    const {points} = this;
    const ends = points.map(({place: {x, y}}) => `${x.toFixed(3)} ${y.toFixed(3)}`);
    const lines = this.board.neighbours.flatMap((near, p) =>
      near
        .filter(q => p < q && (points[p].place.front || points[q].place.front))
        .map(q => `M${ends[p]}L${ends[q]}`),
    );
    this.lines.setAttribute("d", lines.join(""));
  }

  /**
   * The faces: those of pentagons have a shade of their own, so that one sees where one is, and those that
   * belong to a player have that one's.
   * @param {Vector[]} places
   */
  drawFaces(places) {
    /** @type {Map<string, string[]>} */
    const drawn = new Map();
    const ends = this.points.map(({place: {x, y}}) => `${x.toFixed(3)} ${y.toFixed(3)}`);
    this.board.faces.forEach((corners, face) => {
      const depth = corners.reduce((sum, cell) => sum + places[cell][2], 0) / corners.length;
      if (depth < HORIZON) return;
      const pentagon = corners.some(cell => cell >= PENTAGONS) ? "pentagon" : "";
      const kind = this.owned[face] === null || !this.owned.length ? pentagon : `${this.owned[face]}`;
      const path = `M${corners.map(cell => ends[cell]).join("L")}Z`;
      if (kind) drawn.set(kind, [...(drawn.get(kind) || []), path]);
    });
    const shapes = [...drawn].map(([kind, paths]) => shape("path", {d: paths.join(""), ...areaLook(kind)}));
    this.faces.replaceChildren(...shapes);
  }

  drawArrow() {
    const {made, better} = this.marks || {made: -1, better: -1};
    const ends = made >= 0 && better >= 0 ? [made, better].map(cell => this.points[cell].place) : [];
    const both = ends.length > 0 && ends.every(end => end.front);
    const [from, to] = ends;
    this.arrows.replaceChildren(
      ...(both ? arrow([from.x, from.y], [to.x, to.y], 0.15, "var(--paper-hint)") : []),
    );
  }

  /** @param {Preview | null} preview */
  preview(preview) {
    for (const ghost of this.node.querySelectorAll(".ghost")) ghost.remove();
    if (!preview) return;
    const ghost = disc([0, 0], STONE, preview.colour, {class: "disc ghost"});
    this.points[preview.cell].flat.append(ghost);
  }
}

/**
 * Put a point where it is seen.
 * @param {Point} point
 * @param {ReturnType<typeof seen>} now
 * @param {boolean} numbers
 */
function place(point, now, numbers) {
  const {x, y, size, slant, front} = now;
  if (front !== point.place.front || !point.group.hasAttribute("display")) {
    point.group.setAttribute("display", front ? "inline" : "none");
  }
  point.place = now;
  if (!front) return;
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  const turn = `rotate(${angle.toFixed(1)})`;
  const back = `rotate(${(-angle).toFixed(1)})`;
  point.group.setAttribute("transform", `translate(${x.toFixed(4)} ${y.toFixed(4)})`);
  const flattened = `scale(${(size * slant).toFixed(3)} ${size.toFixed(3)})`;
  point.flat.setAttribute("transform", `${turn} ${flattened} ${back}`);
  point.upright.setAttribute("transform", `scale(${size.toFixed(3)})`);
  setStyle(point.upright, {opacity: numbers && slant < 0.3 ? "0" : Math.min(1, 3 * slant).toFixed(2)});
}

/**
 * Whose each face is: the share of the first colour among the stones at its corners, null without any.
 * @param {SphereData} board
 * @param {string[]} cells
 */
export function areas(board, cells) {
  const [first, second] = Object.keys(board.signs);
  return board.faces.map(corners => {
    const [one, other] = [first, second].map(sign => corners.filter(cell => cells[cell] === sign).length);
    return one + other ? one / (one + other) : null;
  });
}

/** @param {string} kind */
function areaLook(kind) {
  if (kind === "pentagon") return {class: "pentagon"};
  const share = `${Math.round(100 * Number(kind))}%`;
  const fill = `color-mix(in srgb, var(--disc-black) ${share}, var(--disc-white))`;
  return {class: "area", style: {fill}};
}
