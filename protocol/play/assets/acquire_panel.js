// What stands beside a board of Acquire: the decision that is due, and the own tiles.

import {chainMark, money} from "../../web/assets/holdings.js";
import {chip, element} from "../../web/assets/kit.js";
import {say} from "../../web/assets/lang.js";
import {Disposition, Purchase} from "./acquire_choice.js";
import {seatSide, standings, tileWords} from "./acquire.js";
import {cellOf} from "./model.js";

/** @typedef {import("../../web/assets/board.js").SquaresData} SquaresData */
/** @typedef {import("./acquire_choice.js").Play} Play */
/** @typedef {import("./messages.js").State} State */

const NAMED = ["found", "survive", "order"];

/**
 * Everything about the decision of a state: what it is, the choices, the own tiles.
 * @param {State} state
 * @param {SquaresData} board
 * @param {Play} play
 * @returns {Node[]}
 */
export function acquireDecision(state, board, play) {
  const {kind, legal, mover, table} = state.position;
  if (state.waiting === "over") return standingsPart(state, board);
  const mine = legal.length > 0;
  /** @type {Node[]} */
  const parts = mine
    ? [element("h2", {}, headOf(state)), element("p", {}, aboutOf(state)), ...choices(state, play)]
    : [element("p", {class: "faint"}, say("waits_for", {side: seatSide(state, mover)}))];
  if (table?.called) parts.push(element("p", {class: "called"}, say("end_called")));
  parts.push(...handPart(state, board, mine && kind === "place" ? play : null));
  if (legal.some(({move}) => move === "end")) {
    parts.push(element("p", {}, say(state.rules === "house" ? "end_about_house" : "end_about")));
    parts.push(element("button", {id: "do-end", onclick: () => play("end")}, say("end_now")));
  }
  return parts;
}

/** @param {State} state */
function headOf(state) {
  const {kind, table} = state.position;
  if (kind === "dispose") return say("dispose_head", {chain: table?.merger?.now || ""});
  return kind === "found" || kind === "survive" || kind === "order" || kind === "buy"
    ? say(`${kind}_head`)
    : say("place_head");
}

/** @param {State} state */
function aboutOf(state) {
  const {kind, mover, table} = state.position;
  if (kind === "found" || kind === "survive" || kind === "order" || kind === "buy")
    return say(`${kind}_about`);
  if (kind !== "dispose" || !table?.merger) return say("place_about");
  const chain = table.merger.now || "";
  const number = table.chains.findIndex(({name}) => name === chain);
  return say("dispose_about", {
    chain,
    survivor: table.merger.survivor,
    n: table.seats[mover].shares[number],
    price: money(table.chains[number].price),
  });
}

/**
 * The choices that are not made on the board.
 * @param {State} state
 * @param {Play} play
 */
function choices(state, play) {
  const {kind, legal, mover, table} = state.position;
  if (kind === "buy") return [new Purchase(state, play).node];
  if (kind === "dispose" && table?.merger) {
    const number = table.chains.findIndex(({name}) => name === table.merger?.now);
    return [new Disposition(state, play, table.seats[mover].shares[number]).node];
  }
  if (!NAMED.includes(kind)) return [];
  const buttons = legal.map(({move}) => {
    const names = move.split(":")[1].split(",");
    const marks = names.map(name => chainMark(name.slice(0, 1)));
    return element(
      "button",
      {"data-move": move, onclick: () => play(move)},
      ...marks,
      names.join(" \u2192 "),
    );
  });
  return [element("div", {class: "choices chains"}, ...buttons)];
}

/**
 * The own tiles, each a button with what it does where one is to be laid.
 * @param {State} state
 * @param {SquaresData} board
 * @param {Play | null} play
 */
function handPart(state, board, play) {
  const {hand, legal} = state.position;
  if (!hand) return [];
  const tiles = hand.map(name => {
    const cell = cellOf(board, name);
    const words = cell < 0 ? "" : tileWords(state, board, cell);
    const inside = [element("b", {}, name), element("span", {class: "does"}, words)];
    if (!play) return element("li", {class: "own-tile"}, ...inside);
    const usable = legal.some(({move}) => move === name);
    return element(
      "li",
      {},
      element(
        "button",
        {class: "own-tile", "data-move": name, disabled: !usable, onclick: () => play(name)},
        ...inside,
      ),
    );
  });
  return [
    element("h3", {}, say("your_tiles")),
    tiles.length
      ? element("ul", {class: "own-tiles"}, ...tiles)
      : element("p", {class: "faint"}, say("no_tiles")),
  ];
}

/**
 * Who has come where.
 * @param {State} state
 * @param {SquaresData} board
 */
function standingsPart(state, board) {
  const lines = standings(state).map(({player, rank, worth}) =>
    element(
      "li",
      {value: rank},
      chip(state.players[player].colour, board),
      `${seatSide(state, player)} ${money(worth)}`,
    ),
  );
  return [element("h2", {}, say("standings")), element("ol", {class: "standings"}, ...lines)];
}

/**
 * What hides the tiles until the next person is at the page.
 * @param {string} side
 * @param {() => void} uncover
 */
export const coverPart = (side, uncover) => [
  element("h2", {}, say("cover_head", {side})),
  element("p", {}, say("cover_about", {side})),
  element("button", {class: "strong", id: "do-uncover", onclick: uncover}, say("cover_done", {side})),
];
