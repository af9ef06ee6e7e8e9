// Words that come and go: above the page, and for those who do not see it.

import {byId} from "../../web/assets/kit.js";

const TOLD_FOR = 6000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let told;

/**
 * Words above the page, for a while or until others come.
 * @param {string} words
 */
export function notice(words, brief = true) {
  const node = byId("notice");
  node.textContent = words;
  node.hidden = !words;
  clearTimeout(told);
  if (words && brief) told = setTimeout(() => notice(""), TOLD_FOR);
}

/**
 * Words for those who do not see the page.
 * @param {string} words
 */
export function tell(words) {
  byId("live").textContent = words;
}
