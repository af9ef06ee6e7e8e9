// A sphere as two flat halves, each seen from its own pole; areas stay as they are (Lambert's azimuthal
// projection). Every point has its number, so that a move can be found.

import {shape} from "./kit.js";
import {arrow, badge, circle, dashed, disc, label, ring, segment} from "./marks.js";

/** @typedef {import("./board.js").SphereData} SphereData */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./marks.js").Place} Place */

const FAR = 2.13,
  UNIT = 0.15;

/**
 * The place of a point on a disc of radius 1, and whether that is the southern one.
 * @param {number[]} point
 * @returns {[number, number, boolean]}
 */
export function flat([x, y, z]) {
  const south = z < 0,
    radius = Math.sqrt(Math.max(0, 1 - Math.abs(z))),
    around = Math.hypot(x, y) || 1;
  return [((south ? -x : x) / around) * radius, (-y / around) * radius, south];
}

export class Sheet {
  /**
   * @param {SphereData} board
   * @param {boolean} narrow one half above the other
   */
  constructor(board, narrow) {
    this.board = board;
    const size = narrow ? [2.12, 2.12 + FAR] : [2.12 + FAR, 2.12];
    const move = (/** @type {boolean} */ south) => (south ? [narrow ? 0 : FAR, narrow ? FAR : 0] : [0, 0]);
    const found = board.points.map(flat);
    /** @type {Place[]} */
    this.places = found.map(([x, y, south]) => [x + move(south)[0], y + move(south)[1]]);
    this.node = shape("svg", {viewBox: `-1.06 -1.06 ${size.join(" ")}`, class: "board sheet"});
    const thin = ring("var(--paper-line)", 0.006);
    const halves = [false, true].map(south =>
      circle(move(south)[0], move(south)[1], 1.04, {fill: "var(--paper)"}),
    );
    const lines = board.neighbours.flatMap((near, p) =>
      near
        .filter(q => p < q && found[p][2] === found[q][2])
        .map(q => segment(...this.places[p], ...this.places[q], thin)),
    );
    this.pieces = shape("g", {});
    this.node.append(...halves, ...lines, this.pieces);
  }

  /**
   * @param {string[]} cells
   * @param {Marks} marks
   */
  show(cells, marks) {
    const made = cells.flatMap((sign, cell) => {
      const colour = this.board.signs[sign],
        place = this.places[cell];
      return [
        colour ? disc(place, 0.044, colour) : circle(...place, 0.03, {fill: "var(--paper)"}),
        label(place, `${cell}`, 0.042, colour ? `var(--on-${colour})` : "var(--paper-ink)", {
          class: "number",
        }),
      ];
    });
    this.pieces.replaceChildren(...made, ...this.drawn(marks));
  }

  /** @param {Marks} marks */
  drawn({made, better, colour, sign}) {
    const drawn = [];
    if (better >= 0) {
      drawn.push(circle(...this.places[better], 0.06, dashed("var(--paper-hint)", 0.014, "0.03 0.02")));
      if (made >= 0) drawn.push(...arrow(this.places[made], this.places[better], UNIT, "var(--paper-hint)"));
    }
    if (made >= 0) {
      drawn.push(
        circle(...this.places[made], 0.056, ring(colour, 0.016)),
        ...badge(this.places[made], sign, UNIT * 1.4, colour),
      );
    }
    return drawn;
  }

  preview() {}

  focus() {}
}
