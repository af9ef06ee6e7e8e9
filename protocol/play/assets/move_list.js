// The list of moves: of a long game only the rows that have changed are made anew.

import {element} from "../../web/assets/kit.js";
import {language, say} from "../../web/assets/lang.js";
import {moveRow, movesTable} from "../../web/assets/panels.js";

/** @typedef {import("../../web/assets/values.js").Game} Game */
/** @typedef {import("../../web/assets/values.js").Ply} Ply */

/**
 * Everything that a row shows.
 * @param {Ply} ply
 */
function rowKey({player, move, judged}) {
  const worth = judged && [
    judged.made.win,
    judged.made.discs,
    judged.made.exact,
    judged.lostWin,
    judged.degree,
  ];
  return JSON.stringify([player, move, worth, judged?.best?.line[0].move]);
}

export class MoveList {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.head = "";
    /** @type {string[]} */
    this.keys = [];
    /** @type {Element | null} */
    this.body = null;
  }

  /**
   * @param {Game} game
   * @param {number} at the ply that is looked at
   * @param {(ply: number) => void} go
   */
  draw(game, at, go) {
    this.fill(game, go);
    const rows = /** @type {HTMLElement[]} */ ([...(this.body?.children || [])]);
    rows.forEach((row, number) => {
      row.classList.toggle("on", number === at - 1);
      row.classList.toggle("later", number >= at);
    });
    const on = rows[at - 1];
    // With the frame, which lays the page out anyway.
    requestAnimationFrame(() => {
      if (on?.isConnected) this.host.scrollTop = on.offsetTop - this.host.clientHeight / 2;
    });
  }

  /**
   * @param {Game} game
   * @param {(ply: number) => void} go
   */
  fill(game, go) {
    const keys = game.plies.map(rowKey);
    const head = JSON.stringify([language(), game.unit, game.players]);
    this.host.setAttribute("aria-label", say("moves"));
    if (head !== this.head || !this.body || !keys.length) {
      const made = keys.length ? movesTable(game, go) : element("p", {class: "faint"}, say("no_moves_yet"));
      this.host.replaceChildren(made);
      this.body = made.querySelector("tbody");
    } else {
      keys.forEach((key, number) => {
        if (key === this.keys[number]) return;
        const old = this.body?.children[number];
        const row = moveRow(game, number, go);
        if (old) old.replaceWith(row);
        else this.body?.append(row);
      });
      for (let more = this.body.children.length; more > keys.length; more--)
        this.body.lastElementChild?.remove();
    }
    [this.head, this.keys] = [head, keys];
  }
}
