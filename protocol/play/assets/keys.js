// Keys of the whole page; those of the board itself are the board's.

import {askHint, askSetup} from "./deeds.js";

/** @typedef {import("./app.js").App} App */

/** @type {Record<string, (app: App) => void>} */
const PLAIN = {
  PageUp: app => app.step(-1),
  PageDown: app => app.step(1),
  Home: app => app.ends(false),
  End: app => app.ends(true),
  Escape: app => app.leaveLine(),
  "?": askHint,
};
/** @type {Record<string, (app: App) => void>} */
const WITH_CONTROL = {z: app => app.undo(), y: app => app.redo(), Z: app => app.redo()};
/** @type {Record<string, (app: App) => void>} */
const WITH_ALT = {
  p: app => app.pass(),
  a: app => app.switches.set("analysis", !app.switches.on.analysis),
  n: askSetup,
};

/** @param {App} app */
export function listen(app) {
  document.addEventListener("keydown", event => {
    const {target} = event;
    const typing = target instanceof HTMLElement && target.closest("input, textarea, select, dialog");
    if (typing || event.metaKey) return;
    const table = event.ctrlKey ? WITH_CONTROL : event.altKey ? WITH_ALT : PLAIN;
    const act = table[event.key];
    const inList = target instanceof HTMLElement && target.id === "moves" && !event.ctrlKey && !event.altKey;
    if (act && !inList) act(app);
    else if (!onBoard(target) || event.ctrlKey || event.altKey || !app.stage.type(event.key)) return;
    event.preventDefault();
  });
}

/** @param {EventTarget | null} target */
const onBoard = target =>
  target === document.body || (target instanceof Element && target.closest("#board") !== null);
