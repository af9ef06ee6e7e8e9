// The table of Acquire: chains with their prices, and what each player has of them.

import {chip, element, tableRow} from "./kit.js";
import {say, sideName} from "./lang.js";

/** @typedef {import("./board.js").SquaresData} SquaresData */
/**
 * A chain on the table, or one that is not on the board: then its size is 0.
 * @typedef {{name: string, letter: string, size: number, safe: boolean, price: number, majority: number,
 *   minority: number, bank: number, bonuses: number[]}} Chain
 * What a player has; `worth` is all money if the game were scored now.
 * @typedef {{cash: number, worth: number, shares: number[], tiles: number}} Seat
 * @typedef {{chains: Chain[], seats: Seat[], bag: number, out: string[]}} Table
 * @typedef {{side: string, colour: string}} Side
 * What a move changes on the table: chains and seats with their numbers.
 * @typedef {{chains?: [number, Chain][], seats?: [number, Seat][], bag?: number,
 *   out?: string[]}} TableChanges
 */

/**
 * The table after a move.
 * @param {Table} table
 * @param {TableChanges} changes
 * @returns {Table}
 */
export function tableAfter(table, {chains = [], seats = [], bag = table.bag, out = table.out}) {
  const made = {chains: [...table.chains], seats: [...table.seats], bag, out};
  for (const [number, chain] of chains) made.chains[number] = chain;
  for (const [number, seat] of seats) made.seats[number] = seat;
  return made;
}

/** @param {number} sum */
export const money = sum => say("money", {n: `${sum}`.replace(/\B(?=(\d{3})+$)/g, ",")});

/**
 * A chain by its letter in its colours.
 * @param {string} letter
 */
export const chainMark = letter =>
  element(
    "span",
    {
      class: "chain-mark",
      "aria-hidden": "true",
      style: {"--chain": `var(--chain-${letter})`, "--on-chain": `var(--on-chain-${letter})`},
    },
    letter,
  );

/**
 * The chains with their prices and bonuses, and what each player has of them.
 * @param {Side[]} sides
 * @param {Table} table
 * @param {boolean} over
 * @param {SquaresData} board
 */
export function holdingsTable(sides, table, over, board) {
  const names = sides.map(({side, colour}) => [
    chip(colour, board),
    element("span", {class: "long-name"}, sideName(side)),
  ]);
  const heads = ["head_tiles", "head_price", "head_bonus", "head_bank"];
  const head = tableRow("th", [
    [say("head_chain"), "text"],
    ...heads.map(key => /** @type {[string]} */ ([say(/** @type {any} */ (key))])),
    ...names.map(name => /** @type {[(Node | string)[]]} */ ([name])),
  ]);
  const rows = table.chains.map((chain, number) =>
    chainRow(
      chain,
      table.seats.map(seat => seat.shares[number]),
    ),
  );
  const rowsOfMoney = /** @type {("cash" | "worth")[]} */ (over ? ["cash"] : ["cash", "worth"]);
  const sums = rowsOfMoney.map(what => {
    const name = element("th", {scope: "row", colspan: 5, class: "text"}, say(`row_${what}`));
    const cells = table.seats.map(seat => element("td", {}, money(seat[what])));
    return element("tr", {class: "sum"}, name, ...cells);
  });
  const grid = element(
    "table",
    {class: "holdings"},
    element("caption", {class: "unseen"}, say("holdings")),
    element("thead", {}, head),
    element("tbody", {}, ...rows, ...sums),
  );
  const rest = [say("in_bag", {n: table.bag})];
  if (table.out.length) rest.push(say("gone", {tiles: table.out.join(" ")}));
  return [
    element("div", {class: "wide", tabindex: 0, role: "region", "aria-label": say("holdings")}, grid),
    element("p", {class: "faint"}, `${rest.join("; ")}. ${say("bonus_key")}`),
  ];
}

/**
 * @param {Chain} chain
 * @param {number[]} shares
 */
function chainRow({name, letter, size, safe, price, majority, minority, bank, bonuses}, shares) {
  const title = element(
    "th",
    {scope: "row", class: "text"},
    chainMark(letter),
    element("span", {class: "long-name"}, name),
  );
  const cell = (/** @type {string} */ words, below = "") =>
    element("td", {}, words, ...(below ? [element("small", {}, below)] : []));
  const held = shares.map((count, player) => {
    const bonus = bonuses[player]
      ? [element("small", {}, say("bonus_now", {n: money(bonuses[player])}))]
      : [];
    return element("td", {class: count ? "" : "none"}, `${count}`, ...bonus);
  });
  return element(
    "tr",
    {class: size ? "" : "absent", "data-chain": letter},
    title,
    cell(size ? `${size}` : "\u2013", safe ? say("safe") : ""),
    cell(size ? money(price) : "\u2013"),
    cell(size ? money(majority) : "\u2013", size ? money(minority) : ""),
    cell(`${bank}`),
    ...held,
  );
}
