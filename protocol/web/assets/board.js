// Boards of every kind behind one face: what is on the cells, what is marked on them, and who points at them.

import {Squares} from "./squares.js";
import {Sphere} from "./sphere.js";
import {Sheet} from "./sheet.js";

/**
 * Squares, or points of a sphere with the kites that its faces are cut into. `signs` are the colours that the
 * signs on cells stand for; other signs are letters, and a board of letters is paper, not felt.
 * `chains` are the names of chains of tiles by their signs, on a board where tiles are laid.
 * @typedef {{kind: "squares", signs: Record<string, string>, width: number, height: number,
 *   columns: string[], rows: string[], felt: boolean, chains?: Record<string, string>}} SquaresData
 * @typedef {{kind: "sphere", signs: Record<string, string>, points: number[][], neighbours: number[][],
 *   faces: number[][]}} SphereData
 * @typedef {SquaresData | SphereData} BoardData
 */

/**
 * A move that a player thinks of: what it is worth, how much it was looked at (1 is the most), and whether it
 * is the best.
 * @typedef {{cell: number, words: string, more: string, share: number, best: boolean}} Thought
 */

/**
 * What is shown on a board beside discs. `made` and `better` are cells (-1 for none), `colour` and `sign`
 * judge the move that was made, `letter` is what the better one would write. `owners` has for each cell the
 * colour that it is likely to end in and how likely, `line` the cells of an expected line, `hand` those of
 * tiles that may be laid by who looks.
 * @typedef {{made: number, better: number, colour: string, sign: string, letter: string, legal: number[],
 *   taken: number[], thoughts: Thought[], owners: ([string, number] | null)[], areas: boolean,
 *   hand: number[], line: {cell: number, colour: string, letter: string}[]}} Marks
 */

/** @type {Marks} */
export const NO_MARKS = {
  made: -1,
  better: -1,
  colour: "var(--accent)",
  sign: "",
  letter: "",
  legal: [],
  taken: [],
  thoughts: [],
  owners: [],
  areas: false,
  hand: [],
  line: [],
};

/**
 * Changes of cells by a move: [cell, sign].
 * @typedef {[number, string][]} Changes
 */

/**
 * What would be on the board after a move, shown faintly.
 * @typedef {{cell: number, colour: string, letter: string, changes: Changes}} Preview
 */

/**
 * Who plays on a board: told of cells that are chosen and pointed at (-1: none any more), asked for the words
 * on a cell.
 * @typedef {{choose: (cell: number) => void, point: (cell: number) => void, words: (cell: number) => string,
 *   label: string}} Hand
 */

/**
 * A board in a page. `show` draws cells and marks; cells that differ from those shown before turn over when
 * `lively`. `preview` shows what a move would do, `focus` gives the keyboard to a cell.
 * @typedef {object} Board
 * @property {SVGElement} node
 * @property {(cells: string[], marks: Marks, lively?: boolean) => void} show
 * @property {(preview: Preview | null) => void} preview
 * @property {(cell?: number) => void} focus
 */

/**
 * @param {BoardData} board
 * @param {{hand?: Hand, sheet?: boolean, narrow?: boolean}} [how] `sheet`: a sphere as two flat halves, one
 *   above the other if `narrow`
 * @returns {Board}
 */
export function makeBoard(board, {hand, sheet, narrow} = {}) {
  if (board.kind === "squares") return new Squares(board, hand);
  return sheet ? new Sheet(board, Boolean(narrow)) : new Sphere(board, hand);
}

/**
 * The cells with some of them changed.
 * @param {string[]} cells
 * @param {Changes} changes
 */
export function changed(cells, changes) {
  const after = cells.slice();
  for (const [cell, sign] of changes) after[cell] = sign;
  return after;
}

/**
 * How many discs each player has; null in a game whose cells belong to nobody.
 * @param {BoardData} board
 * @param {string[]} cells
 */
export function discCounts(board, cells) {
  const colours = Object.entries(board.signs);
  if (!colours.length) return null;
  return Object.fromEntries(
    colours.map(([sign, colour]) => [colour, cells.filter(cell => cell === sign).length]),
  );
}
