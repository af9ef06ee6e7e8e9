// Who plays: a card for each player with count and clock, and the choice of who that is.

import {chip, element} from "../../web/assets/kit.js";
import {say, sideName} from "../../web/assets/lang.js";
import {calledText, countText, levelName} from "./model.js";

/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Seat} Seat */
/** @typedef {import("./messages.js").LevelRow} LevelRow */

const PERSON = "person";
const STRONGEST = "strongest";
const SECONDS = 2;

/**
 * Time as clocks show it: 4:07, and tenths in the last ten seconds.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.floor(left);
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, "0")}`;
}

/**
 * A card for each player; `change` is asked when one is clicked.
 * @param {State} state
 * @param {import("../../web/assets/board.js").BoardData | null} board
 * @param {(player: number) => void} change
 */
export function seatCards(state, board, change) {
  return state.players.map((player, number) => {
    const on = state.waiting !== "over" && state.position.mover === number;
    const won = state.result?.winners.includes(number);
    const clock = player.clock
      ? [element("span", {class: "clock", "data-player": number}, clockText(player.clock.left))]
      : [];
    const side = sideName(player.name);
    const mark = on ? "\u25b6\ufe0e" : won ? "\u2605" : "";
    return element(
      "button",
      {class: on ? "seat on" : "seat", "data-player": number, onclick: () => change(number)},
      chip(player.colour, board),
      element("span", {class: "side"}, side),
      element("span", {class: "called"}, calledText(state, number)),
      element("span", {class: "count"}, countText(state, number)),
      ...clock,
      element("span", {class: "mark", "aria-hidden": "true"}, mark),
    );
  });
}

/**
 * A choice of who plays a seat, and how to read it.
 * @param {LevelRow[]} levels
 * @param {Seat} seat
 * @param {string} label
 */
export function seatChoice(levels, seat, label) {
  const option = (/** @type {string} */ value, /** @type {string} */ words) =>
    element("option", {value}, words);
  const rowsOf = (/** @type {(kind: string) => boolean} */ wanted) =>
    levels.filter(({kind}) => wanted(kind)).map(({name}) => option(name, levelName(name)));
  const select = element(
    "select",
    {"aria-label": label},
    option(PERSON, say("seat_person")),
    element(
      "optgroup",
      {label: say("level")},
      ...rowsOf(kind => kind !== "bot"),
      option(STRONGEST, say("seat_seconds")),
    ),
    element("optgroup", {label: say("bots")}, ...rowsOf(kind => kind === "bot")),
  );
  const limit = {type: "number", min: 0.1, max: 3600, step: "any", "aria-label": say("seconds")};
  const seconds = element("input", {...limit, value: (seat.kind === "engine" && seat.seconds) || SECONDS});
  select.value = seat.kind === "person" ? PERSON : seat.level || STRONGEST;
  const show = () => {
    seconds.hidden = select.value !== STRONGEST;
  };
  select.addEventListener("change", show);
  show();
  /** @returns {Seat} */
  const read = () => {
    if (select.value === PERSON) return {kind: "person"};
    if (select.value === STRONGEST)
      return {kind: "engine", level: null, seconds: Number(seconds.value) || SECONDS};
    return {kind: "engine", level: select.value};
  };
  return {node: element("span", {class: "seat-choice"}, select, seconds), read};
}
