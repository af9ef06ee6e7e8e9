// What a position of Acquire says: what a tile would do, and the words of purchases and dispositions.

import {listed, say, sideName} from "../../web/assets/lang.js";

/** @typedef {import("../../web/assets/board.js").SquaresData} SquaresData */
/** @typedef {import("./messages.js").Chain} Chain */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Table} Table */

const LONE = "o";
const MOST_BOUGHT = 3;

/**
 * The cells beside a cell.
 * @param {SquaresData} board
 * @param {number} cell
 */
function beside({width, height}, cell) {
  const x = cell % width,
    y = Math.floor(cell / width);
  return [
    ...(x ? [cell - 1] : []),
    ...(x < width - 1 ? [cell + 1] : []),
    ...(y ? [cell - width] : []),
    ...(y < height - 1 ? [cell + width] : []),
  ];
}

/**
 * What a tile would do where it belongs: lie alone, found, join or merge chains, or why it may not be laid.
 * @param {State} state
 * @param {SquaresData} board
 * @param {number} cell
 * @returns {{kind: "lone" | "found" | "join" | "merge" | "dead" | "eighth", chains: string[]}}
 */
export function tileEffect(state, board, cell) {
  const {cells, table} = state.position;
  const signs = new Set(beside(board, cell).map(other => cells[other]));
  const touched = (table?.chains || []).filter(({letter}) => signs.has(letter));
  const chains = touched.map(({name}) => name);
  if (touched.filter(({safe}) => safe).length > 1) return {kind: "dead", chains};
  if (chains.length) return {kind: chains.length > 1 ? "merge" : "join", chains};
  if (!signs.has(LONE)) return {kind: "lone", chains};
  return {kind: table?.chains.some(({size}) => !size) ? "found" : "eighth", chains};
}

/**
 * The same in words.
 * @param {State} state
 * @param {SquaresData} board
 * @param {number} cell
 */
export function tileWords(state, board, cell) {
  const {kind, chains} = tileEffect(state, board, cell);
  return say(`tile_${kind}`, {chains: listed(chains)});
}

/**
 * A cell as it is read aloud.
 * @param {State} state
 * @param {SquaresData} board
 * @param {number} cell
 * @param {string} name
 */
export function tileCellWords(state, board, cell, name) {
  const sign = state.position.cells[cell];
  const chain = board.chains?.[sign];
  if (chain) return say("cell_taken", {cell: name, what: chain});
  if (sign === LONE) return say("cell_tile", {cell: name});
  if (!state.position.hand?.includes(name)) return say("cell_empty", {cell: name});
  return say("cell_hand", {cell: name, what: tileWords(state, board, cell)});
}

/**
 * The word of a purchase: how many shares of each chain, in the order of the chains.
 * @param {Chain[]} chains
 * @param {number[]} counts
 */
export function buyWord(chains, counts) {
  const names = chains.flatMap(({name}, number) => Array.from({length: counts[number]}, () => name));
  return `buy:${names.join(",") || "-"}`;
}

/**
 * What a purchase costs.
 * @param {Chain[]} chains
 * @param {number[]} counts
 */
export const costOf = (chains, counts) =>
  chains.reduce((sum, {price}, number) => sum + price * counts[number], 0);

/**
 * Whether a share more of a chain could be bought: the rest is what the rules say.
 * @param {State} state
 * @param {number[]} counts
 * @param {number} chain
 */
export function mayBuy(state, counts, chain) {
  const more = counts.map((count, number) => count + (number === chain ? 1 : 0));
  const word = buyWord(state.position.table?.chains || [], more);
  return more.reduce((sum, n) => sum + n, 0) <= MOST_BOUGHT && isLegal(state, word);
}

/**
 * The word of a disposition: the shares sold and traded, the rest kept.
 * @param {number} sold
 * @param {number} traded
 */
export const giveWord = (sold, traded) =>
  `give:${(sold ? `S${sold}` : "") + (traded ? `T${traded}` : "") || "-"}`;

/**
 * @param {State} state
 * @param {string} word
 */
export const isLegal = (state, word) => state.position.legal.some(({move}) => move === word);

/**
 * The most shares that can be traded.
 * @param {State} state
 */
export function mostTraded(state) {
  const traded = state.position.legal.map(({move}) => Number(/^give:T(\d+)$/.exec(move)?.[1] || 0));
  return Math.max(0, ...traded);
}

/**
 * The players by their money, the richest first.
 * @param {State} state
 * @returns {{player: number, rank: number, worth: number}[]}
 */
export function standings(state) {
  const seats = state.position.table?.seats || [];
  const worths = seats.map(({worth}) => worth);
  return worths
    .map((worth, player) => ({player, rank: 1 + worths.filter(other => other > worth).length, worth}))
    .sort((a, b) => a.rank - b.rank || a.player - b.player);
}

/**
 * Whose hand would be seen here and may not be yet: where several persons share a page, one at a time looks.
 * @param {State} state
 * @param {number} shown whose hand was asked for last
 */
export function isCovered(state, shown) {
  const persons = state.players.filter(({seat}) => seat.kind === "person").length;
  const {hand, holder} = state.position;
  return Boolean(hand) && typeof holder === "number" && persons > 1 && holder !== shown;
}

/**
 * A state without what only its holder may see.
 * @param {State} state
 * @returns {State}
 */
export const coveredState = state => ({
  ...state,
  position: {...state.position, hand: null, legal: [], text: ""},
});

/**
 * The name of a player's side.
 * @param {State} state
 * @param {number} player
 */
export const seatSide = (state, player) => sideName(state.players[player].name);
