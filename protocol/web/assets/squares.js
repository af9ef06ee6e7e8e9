// A board of squares: discs on felt, letters on paper.

import {setStyle, shape} from "./kit.js";
import {arrow, badge, circle, dashed, disc, label, ring, segment, symbol} from "./marks.js";
import {emptyNames, handTiles, tile} from "./tiles.js";

/** @typedef {import("./board.js").SquaresData} SquaresData */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./board.js").Hand} Hand */
/** @typedef {import("./board.js").Preview} Preview */
/** @typedef {import("./marks.js").Place} Place */

const RADIUS = 0.41,
  EMPTY = ".-";
/** @type {Record<string, [number, number]>} */
const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

export class Squares {
  /**
   * @param {SquaresData} board
   * @param {Hand} [hand]
   */
  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    this.unit = Math.max(board.width, board.height) / 8;
    /** @type {string[]} */
    this.cells = [];
    const edge = 0.55 * this.unit,
      viewBox = [-edge, -edge, board.width + 1.35 * edge, board.height + 1.35 * edge].join(" ");
    const look = hand ? {role: "grid", "aria-label": hand.label} : {};
    this.node = shape("svg", {viewBox, class: `board ${board.felt ? "felt" : "paper"}`, ...look});
    const layer = (/** @type {string} */ name) => shape("g", {class: name, "aria-hidden": "true"});
    this.owned = layer("owned");
    this.pieces = layer("pieces");
    this.marked = layer("marked");
    this.ghost = layer("ghost");
    /** @type {SVGElement[]} */
    this.targets = [];
    this.at = 0;
    this.node.append(
      shape("g", {"aria-hidden": "true"}, ...this.ground()),
      this.pieces,
      this.owned,
      this.marked,
      this.ghost,
      ...(hand ? this.rows(hand) : []),
    );
  }

  /**
   * @param {number} cell
   * @returns {Place}
   */
  place(cell) {
    return [(cell % this.board.width) + 0.5, Math.floor(cell / this.board.width) + 0.5];
  }

  /** The square board itself, with its lines and the names of columns and rows. */
  ground() {
    const {width, height, columns, rows, felt} = this.board,
      unit = this.unit,
      made = [];
    made.push(shape("rect", {width, height, fill: felt ? "var(--felt)" : "var(--paper)"}));
    const thin = ring(felt ? "var(--felt-line)" : "var(--paper-line)", 0.03 * unit);
    for (let i = 0; i <= width; i++) made.push(segment(i, 0, i, height, thin));
    for (let i = 0; i <= height; i++) made.push(segment(0, i, width, i, thin));
    columns.forEach((name, i) =>
      made.push(label([i + 0.5, -0.27 * unit], name, 0.27 * unit, "var(--faint)")),
    );
    rows.forEach((name, i) => made.push(label([-0.28 * unit, i + 0.5], name, 0.27 * unit, "var(--faint)")));
    made.push(...emptyNames(this.board));
    for (const x of felt && width >= 6 ? [2, width - 2] : []) {
      for (const y of [2, height - 2])
        made.push(circle(x, y, 0.08, {fill: "var(--felt-line)", class: "star"}));
    }
    return made;
  }

  /**
   * What a hand points at and chooses: a grid, through which the arrow keys go.
   * @param {Hand} hand
   */
  rows(hand) {
    const {width, height} = this.board;
    const rows = Array.from({length: height}, (_, y) =>
      shape(
        "g",
        {role: "row"},
        ...Array.from({length: width}, (_, x) => this.target(hand, y * width + x, x, y)),
      ),
    );
    this.node.addEventListener("keydown", event => this.key(event));
    this.node.addEventListener("pointerleave", () => hand.point(-1));
    return rows;
  }

  /**
   * @param {Hand} hand
   * @param {number} cell
   * @param {number} x
   * @param {number} y
   */
  target(hand, cell, x, y) {
    const look = {x, y, width: 1, height: 1, class: "cell", role: "gridcell", "data-cell": cell};
    const made = shape("rect", {
      ...look,
      tabindex: cell ? -1 : 0,
      onclick: () => {
        this.walk(cell);
        hand.choose(cell);
      },
      onpointerenter: () => hand.point(cell),
      onfocus: () => {
        this.walk(cell, false);
        hand.point(cell);
      },
      onblur: () => hand.point(-1),
    });
    this.targets.push(made);
    return made;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const {width, height} = this.board,
      step = STEPS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      const x = (this.at % width) + step[0],
        y = Math.floor(this.at / width) + step[1];
      if (x >= 0 && x < width && y >= 0 && y < height) this.walk(y * width + x);
    } else if (event.key === "Enter" || event.key === " ") this.hand?.choose(this.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Move the keyboard's place.
   * @param {number} cell
   */
  walk(cell, focus = true) {
    this.targets[this.at].setAttribute("tabindex", "-1");
    this.at = cell;
    this.targets[cell].setAttribute("tabindex", "0");
    if (focus) this.targets[cell].focus();
  }

  focus(cell = this.at) {
    this.walk(cell);
  }

  /**
   * @param {string[]} cells
   * @param {Marks} marks
   */
  show(cells, marks, lively = false) {
    const before = this.cells;
    if (before.length !== cells.length || cells.some((sign, cell) => sign !== before[cell])) {
      this.cells = cells;
      this.pieces.replaceChildren(
        ...cells.flatMap((sign, cell) =>
          this.piece(sign, cell, lively && before[cell] !== sign ? before[cell] : sign, marks.made),
        ),
      );
      this.ghost.replaceChildren();
    }
    this.owned.replaceChildren(...this.owners(marks));
    this.marked.replaceChildren(...this.drawn(marks));
    const {hand} = this;
    if (!hand) return;
    this.targets.forEach((target, cell) => {
      target.setAttribute("aria-label", hand.words(cell));
      target.classList.toggle("legal", marks.legal.includes(cell));
    });
  }

  /**
   * What is on a cell; a disc that was another one turns over, the later the farther the move was.
   * @param {string} sign
   * @param {number} cell
   * @param {string | undefined} before
   * @param {number} made
   * @returns {SVGElement[]}
   */
  piece(sign, cell, before, made) {
    const {signs, chains} = this.board,
      colour = signs[sign];
    if (chains && !EMPTY.includes(sign)) return tile(this.board, cell, sign);
    if (!colour) return EMPTY.includes(sign) ? [] : [this.letter(cell, sign, "var(--paper-ink)")];
    const piece = disc(this.place(cell), RADIUS, colour);
    const shapes = symbol(this.place(cell), RADIUS, colour);
    if (before !== undefined && before !== sign) {
      piece.classList.add(signs[before] ? "turning" : "placed");
      const [from, to] = [this.place(made < 0 ? cell : made), this.place(cell)];
      const far = Math.max(Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1]));
      setStyle(piece, {"--from": `var(--disc-${signs[before] || colour})`, "--far": `${far}`});
      for (const late of shapes) {
        late.classList.add("late");
        setStyle(late, {"--far": `${far}`});
      }
    }
    return [piece, ...shapes];
  }

  /**
   * @param {number} cell
   * @param {string} text
   * @param {string} fill
   */
  letter(cell, text, fill) {
    return label(this.place(cell), text, 0.62, fill, {"font-weight": 600});
  }

  /**
   * To whom cells are likely to belong: squares of their colours, the larger the likelier.
   * @param {Marks} marks
   */
  owners(marks) {
    return marks.owners.flatMap((owner, cell) => {
      if (!owner || owner[1] < 0.05) return [];
      const [x, y] = this.place(cell),
        side = 0.3 * Math.sqrt(owner[1]);
      const box = {x: x - side / 2 + 0.32, y: y - side / 2 + 0.32, width: side, height: side};
      return [
        shape("rect", {
          ...box,
          class: "owner",
          fill: `var(--disc-${owner[0]})`,
          stroke: "var(--mark-rim)",
          "stroke-width": 0.025,
        }),
      ];
    });
  }

  /** @param {Marks} marks */
  drawn(marks) {
    const {felt} = this.board,
      hint = felt ? "var(--hint)" : "var(--paper-hint)",
      made = [];
    const thought = new Set(marks.thoughts.map(one => one.cell));
    made.push(...handTiles(this.board, marks));
    for (const cell of marks.legal) {
      if (felt && !thought.has(cell)) made.push(circle(...this.place(cell), 0.1, {class: "dot-legal"}));
    }
    for (const one of marks.thoughts) made.push(...this.thought(one));
    made.push(...this.steps(marks), ...this.better(marks, hint));
    if (marks.made >= 0) {
      const [x, y] = this.place(marks.made),
        box = {x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92};
      if (felt)
        made.push(circle(x, y, 0.13, {fill: marks.colour, stroke: "var(--mark-rim)", "stroke-width": 0.03}));
      else {
        if (this.board.chains) made.push(shape("rect", {...box, ...ring("var(--mark-rim)", 0.14)}));
        made.push(shape("rect", {...box, ...ring(marks.colour, 0.07)}));
      }
      made.push(...badge([x, y], marks.sign, Math.min(1, Math.max(0.5, this.unit)), marks.colour));
    }
    return made;
  }

  /**
   * The better move than the one that was made.
   * @param {Marks} marks
   * @param {string} hint
   */
  better({better, made, letter}, hint) {
    const drawn = [];
    if (better < 0) return [];
    if (better !== made) drawn.push(circle(...this.place(better), 0.36, dashed(hint, 0.07, "0.16 0.1")));
    if (!this.board.felt && !this.board.chains && letter && better !== made)
      drawn.push(this.letter(better, letter, hint));
    if (made >= 0) drawn.push(...arrow(this.place(made), this.place(better), 1, hint));
    return drawn;
  }

  /**
   * A move that is thought of, with its value and how much it was looked at.
   * @param {import("./board.js").Thought} one
   */
  thought(one) {
    const [x, y] = this.place(one.cell);
    return [
      circle(x, y, 0.43, {
        class: one.best ? "thought best" : "thought",
        "fill-opacity": 0.5 + 0.5 * one.share,
      }),
      label(
        [x, y - (one.more ? 0.08 : 0)],
        one.words,
        one.words.length > 4 ? 0.24 : 0.28,
        "var(--thought-ink)",
        {"font-weight": one.best ? 700 : 500},
      ),
      ...(one.more ? [label([x, y + 0.23], one.more, 0.19, "var(--thought-ink)")] : []),
    ];
  }

  /**
   * The moves of a line, numbered.
   * @param {Marks} marks
   */
  steps(marks) {
    return marks.line.flatMap(({cell, colour, letter}, number) => {
      const place = this.place(cell);
      if (cell < 0) return [];
      if (letter)
        return [
          this.letter(cell, letter, "var(--paper-hint)"),
          label([place[0] + 0.34, place[1] - 0.32], `${number + 1}`, 0.24, "var(--paper-hint)"),
        ];
      return [
        disc(place, 0.34, colour, {class: "step", "fill-opacity": 0.85}),
        label(place, `${number + 1}`, 0.34, `var(--on-${colour})`, {"font-weight": 600}),
      ];
    });
  }

  /** @param {Preview | null} preview */
  preview(preview) {
    if (!preview) {
      this.ghost.replaceChildren();
      return;
    }
    const {cell, colour, letter, changes} = preview,
      {signs, chains} = this.board;
    if (chains) {
      this.ghost.replaceChildren(...tile(this.board, cell, "o"));
      return;
    }
    const turned = changes.filter(([other]) => other !== cell);
    this.ghost.replaceChildren(
      letter ? this.letter(cell, letter, "var(--paper-hint)") : disc(this.place(cell), RADIUS, colour),
      ...turned.map(([other, sign]) =>
        circle(...this.place(other), 0.2, {fill: `var(--disc-${signs[sign]})`}),
      ),
    );
  }
}
