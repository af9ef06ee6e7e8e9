// What lies on a board of tiles: single ones, those of chains with colours and letters, and a hand.

import {shape} from "./kit.js";
import {label} from "./marks.js";

/** @typedef {import("./board.js").SquaresData} SquaresData */
/** @typedef {import("./board.js").Marks} Marks */
/** @typedef {import("./marks.js").Place} Place */

const INSET = 0.04;

/**
 * The name of a cell: D3, or 5C.
 * @param {SquaresData} board
 * @param {number} cell
 */
export const squareName = ({columns, rows, width}, cell) =>
  columns[cell % width] + rows[Math.floor(cell / width)];

/**
 * The middle of a cell.
 * @param {SquaresData} board
 * @param {number} cell
 * @returns {Place}
 */
const middle = ({width}, cell) => [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];

/**
 * @param {Place} place the middle of the cell
 * @param {number} inset
 * @param {import("./kit.js").Attributes} look
 */
function plate([x, y], inset, look) {
  const side = 1 - 2 * inset;
  return shape("rect", {x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 0.12, ...look});
}

/**
 * The names of all cells, on a board where tiles are laid.
 * @param {SquaresData} board
 */
export function emptyNames(board) {
  if (!board.chains) return [];
  return Array.from({length: board.width * board.height}, (_, cell) =>
    label(middle(board, cell), squareName(board, cell), 0.3, "var(--paper-ink)", {class: "cell-name"}),
  );
}

/**
 * A tile: of a chain with its letter, or one that belongs to none with the name of its cell.
 * @param {SquaresData} board
 * @param {number} cell
 * @param {string} sign
 */
export function tile(board, cell, sign) {
  const place = middle(board, cell);
  const look = {stroke: "var(--tile-rim)", "stroke-width": 0.03};
  if (!(sign in (board.chains || {}))) {
    return [
      plate(place, INSET, {class: "tile", fill: "var(--tile)", ...look}),
      label(place, squareName(board, cell), 0.3, "var(--on-tile)", {"font-weight": 600}),
    ];
  }
  return [
    plate(place, INSET, {class: "tile chain-tile", fill: `var(--chain-${sign})`, ...look}),
    label(place, sign, 0.6, `var(--on-chain-${sign})`, {"font-weight": 700}),
  ];
}

/**
 * The tiles of a hand where they could lie: framed, in dashes if they cannot be laid now.
 * @param {SquaresData} board
 * @param {Marks} marks
 */
export function handTiles(board, {hand, legal, thoughts}) {
  const shown = hand.filter(cell => !thoughts.some(one => one.cell === cell));
  return shown.flatMap(cell => {
    const usable = legal.includes(cell);
    const look = {
      class: usable ? "hand-tile" : "hand-tile idle",
      fill: usable ? "var(--hand)" : "none",
      stroke: "var(--paper-hint)",
      "stroke-width": 0.08,
      "stroke-dasharray": usable ? undefined : "0.12 0.08",
    };
    const place = middle(board, cell);
    return [
      plate(place, 0.09, look),
      label(place, squareName(board, cell), 0.32, "var(--paper-ink)", {"font-weight": 700}),
    ];
  });
}
