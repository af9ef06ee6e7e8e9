// The page that plays: joins the line to the engine, the board and what stands around it.

import {byId} from "../../web/assets/kit.js";
import {LANGUAGES, language, say, speak} from "../../web/assets/lang.js";
import {translate} from "../../web/assets/translate.js";
import {App} from "./app.js";
import {listen} from "./keys.js";

const KEPT = "outflank-language";

/** All words of the page itself. */
function words() {
  translate();
  const other = LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length];
  byId("do-language").lang = other;
}

function start() {
  speak(localStorage.getItem(KEPT) || navigator.language);
  words();
  const app = new App();
  byId("do-language").addEventListener("click", () => {
    speak(LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length]);
    localStorage.setItem(KEPT, language());
    words();
    app.redraw();
  });
  listen(app);
  app.notice(say("connecting"), false);
  app.connection.connect();
}

start();
