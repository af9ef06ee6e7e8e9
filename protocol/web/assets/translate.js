// The words that stand in a page from the start, in the language that it speaks.

import {language, sayIf} from "./lang.js";

/**
 * @param {string} look
 * @param {(node: HTMLElement) => void} each
 */
const all = (look, each) =>
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(look)).forEach(each);

/** Texts of `data-say`, names of `data-name` (which are shown when pointed at) and labels of `data-label`. */
export function translate() {
  document.documentElement.lang = language();
  all("[data-say]", node => {
    node.textContent = sayIf(node.dataset.say || "", "");
  });
  all("[data-name]", node => {
    node.title = sayIf(node.dataset.name || "", "");
    node.setAttribute("aria-label", node.title);
  });
  all("[data-label]", node => node.setAttribute("aria-label", sayIf(node.dataset.label || "", "")));
}
