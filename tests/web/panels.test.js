import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";
import {speak} from "../../protocol/web/assets/lang.js";
import {bestTable, discsPanel, infoPanel, movesTable, worstPanel} from "../../protocol/web/assets/panels.js";
import {translate} from "../../protocol/web/assets/translate.js";
import {amountText, stepText, titleText} from "../../protocol/web/assets/values.js";

const made = (discs, win) => ({
  discs,
  win,
  exact: false,
  visits: 30,
  line: [{move: "D3", player: 0, cell: 1}],
});
const judge = (degree, lostDiscs, best) => ({
  free: true,
  made: made(-2, 0.4),
  best,
  lostDiscs,
  lostWin: 0.3,
  exact: false,
  degree,
});
const ply = (player, move, judged) => ({player, move, cell: 0, changes: [], judged});
const players = [
  {name: "Ann", side: "black", colour: "black"},
  {name: "Bob", side: "white", colour: "white"},
];
const board = {signs: {X: "black", O: "white"}, size: 2, columns: "AB", felt: true};
const game = {
  unit: "discs",
  players,
  board,
  best: [],
  steps: [2, 6, 12],
  plies: [
    ply(0, "F5", judge(0, 0, null)),
    ply(1, "D6", judge(2, 7.5, made(4.06, 0.7))),
    ply(0, "C4", undefined),
  ],
};
const text = parts => parts.map(one => (typeof one === "string" ? one : one.textContent)).join(" ");

test("players have their discs, or the scores that are given", () => {
  assert.match(text(discsPanel(game, [..."XXO-"])), /Ann.*: 2.*Bob.*: 1/);
  assert.match(text(discsPanel(game, [..."XXO-"], [3, 4])), /: 3.*: 4/);
});

test("the panel of a move says what it lost and what was better", () => {
  assert.match(text(infoPanel(game, 2, null, () => {})), /White D6.*7\.5.*D3/s);
  assert.match(text(infoPanel(game, 3, null, () => {})), /Black C4/);
  assert.match(text(infoPanel(game, 0, null, () => {})), /Start/);
});

test("the worst moves lead to their plies, and a game without any says so", () => {
  const gone = [];
  const [, button] = worstPanel(game, number => gone.push(number));
  button.listeners.click();
  assert.deepEqual(gone, [2]);
  assert.equal(worstPanel({...game, plies: []}, () => {}).length, 1);
  assert.deepEqual(
    worstPanel({...game, plies: [], best: [made(1, 0.5)]}, () => {}),
    [],
  );
});

test("a row of the moves leads to its ply", () => {
  const gone = [];
  const rows = movesTable(game, number => gone.push(number)).all("tr");
  const row = rows.find(one => one.textContent.includes("D6"));
  row.listeners.click();
  assert.deepEqual(gone, [2]);
  assert.match(row.textContent, /D3/);
});

test("the best moves of a position have their lines", () => {
  const entered = [];
  const listed = bestTable({...game, best: [made(1.5, 0.6)]}, number => entered.push(number));
  const row = listed.all("tr").find(one => one.textContent.includes("D3"));
  row.listeners.click();
  assert.deepEqual(entered, [0]);
  assert.match(row.textContent, /30/);
});

test("what a review is about is told in the language of the page", () => {
  const win = {unit: "share"};
  assert.deepEqual(
    [amountText(game, 2), amountText(game, 1), amountText(win, 0.05)],
    ["2 discs", "1 disc", "5 % of a win"],
  );
  assert.deepEqual([stepText(game, 6), stepText(win, 0.1)], [">6", ">10 %"]);
  assert.equal(titleText(game), "Ann \u2013 Bob");
  assert.equal(
    titleText({
      players: [
        {name: "black", side: "black"},
        {name: "Bob", side: "white"},
      ],
    }),
    "Black \u2013 Bob",
  );
  speak("ja");
  assert.equal(amountText(win, 0.02), "\u52dd\u7387 2 %");
  speak("en");
});

test("words that stand in a page are put into its language", () => {
  const node = key => Object.assign(document.createElement("p"), {dataset: key});
  const nodes = {
    "[data-say]": node({say: "undo"}),
    "[data-name]": node({name: "back"}),
    "[data-label]": node({label: "board"}),
  };
  for (const one of Object.values(nodes))
    Object.defineProperty(one, "textContent", {writable: true, value: ""});
  const before = document.querySelectorAll;
  document.documentElement = {};
  document.querySelectorAll = look => [nodes[look]];
  speak("ja");
  translate();
  speak("en");
  document.querySelectorAll = before;
  assert.equal(document.documentElement.lang, "ja");
  assert.equal(nodes["[data-say]"].textContent, "\u5f85\u3063\u305f");
  assert.equal(nodes["[data-name]"].attributes["aria-label"], nodes["[data-name]"].title);
  assert.equal(nodes["[data-label]"].attributes["aria-label"], "\u76e4\u9762");
});
