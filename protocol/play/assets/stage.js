// The board on the page: what is on it, and the hand that plays there.

import {changed, makeBoard} from "../../web/assets/board.js";
import {say} from "../../web/assets/lang.js";
import {Sphere} from "../../web/assets/sphere.js";
import {cellName, cellWords, marksOf} from "./model.js";

/** @typedef {import("../../web/assets/board.js").BoardData} BoardData */
/** @typedef {import("../../web/assets/board.js").Marks} Marks */
/** @typedef {import("../../web/assets/values.js").Step} Step */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Legal} Legal */

/**
 * What is drawn: the state, what is thought of it, and a line that is looked at instead.
 * @typedef {{state: State, data: BoardData, row: import("./messages.js").GameRow | null,
 *   thoughts: import("./messages.js").Thoughts | null, line: Step[], cells: string[] | null,
 *   wishes: {areas: boolean, ownership: boolean, judged: boolean}}} Scene
 */

export class Stage {
  /**
   * @param {HTMLElement} host
   * @param {{play: (move: Legal) => void, tell: (words: string) => void}} on
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.letter = "S";
    this.numbers = false;
    /** @type {import("../../web/assets/board.js").Board | null} */
    this.board = null;
    /** @type {BoardData | null} */
    this.data = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Marks | null} */
    this.marks = null;
    this.typed = "";
    this.at = -1;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const before = this.scene;
    const title = before?.state.title !== scene.state.title;
    this.scene = scene;
    if (!this.board || this.data !== scene.data || title) this.build(scene);
    const marks = marksOf(scene.state, scene.row, scene.thoughts, scene.wishes);
    if (scene.line.length) this.drawLine(scene, marks);
    else {
      this.marks = marks;
      const apart = before ? scene.state.ply - before.state.ply : 0;
      this.board?.show([...scene.state.position.cells], marks, !title && apart > 0 && apart < 4);
    }
    if (this.at >= 0) this.point(this.at);
  }

  /**
   * A line instead of the game: its moves on the board, numbered.
   * @param {Scene} scene
   * @param {Marks} marks
   */
  drawLine({state, line, cells}, marks) {
    const after = line.reduce((found, step) => changed(found, step.changes), cells || []);
    const writes = this.scene?.row?.letters?.length;
    const shown = line.map(({cell, player, move}) => ({
      cell,
      colour: state.players[player].colour,
      letter: writes ? move.slice(-1) : "",
    }));
    this.marks = {...marks, legal: [], thoughts: [], owners: [], better: -1, sign: "", made: -1, line: shown};
    this.board?.show(after, this.marks);
  }

  /** @param {Scene} scene */
  build({state, data}) {
    this.data = data;
    const hand = {
      choose: (/** @type {number} */ cell) => this.choose(cell),
      point: (/** @type {number} */ cell) => this.point(cell),
      words: (/** @type {number} */ cell) => this.words(cell),
      label: say("board_label", {title: state.title}),
    };
    const had = this.host.contains(document.activeElement);
    this.board = makeBoard(data, {hand});
    this.host.classList.remove("empty");
    this.host.replaceChildren(this.board.node);
    if (this.board instanceof Sphere) this.board.showNumbers(this.numbers);
    if (had) this.board.focus();
  }

  /** @param {number} cell */
  words(cell) {
    const {scene, marks} = this;
    return scene && marks ? cellWords(scene.state, scene.data, marks, cell) : "";
  }

  /**
   * The move that choosing a cell makes.
   * @param {number} cell
   * @param {string} [letter]
   */
  moveAt(cell, letter = this.letter) {
    const {scene} = this;
    if (!scene || !["person", "paused"].includes(scene.state.waiting) || scene.line.length) return undefined;
    return scene.state.position.legal.find(
      one => one.cell === cell && (!one.letter || one.letter === letter),
    );
  }

  /**
   * @param {number} cell
   * @param {string} [letter]
   */
  choose(cell, letter) {
    const move = this.moveAt(cell, letter);
    if (move) this.on.play(move);
    else if (this.scene && this.scene.state.waiting === "person") {
      this.on.tell(`${this.words(cell)}. ${say("error_illegal_move")}`);
    }
  }

  /** @param {number} cell */
  point(cell) {
    this.at = cell;
    const move = cell < 0 ? undefined : this.moveAt(cell);
    const {scene} = this;
    if (!move || !scene) this.board?.preview(null);
    else {
      const {colour} = scene.state.players[scene.state.position.mover];
      this.board?.preview({cell, colour, letter: move.letter || "", changes: move.changes || []});
    }
  }

  focus() {
    this.board?.focus();
  }

  /** @param {boolean} numbers */
  showNumbers(numbers) {
    this.numbers = numbers;
    if (this.board instanceof Sphere) this.board.showNumbers(numbers);
  }

  /** @param {number} factor */
  nearer(factor) {
    if (this.board instanceof Sphere) this.board.nearer(factor);
  }

  /**
   * A character that was typed on the board: part of the name of a cell, or a letter to write. Whether it was
   * one of these.
   * @param {string} key
   */
  type(key) {
    const {data, scene} = this;
    if (!data || !scene || key.length !== 1) return false;
    const upper = key.toUpperCase();
    if (scene.row?.letters?.includes(upper) && this.at >= 0) {
      this.choose(this.at, upper);
      return true;
    }
    if (!/[A-Z0-9]/.test(upper)) return false;
    const names = scene.state.position.cells.length;
    for (const typed of [this.typed + upper, upper]) {
      const found = Array.from({length: names}, (_, cell) => cellName(data, cell));
      if (!found.some(name => name.startsWith(typed))) continue;
      this.typed = typed;
      const cell = found.indexOf(typed);
      if (cell >= 0) this.board?.focus(cell);
      return true;
    }
    return false;
  }
}
