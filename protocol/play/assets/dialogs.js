// Dialogs: a title, what is in it, and buttons. Esc and a click beside it close it.

import {byId, element} from "../../web/assets/kit.js";
import {say} from "../../web/assets/lang.js";

/**
 * Open a dialog. Its node is gone when it is closed.
 * @param {string} title
 * @param {(Node | string)[]} inner
 * @param {{words: string, act: () => unknown}} [main] its main button, which closes it
 */
export function openDialog(title, inner, main) {
  const node = element("dialog", {"aria-labelledby": "dialog-title"});
  const close = () => node.close();
  const buttons = [element("button", {type: "button", onclick: close}, say(main ? "cancel" : "close"))];
  if (main) buttons.push(element("button", {type: "submit", class: "strong"}, main.words));
  const form = element(
    "form",
    {method: "dialog"},
    element("h2", {id: "dialog-title"}, title),
    element("div", {class: "inside"}, ...inner),
    element("p", {class: "buttons"}, ...buttons),
  );
  form.addEventListener("submit", event => {
    event.preventDefault();
    close();
    main?.act();
  });
  node.addEventListener("click", event => {
    if (event.target === node) close();
  });
  node.addEventListener("close", () => node.remove());
  node.append(form);
  byId("dialogs").replaceChildren(node);
  node.showModal();
  return {node, close};
}

/**
 * A line of a form.
 * @param {string} words
 * @param {Node[]} inner
 */
export const field = (words, ...inner) =>
  element("label", {class: "field"}, element("span", {}, words), ...inner);

/**
 * A choice among values.
 * @param {[string, string][]} rows values and words
 * @param {string} value
 * @param {() => void} [changed]
 */
export function choice(rows, value, changed) {
  const options = rows.map(([name, words]) => element("option", {value: name}, words));
  const select = element("select", {}, ...options);
  if (rows.some(([name]) => name === value)) select.value = value;
  if (changed) select.addEventListener("change", changed);
  return select;
}

/** @type {[string, import("../../web/assets/lang.js").Key][]} */
const KEYS = [
  ["\u2190 \u2191 \u2192 \u2193", "help_arrows"],
  ["Enter, Space", "help_enter"],
  ["A\u2013K, 1\u201310", "help_square"],
  ["0\u2013301", "help_point"],
  ["S, O", "help_letters"],
  ["Shift + \u2190 \u2191 \u2192 \u2193", "help_turn"],
  ["+ \u2212 0", "help_zoom"],
  ["Page Up, Page Down", "help_steps"],
  ["Home, End", "help_ends"],
  ["Ctrl+Z, Ctrl+Y", "help_undo"],
  ["?", "help_hint"],
  ["Alt+P", "help_pass"],
  ["Alt+A", "help_analysis"],
  ["Alt+N", "help_new"],
];

export function openHelp() {
  const rows = KEYS.map(([keys, words]) =>
    element("tr", {}, element("th", {scope: "row"}, element("kbd", {}, keys)), element("td", {}, say(words))),
  );
  return openDialog(say("help_title"), [element("table", {class: "keys"}, element("tbody", {}, ...rows))]);
}
