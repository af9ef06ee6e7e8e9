// Turns of Acquire in words: `buy:Luxor,Luxor` is "buys 2 Luxor". Moves of other games stay as they are.

import {listed, say} from "./lang.js";

/** @typedef {import("./values.js").Game} Game */
/** @typedef {import("./values.js").Judged} Judged */
/** @typedef {import("./values.js").Worth} Worth */

export const CHAINS = ["Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental"];

/** @param {string} name in any case */
const chainName = name => CHAINS.find(chain => chain.toLowerCase() === name.toLowerCase()) || name;

/**
 * How many shares of each chain are in a list of names, as `2 Luxor, 1 Tower`.
 * @param {string[]} names
 */
export function sharesText(names) {
  const chains = names.map(chainName);
  const count = (/** @type {string} */ chain) => chains.filter(other => other === chain).length;
  return listed([...new Set(chains)].map(chain => say("shares_of", {n: count(chain), chain})));
}

/**
 * A turn in words.
 * @param {string} move
 */
export function moveWords(move) {
  const [verb, rest = ""] = move.split(":");
  const names = rest.split(",").map(chainName);
  switch (verb.toLowerCase()) {
    case "found":
      return say("turn_found", {chain: names[0]});
    case "survive":
      return say("turn_survive", {chain: names[0]});
    case "order":
      return say("turn_order", {chains: listed(names)});
    case "give":
      return givenText(rest);
    case "buy":
      return rest === "-" ? say("turn_buy_none") : say("turn_buy", {shares: sharesText(names)});
    case "end":
      return say("turn_end");
    default:
      return move.toUpperCase();
  }
}

/**
 * What becomes of shares: `S3T4` sells 3 and trades 4.
 * @param {string} split
 */
function givenText(split) {
  const [, sold] = /S(\d+)/i.exec(split) || [];
  const [, traded] = /T(\d+)/i.exec(split) || [];
  const parts = [
    ...(sold ? [say("turn_sell", {n: sold})] : []),
    ...(traded ? [say("turn_trade", {n: traded})] : []),
  ];
  return listed(parts) || say("turn_keep");
}

/**
 * A game whose moves are told as people say them.
 * @template {Pick<Game, "plies" | "best">} G
 * @param {G} game
 * @returns {G}
 */
export function inWords(game) {
  const worth = (/** @type {Worth} */ one) => ({...one, line: one.line.map(step)});
  const step = (/** @type {import("./values.js").Step} */ one) => ({...one, move: moveWords(one.move)});
  const judge = (/** @type {Judged} */ one) => ({
    ...one,
    made: worth(one.made),
    best: one.best && worth(one.best),
  });
  const plies = game.plies.map(ply => ({...step(ply), judged: ply.judged && judge(ply.judged)}));
  return {...game, plies, best: game.best.map(worth)};
}
