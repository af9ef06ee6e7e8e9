// The page of a review: which game and which move is shown, and the keys that step through it.

import {NO_MARKS, changed, makeBoard} from "../../web/assets/board.js";
import {drawGraph} from "../../web/assets/graph.js";
import {holdingsTable, tableAfter} from "../../web/assets/holdings.js";
import {byId, element, readData} from "../../web/assets/kit.js";
import {listed, say, speak} from "../../web/assets/lang.js";
import {drawMoney} from "../../web/assets/money.js";
import {
  bestTable,
  discsPanel,
  infoPanel,
  legend,
  movesTable,
  summaryTable,
  worstPanel,
} from "../../web/assets/panels.js";
import {translate} from "../../web/assets/translate.js";
import {inWords} from "../../web/assets/turns.js";
import {COLOURS, signOf, titleText, worstPlies} from "../../web/assets/values.js";

/** @typedef {import("../../web/assets/holdings.js").Table} Table */
/** @typedef {import("../../web/assets/holdings.js").TableChanges} TableChanges */
/**
 * @typedef {import("../../web/assets/values.js").Game & {place: string, start: string,
 *   scores: string[] | null, table: Table | null, gap: {stopped: string | null, first: number | null},
 *   about: {game: string, size: number | null, plies: number, result: string | null}}} Review
 */

const NARROW = 760,
  GRAPH_NARROW = 390,
  GRAPH_WIDE = 620;
/** @type {{source: string, broken: string[], games: Review[]}} */
const data = readData();
/** @type {Review} */
let game = data.games[0];
let at = 0;
/** @type {import("../../web/assets/panels.js").Branch | null} */
let branch = null;
/** @type {string[][]} */
let positions = [];
/** @type {Table[]} */
let tables = [];
/** @type {import("../../web/assets/board.js").Board | null} */
let board = null;

/** @param {number} number */
function open(number) {
  const told = data.games[number];
  game = "chains" in told.board ? inWords(told) : told;
  positions = [[...game.start]];
  for (const ply of game.plies) positions.push(changed(positions[positions.length - 1], ply.changes));
  tables = game.table ? [game.table] : [];
  for (const ply of game.table ? told.plies : []) {
    const {table = {}} = /** @type {{table?: TableChanges}} */ (ply);
    tables.push(tableAfter(tables[tables.length - 1], table));
  }
  byId("heading").textContent = titleText(game);
  byId("about").textContent = [aboutText(game), data.source, game.place]
    .filter(text => text)
    .join(" \u00b7 ");
  byId("note").textContent = [gapText(game), ...data.broken].filter(text => text).join("; ");
  document.title = `${titleText(game)}: ${say("review_of")}`;
  document.body.classList.toggle("sphere", game.board.kind === "sphere");
  byId("graph").hidden = game.plies.length === 0;
  byId("money").hidden = tables.length < 2;
  byId("holdings").hidden = !tables.length;
  byId("worst").replaceChildren(...worstPanel(game, go));
  drawMoves();
  byId("summary").replaceChildren(...(game.plies.length ? [summaryTable(game)] : []));
  byId("legend").replaceChildren(...(game.plies.length ? legend(game) : []));
  newBoard();
  go(worstPlies(game)[0] || 0);
}

/**
 * What is played, and how it ended.
 * @param {Review} one
 */
function aboutText({about: {game: name, size, plies, result}}) {
  const board = size ? `${name} ${size}\u00d7${size}` : name;
  return listed([board, say("about_plies", {n: plies}), result || say("unfinished")]);
}

/**
 * What a review leaves out that was broken off, or whose record has an illegal move.
 * @param {Review} one
 */
function gapText({gap: {stopped, first}, about: {plies: n}}) {
  const told = stopped ? [say("gap_stopped", {n, reason: stopped})] : [];
  if (first !== null) told.push(first ? say("gap_from", {first, n}) : say("gap_none"));
  return told.join("; ");
}

function newBoard() {
  board = makeBoard(game.board, {sheet: true, narrow: innerWidth < NARROW});
  byId("board").replaceChildren(board.node);
}

function drawMoves() {
  const many = game.plies.length + game.best.length,
    list = byId("moves");
  list.classList.toggle("short", many < 12);
  list.hidden = many === 0;
  list.replaceChildren(game.best.length ? bestTable(game, number => enter(number, 1)) : movesTable(game, go));
}

const judgedHere = () => (at > 0 && game.plies[at - 1].judged) || null;

/** @param {number} number */
function go(number) {
  branch = null;
  at = Math.max(0, Math.min(game.plies.length, number));
  show();
}

/**
 * Enter a line: the better one or the expected one of a ply, or that of a move of a position without plies.
 * @param {"best" | "made" | number} kind
 * @param {number} step
 */
function enter(kind, step) {
  const judged = judgedHere();
  const one = typeof kind === "number" ? game.best[kind] : judged && judged[kind];
  if (!one) return;
  branch = {kind, step, line: one.line, name: say(kind === "best" ? "better_line" : "expected_line")};
  show();
}

