// Decisions that are not made on the board: a button for each.

import {element} from "../../web/assets/kit.js";

/** @typedef {import("./messages.js").Legal} Legal */
/** @typedef {import("./messages.js").State} State */

/**
 * The moves of a person to move that no cell stands for, without a pass, which has its own button.
 * @param {State} state
 */
export function decisions(state) {
  if (state.waiting !== "person" && state.waiting !== "paused") return [];
  if (state.position.table) return [];
  return state.position.legal.filter(one => one.cell < 0 && one.move.toLowerCase() !== "pass");
}

/**
 * What is to be decided, and a button for each choice.
 * @param {State} state
 * @param {(move: string) => void} play
 */
export function decisionPanel(state, play) {
  const buttons = decisions(state).map(one =>
    element("button", {onclick: () => play(one.move)}, one.word || one.move),
  );
  const {say} = state.position;
  return [...(say ? [element("p", {}, say)] : []), element("div", {class: "choices"}, ...buttons)];
}
