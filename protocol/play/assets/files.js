// Games and positions in and out: files that are dropped, texts, links.

import {element} from "../../web/assets/kit.js";
import {say} from "../../web/assets/lang.js";
import {choice, field, openDialog} from "./dialogs.js";

/** @typedef {import("./messages.js").Message} Message */
/** @typedef {(what: string, values?: Record<string, unknown>) => Promise<Message>} Ask */

/**
 * The bytes of a file as base64.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
function base64(file) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(`${reader.result}`.replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => fail(reader.error));
    reader.readAsDataURL(file);
  });
}

/**
 * Open the games of a file or a text; where there are several, one is chosen.
 * @param {Ask} ask
 * @param {{data?: string, text?: string, name?: string}} what
 * @param {(words: string) => void} tell
 */
async function openGames(ask, what, tell) {
  const found = await ask("open", what);
  if (found.loaded) tell(say("opened", {name: what.name || found.kind}));
  else chooseGame(ask, found, tell);
}

/**
 * @param {Ask} ask
 * @param {Message} found
 * @param {(words: string) => void} tell
 */
function chooseGame(ask, found, tell) {
  const list = element("div", {class: "choices"});
  const dialog = openDialog(say("open_title"), [
    element("p", {}, say("open_many", {n: found.games.length + (found.more || 0)})),
    list,
    ...(found.more ? [element("p", {class: "faint"}, say("open_more", {n: found.more}))] : []),
  ]);
  for (const game of found.games) {
    const names = (game.names || []).join(" \u2013 ") || game.game;
    const words = [names, game.result, game.date, game.broken].filter(text => text).join(", ");
    const load = async () => {
      dialog.close();
      await ask("load", {index: game.index});
      tell(say("opened", {name: names}));
    };
    const look = {type: "button", disabled: Boolean(game.broken), onclick: load};
    list.append(element("button", look, `${game.index + 1}. ${words}`));
  }
}

/**
 * @param {Ask} ask
 * @param {(error: unknown) => void} fail
 * @param {(words: string) => void} tell
 */
export function openOpen(ask, fail, tell) {
  const file = element("input", {type: "file", id: "file"});
  const text = element("textarea", {rows: 4, spellcheck: "false", id: "position-text"});
  const main = {
    words: say("open_it"),
    act: () => {
      if (text.value.trim()) openGames(ask, {text: text.value}, tell).catch(fail);
    },
  };
  const inner = [
    element("p", {}, say("open_drop")),
    field(say("open_file"), file),
    field(say("open_text"), text),
  ];
  const dialog = openDialog(say("open_title"), inner, main);
  file.addEventListener("change", async () => {
    const [chosen] = file.files || [];
    if (!chosen) return;
    dialog.close();
    await openFile(ask, chosen, tell).catch(fail);
  });
}

/**
 * @param {Ask} ask
 * @param {File} file
 * @param {(words: string) => void} tell
 */
async function openFile(ask, file, tell) {
  await openGames(ask, {data: await base64(file), name: file.name}, tell);
}

/**
 * Let files be dropped anywhere on the page.
 * @param {Ask} ask
 * @param {(error: unknown) => void} fail
 * @param {(words: string) => void} tell
 */
export function takeDrops(ask, fail, tell) {
  const over = (/** @type {boolean} */ on) => document.body.classList.toggle("drop", on);
  document.addEventListener("dragover", event => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", event => {
    if (!event.relatedTarget) over(false);
  });
  document.addEventListener("drop", event => {
    event.preventDefault();
    over(false);
    const [file] = event.dataTransfer?.files || [];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) openFile(ask, file, tell).catch(fail);
    else if (text) openGames(ask, {text}, tell).catch(fail);
  });
}

/**
 * @param {Ask} ask
 * @param {string[]} formats
 * @param {(error: unknown) => void} fail
 * @param {string} [about] what is to be known before
 */
export function openSave(ask, formats, fail, about = "") {
  const rows = formats.map(name => /** @type {[string, string]} */ ([name, name.toUpperCase()]));
  const format = choice(rows, formats[0]);
  const values = element("input", {type: "checkbox"});
  const inner = [
    ...(about ? [element("p", {class: "faint"}, about)] : []),
    field(say("save_as"), format),
    ...(about ? [] : [field(say("save_values"), values)]),
  ];
  const save = async () => {
    const saved = await ask("save", {format: format.value, values: values.checked});
    const parts = saved.data
      ? [Uint8Array.from(atob(saved.data), sign => sign.charCodeAt(0))]
      : [saved.text || ""];
    const url = URL.createObjectURL(new Blob(parts, {type: saved.mime}));
    element("a", {href: url, download: saved.name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  };
  openDialog(say("save_title"), inner, {words: say("save_it"), act: () => save().catch(fail)});
}

/**
 * @param {string} link
 * @param {string} position
 * @param {(words: string) => void} tell
 * @param {boolean} [sealed] whether the link has cards in it that nobody may read
 */
export function openShare(link, position, tell, sealed = false) {
  const copied = (/** @type {HTMLInputElement} */ from) => async () => {
    from.select();
    await navigator.clipboard.writeText(from.value);
    tell(say("copied"));
  };
  const line = (/** @type {string} */ value, /** @type {string} */ label) => {
    const input = element("input", {readonly: true, value, "aria-label": label});
    return element(
      "p",
      {class: "copy"},
      input,
      element("button", {type: "button", onclick: copied(input)}, say("copy")),
    );
  };
  openDialog(say("share_title"), [
    element("p", {class: "faint"}, say(sealed ? "share_sealed" : "share_about")),
    line(link, say("share_title")),
    ...(position ? [element("p", {}, say("share_position")), line(position, say("share_position"))] : []),
  ]);
}
