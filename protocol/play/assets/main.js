// The page that plays: joins the line to the engine, the board and what stands around it.

import {byId} from "../../web/assets/kit.js";
import {LANGUAGES, language, say, sayIf, speak} from "../../web/assets/lang.js";
import {App} from "./app.js";
import {listen} from "./keys.js";

const KEPT = "outflank-language";

/** All words of the page itself. */
function translate() {
  document.documentElement.lang = language();
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) {
    node.textContent = sayIf(node.dataset.say || "", "");
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-name]"))) {
    const words = sayIf(node.dataset.name || "", "");
    node.setAttribute("aria-label", words);
    node.title = words;
  }
  const other = LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length];
  byId("do-language").lang = other;
}

function start() {
  speak(localStorage.getItem(KEPT) || navigator.language);
  translate();
  const app = new App();
  byId("do-language").addEventListener("click", () => {
    speak(LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length]);
    localStorage.setItem(KEPT, language());
    translate();
    app.redraw();
  });
  listen(app);
  app.notice(say("connecting"), false);
  app.connection.connect();
}

start();
