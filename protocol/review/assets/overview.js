// The page of many reviews: boards of the costliest moves, and a list of games that can be searched.

import {NO_MARKS, makeBoard} from "../../web/assets/board.js";
import {element, readData} from "../../web/assets/kit.js";

/**
 * A costly move: the board before it, the cells of the move that was made and of the better one.
 * @typedef {{cells: string, made: number, better: number, letter: string, words: string, about: string,
 *   link: string}} Costly
 * @typedef {import("../../web/assets/board.js").BoardData} BoardData
 */

/**
 * A board with its words, which leads to the review of the game where that has a page.
 * @param {BoardData} data
 * @param {Costly} row
 */
export function costlyBox(data, row) {
  const board = makeBoard(data, {sheet: true, narrow: true});
  const {made, better, letter} = row;
  board.show([...row.cells], {...NO_MARKS, made, better, letter, colour: "var(--lost)", sign: "??"});
  const parts = [board.node, element("p", {}, row.words), element("p", {class: "faint"}, row.about)];
  return row.link ? element("a", {href: row.link}, ...parts) : element("div", {}, ...parts);
}

/**
 * Whether a row of the list of games is shown for what is looked for.
 * @param {string} text
 * @param {string} wanted
 */
export const fits = (text, wanted) =>
  wanted
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.toLowerCase().includes(word));

/** @type {{sections: {board: BoardData, costly: Costly[]}[]}} */
const {sections} = readData();
for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".costly"))) {
  const {board, costly} = sections[Number(box.dataset.section)];
  box.replaceChildren(...costly.map(row => costlyBox(board, row)));
}
for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".find"))) {
  const rows = [...(input.parentElement?.querySelectorAll("tr") || [])].slice(1);
  input.addEventListener("input", () => {
    for (const row of rows) row.hidden = !fits(row.textContent || "", input.value);
  });
}
