// What the buttons of the page do.

import {byId} from "../../web/assets/kit.js";
import {askHint, askSave, askSetup} from "./deeds.js";
import {openHelp} from "./dialogs.js";
import {openOpen, openShare} from "./files.js";

/** @typedef {import("./app.js").App} App */

/** @type {Record<string, (app: App) => void>} */
const ACTS = {
  new: askSetup,
  open: app => openOpen(app.ask, app.fail, words => app.notice(words)),
  save: askSave,
  share: app => {
    const {state} = app;
    const sealed = Boolean(state?.position.table);
    if (state) openShare(location.href, state.position.text, words => app.tell(words), sealed);
  },
  help: () => openHelp(),
  first: app => app.ends(false),
  back: app => app.step(-1),
  forward: app => app.step(1),
  last: app => app.ends(true),
  undo: app => app.undo(),
  redo: app => app.redo(),
  hint: askHint,
  pass: app => app.pass(),
  go: app => app.do(app.state?.waiting === "engine" ? "stop" : "go"),
  resign: app => app.do("resign"),
};

/** @param {App} app */
export function listenToButtons(app) {
  for (const [name, act] of Object.entries(ACTS)) {
    byId(`do-${name}`).addEventListener("click", () => act(app));
  }
}
