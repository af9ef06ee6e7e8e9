"use strict";
// Elements and numbers as every page writes them. All words go into a page as text, never as HTML.

const MINUS = "\u2212";
const SVG_NAMES = ["circle", "g", "line", "path", "polygon", "polyline", "rect", "svg", "text", "title"];
const byId = id => document.getElementById(id);

function element(name, attributes, ...inner) {
  const made = SVG_NAMES.includes(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inner);
  return made;
}

// A number with its sign, which is no hyphen; without one where it rounds to 0.
function signed(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : (number > 0 ? "+" : MINUS) + text;
}

const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
const capital = word => word.slice(0, 1).toUpperCase() + word.slice(1);

function duration(seconds) {
  if (seconds >= 1) return `${seconds.toFixed(1)} s`;
  const milliseconds = 1000 * seconds;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

// The disc of a player, on a piece of the board, so that it can be told from the page behind it.
function chip(colour, board) {
  const kind = board && !board.felt ? "chip plain" : "chip";
  return element("span", {class: kind, style: `--disc: var(--disc-${colour})`});
}

const tableRow = (kind, cells) => element("tr", {}, ...cells.map(([text, look]) =>
  element(kind, {class: look || undefined}, ...[].concat(text))));

const table = (head, rows) =>
  element("table", {}, element("thead", {}, tableRow("th", head)), element("tbody", {}, ...rows));

const readData = () => JSON.parse(byId("data").textContent);
