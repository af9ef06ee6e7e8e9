// The language that the page speaks: the browser's, unless another one is chosen.

import {TEXTS} from "./texts.js";

/** @typedef {keyof typeof TEXTS} Key */

export const LANGUAGES = ["en", "ja"];
let column = 0;

/** @param {string} language */
export function speak(language) {
  column = Math.max(0, LANGUAGES.indexOf(language.slice(0, 2)));
}

export const language = () => LANGUAGES[column];

/**
 * A text of the table, with values at its places in braces.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  return TEXTS[key][column].replace(/\{(\w+)\}/g, (place, name) =>
    name in values ? `${values[name]}` : place,
  );
}

/**
 * A text of the table, or other words where it has none.
 * @param {string} key
 * @param {string} otherwise
 */
export const sayIf = (key, otherwise) => (key in TEXTS ? say(/** @type {Key} */ (key)) : otherwise);

/**
 * The name of a player: a colour is told in the page's language.
 * @param {string} name
 */
export const sideName = name => sayIf(`side_${name}`, name.slice(0, 1).toUpperCase() + name.slice(1));

/**
 * Words one after the other.
 * @param {string[]} words
 */
export const listed = words => words.join(language() === "ja" ? "\u3001" : ", ");