/** @param {number} step */
function walk(step) {
  if (!branch) return;
  if (step < 1) {
    go(at);
    return;
  }
  branch.step = Math.min(branch.line.length, step);
  show();
}

/** The cells, the marks and the score of what is shown. */
function shown() {
  const judged = judgedHere(),
    marks = {...NO_MARKS},
    ply = at > 0 ? game.plies[at - 1] : null;
  if (branch) {
    const moves = branch.line.slice(0, branch.step),
      last = moves[moves.length - 1];
    const cells = moves.reduce((found, move) => changed(found, move.changes), positions[Math.max(0, at - 1)]);
    return {cells, marks: {...marks, made: last.cell}, scores: last.scores};
  }
  if (ply) marks.made = ply.cell;
  if (judged && judged.free) [marks.colour, marks.sign] = [COLOURS[judged.degree], signOf(judged)];
  if (judged && judged.best) {
    const [move] = judged.best.line;
    [marks.better, marks.letter] = [move.cell, move.move.slice(-1)];
  }
  return {cells: positions[at], marks, scores: ply ? ply.scores : game.scores};
}

function drawPosition() {
  const {cells, marks, scores} = shown();
  board?.show(cells, marks);
  byId("discs").replaceChildren(...discsPanel(game, cells, scores));
  if (game.board.kind !== "squares" || !tables.length) return;
  const number = branch ? Math.max(0, at - 1) : at,
    over = number === game.plies.length && game.about.result !== null;
  byId("holdings").replaceChildren(...holdingsTable(game.players, tables[number], over, game.board));
}

function drawValues() {
  const width = innerWidth < NARROW ? GRAPH_NARROW : GRAPH_WIDE;
  byId("graph").replaceChildren(drawGraph(game, at, width, go));
  if (tables.length > 1) byId("money").replaceChildren(drawMoney(game.players, tables, at, width, go));
}

function show() {
  drawPosition();
  byId("info").replaceChildren(...infoPanel(game, at, branch, enter));
  drawValues();
  showRow();
}

function showRow() {
  for (const button of byId("worst").querySelectorAll("button")) {
    button.classList.toggle("on", Number(button.dataset.ply) === at);
  }
  const list = byId("moves"),
    rows = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("tbody tr"));
  const current = game.best.length ? (branch ? Number(branch.kind) : -1) : at - 1;
  rows.forEach((row, number) => row.classList.toggle("on", number === current));
  if (current < 0) {
    list.scrollTop = 0;
    return;
  }
  const on = rows[current],
    top = on.offsetTop - 40,
    end = on.offsetTop + on.offsetHeight;
  const hidden = top < list.scrollTop || end > list.scrollTop + list.clientHeight;
  if (hidden) list.scrollTop = top - list.clientHeight / 3;
}

/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: () => (branch ? walk(branch.step - 1) : go(at - 1)),
  ArrowRight: () => (branch ? walk(branch.step + 1) : go(at + 1)),
  Home: () => (branch ? walk(1) : go(0)),
  End: () => (branch ? walk(branch.line.length) : go(game.plies.length)),
  ArrowDown: () => {
    if (!branch) enter(at ? (judgedHere()?.best ? "best" : "made") : 0, 1);
  },
  ArrowUp: () => {
    if (branch) go(at);
  },
  Escape: () => {
    if (branch) go(at);
  },
};

function listen() {
  document.addEventListener("keydown", event => {
    const choosing = event.target instanceof HTMLSelectElement;
    if (!game || event.ctrlKey || event.altKey || event.metaKey || choosing || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  addEventListener("resize", () => {
    if (!game) return;
    newBoard();
    drawPosition();
    drawValues();
  });
  const buttons = {first: "Home", back: "ArrowLeft", forward: "ArrowRight", last: "End"};
  for (const [id, key] of Object.entries(buttons)) {
    byId(id).addEventListener("click", () => {
      if (game) keys[key]();
    });
  }
}

function start() {
  const choice = /** @type {HTMLSelectElement} */ (byId("games"));
  data.games.forEach((one, number) =>
    choice.append(element("option", {value: number}, `${one.place}: ${titleText(one)}, ${aboutText(one)}`)),
  );
  choice.hidden = data.games.length < 2;
  choice.addEventListener("change", () => {
    open(Number(choice.value));
    choice.blur();
  });
  if (!data.games.length) {
    byId("note").textContent = [say("no_game"), ...data.broken].join(" ");
    return;
  }
  // #3 opens the third game at its worst mistake, #3:41 at ply 41, #3:0 at its start.
  const [number, ply] = location.hash.slice(1).split(":").map(Number);
  const chosen = data.games[number - 1] ? number - 1 : 0;
  choice.value = `${chosen}`;
  open(chosen);
  if (ply >= 0) go(ply);
}

speak(navigator.language);
translate();
listen();
start();
