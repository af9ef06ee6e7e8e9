"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const {load, plain, KIT} = require("./load.js");

const made = (discs, win, exact = false) => ({discs, win, exact, line: [{move: "D3", player: 0, cell: 1}]});
const judge = (degree, lostDiscs, more = {}) => ({free: true, made: made(-2, 0.4), best: made(4.06, 0.7),
  lostDiscs, lostWin: 0.3, exact: false, degree, ...more});
const ply = (player, move, judged) => ({player, move, cell: 0, changes: [], judged});
const players = [{name: "Ann", side: "black", colour: "black"}, {name: "Bob", side: "white", colour: "white"}];
const game = {unit: "discs", players, best: [], plies: [
  ply(0, "F5", judge(0, 0, {best: null})), ply(1, "D6", judge(2, 7.5)), ply(0, "C3", judge(3, 13)),
  ply(1, "D3", judge(0, 0, {free: false, best: null})), ply(0, "C4", undefined), ply(1, "A1", judge(1, 2.5)),
]};
const run = load([...KIT, "review/values.js"], {game, one: made(4.06, 0.712), sure: made(4, 1, true)});

test("values are told for the first player, with their units", () => {
  assert.equal(run("valueText(game, one, 1)"), "Black +4.1 discs, wins 71.2 %");
  assert.equal(run("valueText(game, sure, 0)"), "Black +4 discs, exact");
  assert.equal(run("valueText({...game, unit: 'win'}, {...one, discs: null}, 1)"), "Black wins 71.2 %");
  const four = "{...game, players: [...game.players, ...game.players]}";
  assert.equal(run(`valueText(${four}, {...one, discs: null}, 1)`), "White expects 71.2 %");
});

test("the worst mistakes come first, and what is none is not among them", () => {
  assert.deepEqual(plain(run("worstPlies(game)")), [3, 2, 6]);
  assert.deepEqual(plain(run("worstPlies({...game, plies: []})")), []);
});

test("mistakes have the signs of chess", () => {
  const signs = plain(run("game.plies.map(ply => signOf(ply.judged))"));
  assert.deepEqual(signs, ["", "?", "??", "", "", "?!"]);
});

test("the heading names what is on the board", () => {
  assert.equal(run("headingText(game, 0, null)"), "Start");
  assert.equal(run("headingText(game, 3, null)"), "3. Black C3");
  const branch = `{step: 2, line: [{move: "E3", player: 0}, {move: "F4", player: 1}]}`;
  assert.equal(run(`headingText(game, 3, ${branch})`), "4. White F4");
  assert.equal(run(`headingText(game, 0, ${branch})`), "2. White F4");
});

test("a ply is told in sentences", () => {
  const told = number => plain(run(`sentences(game, game.plies[${number}])`)).map(([text]) => text);
  assert.deepEqual(told(0), ["\u2713 The best move.", "After F5: Black \u22122.0 discs, wins 40.0 %."]);
  assert.deepEqual(told(1), ["? Lost 7.5 discs.", "Better: D3. Black +4.1 discs, wins 70.0 %.",
    "After D6: Black \u22122.0 discs, wins 40.0 %."]);
  assert.equal(told(3)[0], "There was no choice.");
  assert.deepEqual(told(4), ["Not looked at."]);
});

test("the graph of two begins at the start, that of more has a line each", () => {
  const [one] = plain(run("seriesOf(game)"));
  assert.deepEqual(one.points.map(([number]) => number), [0, 1, 2, 3, 4, 6]);
  const more = plain(run("seriesOf({...game, unit: 'win', players: [...game.players, game.players[0]]})"));
  assert.deepEqual(more.map(series => series.points.length), [2, 3, 0]);
});
