// Elements and numbers as every page writes them. All words go into a page as text, never as HTML.

export const MINUS = "\u2212";
const SVG = "http://www.w3.org/2000/svg";

/**
 * What an element is given: attributes, listeners as `onclick`, and `style` as an object, for a page's policy
 * may forbid the attribute. `true` is an attribute without a value; `false` and `undefined` leave it out.
 * @typedef {Record<string, unknown>} Attributes
 */

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id} in the page`);
  return found;
}

/**
 * @template {Element} E
 * @param {E} made
 * @param {Attributes} attributes
 * @param {(Node | string)[]} inner
 */
function filled(made, attributes, inner) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (typeof value === "function")
      made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "style") setStyle(made, /** @type {Record<string, string>} */ (value));
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...inner);
  return made;
}

/**
 * @param {Element} made
 * @param {Record<string, string>} style
 */
export function setStyle(made, style) {
  const {style: own} = /** @type {HTMLElement} */ (made);
  for (const [name, value] of Object.entries(style)) own.setProperty(name, value);
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} inner
 */
export function element(name, attributes = {}, ...inner) {
  return filled(document.createElement(name), attributes, inner);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} inner
 */
export function shape(name, attributes = {}, ...inner) {
  return filled(
    /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, name)),
    attributes,
    inner,
  );
}

/**
 * A number with its sign, which is not a hyphen; without one where it rounds to 0.
 * @param {number} number
 * @param {number} digits
 */
export function signed(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : (number > 0 ? "+" : MINUS) + text;
}

/** @param {number} share */
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
/** @param {string} word */
export const capital = word => word.slice(0, 1).toUpperCase() + word.slice(1);

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  const milliseconds = 1000 * seconds;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

/**
 * The disc of a player, on a piece of the board, so that it can be told from the page behind it.
 * @param {string} colour
 * @param {object | null} [board]
 */
export function chip(colour, board) {
  const kind = board && !("felt" in board && board.felt) ? "chip plain" : "chip";
  const style = {"--disc": `var(--disc-${colour})`, "--on": `var(--on-${colour})`};
  return element("span", {class: kind, "data-colour": colour, style});
}

/**
 * What is in a cell of a table, and its class.
 * @typedef {[string | (Node | string)[], string?]} Cell
 */

/**
 * @param {"td" | "th"} kind
 * @param {Cell[]} cells
 */
export const tableRow = (kind, cells) =>
  element(
    "tr",
    {},
    ...cells.map(([text, look]) =>
      element(kind, {class: look || undefined, scope: kind === "th" ? "col" : undefined}, ...[text].flat()),
    ),
  );

/**
 * @param {Cell[]} head
 * @param {Node[]} rows
 */
export const table = (head, rows) =>
  element("table", {}, element("thead", {}, tableRow("th", head)), element("tbody", {}, ...rows));

/** What the page was made of. */
export const readData = () => JSON.parse(byId("data").textContent || "null");
