import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";
import {bestTable, discsPanel, infoPanel, movesTable, worstPanel} from "../../protocol/web/assets/panels.js";

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
