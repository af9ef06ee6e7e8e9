// What the engine thinks: its moves with values, visits and lines, as a table.

import {element, percent, signed, table, tableRow} from "../../web/assets/kit.js";
import {say, sideName} from "../../web/assets/lang.js";
import {moveWords} from "../../web/assets/turns.js";
import {countShort} from "./model.js";

/** @typedef {import("./messages.js").Thoughts} Thoughts */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Candidate} Candidate */

const LONGEST = 8;

/**
 * @param {Candidate} one
 * @param {boolean} discs
 */
function valueText(one, discs) {
  const exact = one.certain !== null && one.certain !== undefined ? ` ${say("exact")}` : "";
  const win = percent(one.winrate);
  return discs && one.lead !== null ? `${signed(one.lead, exact ? 0 : 1)}${exact}` : win + exact;
}

/**
 * The table of thoughts. `look` is told of the move whose line should be on the board (null: none any more),
 * `play` of one that is chosen.
 * @param {State} state
 * @param {Thoughts} thoughts
 * @param {boolean} discs
 * @param {(one: Candidate | null) => void} look
 * @param {(move: string) => void} play
 */
export function thoughtsTable(state, thoughts, discs, look, play) {
  const side = sideName(state.players[thoughts.player].name);
  const tiles = Boolean(state.position.table);
  const words = (/** @type {string} */ move) => (tiles ? moveWords(move) : move.toUpperCase());
  const rows = thoughts.moves.map(one => {
    const button = element("button", {class: "move", onclick: () => play(one.move)}, words(one.move));
    const line = one.pv
      .slice(1, LONGEST)
      .map(words)
      .join(tiles ? "; " : " ");
    const row = tableRow("td", [
      [[button], "text"],
      [valueText(one, discs)],
      [countShort(one.visits)],
      [line, "text line"],
    ]);
    row.addEventListener("pointerenter", () => look(one));
    row.addEventListener("pointerleave", () => look(null));
    button.addEventListener("focus", () => look(one));
    button.addEventListener("blur", () => look(null));
    return row;
  });
  const expects = state.players.length > 2 ? "head_expects" : "head_wins";
  const value = say(discs ? "head_lead" : expects, {side});
  return table([[say("head_move"), "text"], [value], [say("head_visits")], [say("head_line"), "text"]], rows);
}

/** @param {Thoughts} thoughts */
export const thoughtsSum = thoughts => say("simulations", {n: countShort(thoughts.visits)});
