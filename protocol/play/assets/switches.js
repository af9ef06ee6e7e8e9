// Switches below the board: what is shown on it, kept over reloads.

import {element} from "../../web/assets/kit.js";
import {say} from "../../web/assets/lang.js";

const KEPT = "outflank-switches";

/** @typedef {"analysis" | "ownership" | "mistakes" | "areas" | "numbers"} Switch */

/** @type {Switch[]} */
const ALL = ["analysis", "ownership", "mistakes", "areas", "numbers"];

export class Switches {
  /** @param {(name: Switch, on: boolean) => void} change */
  constructor(change) {
    this.change = change;
    /** @type {Record<Switch, boolean>} */
    this.on = {analysis: false, ownership: false, mistakes: false, areas: true, numbers: false};
    try {
      Object.assign(this.on, JSON.parse(sessionStorage.getItem(KEPT) || "{}"));
    } catch {
      sessionStorage.removeItem(KEPT);
    }
  }

  /**
   * @param {Switch} name
   * @param {boolean} on
   */
  set(name, on) {
    if (this.on[name] === on) return;
    this.on[name] = on;
    sessionStorage.setItem(KEPT, JSON.stringify(this.on));
    for (const button of document.querySelectorAll(`[data-switch=${name}]`)) {
      button.setAttribute("aria-checked", `${on}`);
    }
    this.change(name, on);
  }

  /**
   * The switches as buttons, without those that a game has no use for.
   * @param {Switch[]} useless
   */
  buttons(useless) {
    return ALL.filter(name => !useless.includes(name)).map(name => {
      const look = {role: "switch", "aria-checked": `${this.on[name]}`, "data-switch": name};
      return element("button", {...look, onclick: () => this.set(name, !this.on[name])}, say(name));
    });
  }
}
