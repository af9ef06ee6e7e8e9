import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";
import {drawGraph} from "../../protocol/web/assets/graph.js";
import {LANGUAGES, say, speak} from "../../protocol/web/assets/lang.js";
import {TEXTS} from "../../protocol/web/assets/texts.js";
import {
  headingText,
  sentences,
  seriesOf,
  signOf,
  valueText,
  worstPlies,
} from "../../protocol/web/assets/values.js";

const made = (discs, win, exact = false) => ({discs, win, exact, line: [{move: "D3", player: 0, cell: 1}]});
const judge = (degree, lostDiscs, more = {}) => ({
  free: true,
  made: made(-2, 0.4),
  best: made(4.06, 0.7),
  lostDiscs,
  lostWin: 0.3,
  exact: false,
  degree,
  ...more,
});
const expected = {ends: 90, wins: [0.6, 0.4], ranks: [1.4, 1.6], scores: [31249.2, 28051], estimated: false};
const ply = (player, move, judged) => ({player, move, cell: 0, changes: [], judged});
const players = [
  {name: "Ann", side: "black", colour: "black"},
  {name: "Bob", side: "white", colour: "white"},
];
const game = {
  unit: "discs",
  players,
  best: [],
  plies: [
    ply(0, "F5", judge(0, 0, {best: null})),
    ply(1, "D6", judge(2, 7.5)),
    ply(0, "C3", judge(3, 13)),
    ply(1, "D3", judge(0, 0, {free: false, best: null})),
    ply(0, "C4", undefined),
    ply(1, "A1", judge(1, 2.5)),
  ],
};
const one = made(4.06, 0.712),
  sure = made(4, 1, true);

test("values are told for the first player, with their units", () => {
  assert.equal(valueText(game, one, 1), "Black +4.1 discs, wins 71.2 %");
  assert.equal(valueText(game, sure, 0), "Black +4 discs, exact");
  assert.equal(valueText({...game, unit: "win"}, {...one, discs: null}, 1), "Black wins 71.2 %");
  const four = {...game, players: [...game.players, ...game.players]};
  assert.equal(valueText(four, {...one, discs: null}, 1), "White expects 71.2 %");
});

test("the worst mistakes come first, and what is none is not among them", () => {
  assert.deepEqual(worstPlies(game), [3, 2, 6]);
  assert.deepEqual(worstPlies({...game, plies: []}), []);
});

test("mistakes have the signs of chess", () => {
  const signs = game.plies.map(ply => signOf(ply.judged));
  assert.deepEqual(signs, ["", "?", "??", "", "", "?!"]);
});

test("the heading names what is on the board", () => {
  assert.equal(headingText(game, 0, null), "Start");
  assert.equal(headingText(game, 3, null), "3. Black C3");
  const branch = {
    step: 2,
    line: [
      {move: "E3", player: 0},
      {move: "F4", player: 1},
    ],
  };
  assert.equal(headingText(game, 3, branch), "4. White F4");
  assert.equal(headingText(game, 0, branch), "2. White F4");
});

test("a ply is told in sentences", () => {
  const told = number => sentences(game, game.plies[number]).map(({text}) => text);
  assert.deepEqual(told(0), ["\u2713 The best move.", "After F5: Black \u22122.0 discs, wins 40.0 %."]);
  assert.deepEqual(told(1), [
    "? Lost 7.5 discs.",
    "Better: D3. Black +4.1 discs, wins 70.0 %.",
    "After D6: Black \u22122.0 discs, wins 40.0 %.",
  ]);
  assert.equal(told(3)[0], "There was no choice.");
  assert.deepEqual(told(4), ["Not looked at."]);
});

test("the graph of two begins at the start, that of more has a line each", () => {
  const [one] = seriesOf(game);
  assert.deepEqual(
    one.points.map(([number]) => number),
    [0, 1, 2, 3, 4, 6],
  );
  const more = seriesOf({...game, unit: "win", players: [...game.players, game.players[0]]});
  assert.deepEqual(
    more.map(series => series.points.length),
    [2, 3, 0],
  );
});

test("mistakes in the graph are told by more than their colour", () => {
  const drawn = drawGraph(game, 2, 620, () => {});
  assert.equal(drawn.of("mistake").length, 3);
  const words = drawn.all("text").map(one => one.textContent);
  assert.ok(words.includes("?") && words.includes("??") && words.includes("lead of Black (Ann) in discs"));
});

test("every text is there in every language, with the same places", () => {
  const places = text => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const [key, texts] of Object.entries(TEXTS)) {
    assert.equal(texts.length, LANGUAGES.length, key);
    for (const text of texts) assert.ok(text && text === text.trim(), key);
    assert.deepEqual(places(texts[1]), places(texts[0]), key);
  }
});

test("values are told in the language of the page", () => {
  speak("ja-JP");
  assert.equal(valueText(game, one, 1), "\u9ed2 +4.1\u77f3\u3001\u52dd\u7387 71.2 %");
  assert.equal(say("start"), TEXTS.start[1]);
  speak("fr");
  assert.equal(say("start"), "Start");
});

test("what all players can expect at the end is a sentence of its own", () => {
  speak("en");
  const told = judge(0, 0, {best: null});
  const money = more => sentences(game, ply(0, "5C", {...told, made: {...told.made, expected: more}}));
  assert.equal(
    money(expected).pop().text,
    "Expected at the end: Black $31,200, rank 1.4; White $28,100, rank 1.6.",
  );
  assert.ok(
    money({...expected, estimated: true})
      .pop()
      .text.startsWith("Expected, by what shares are worth"),
  );
  assert.equal(money(null).length, money(expected).length - 1);
});
