import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";
import {speak} from "../../protocol/web/assets/lang.js";
import * as model from "../../protocol/play/assets/model.js";
import {decisionPanel, decisions} from "../../protocol/play/assets/decision.js";
import {clockText} from "../../protocol/play/assets/seats.js";

const names = count => Array.from({length: count}, (_, number) => `${number + 1}`);
const board = {
  ...{kind: "squares", signs: {X: "black", O: "white"}, width: 8, height: 8, felt: true},
  ...{columns: [..."ABCDEFGH"], rows: names(8)},
};
const tiles = {
  ...board,
  signs: {},
  felt: false,
  width: 12,
  height: 9,
  columns: names(12),
  rows: [..."ABCDEFGHI"],
};
const sphere = {kind: "sphere", signs: {B: "black", W: "white"}, points: [], neighbours: [], faces: []};
const person = {kind: "person"};
const level = {kind: "engine", level: "5"};
const player = (name, seat) => ({name, colour: name, seat, called: "", clock: null});
const cells = ("-".repeat(27) + "XX------XO").padEnd(64, "-");
const made = {ply: 1, player: 0, move: "d3", cell: 19, forced: false, by: "person", seconds: 1};
const d3 = {
  ...made,
  changes: [
    [19, "X"],
    [27, "X"],
  ],
  judged: null,
};
const state = {
  ...{version: 1, game: "Othello", size: 8, title: "Othello 8x8", ply: 1, plies: 1, moves: [d3]},
  players: [player("black", person), player("white", level)],
  position: {
    cells,
    mover: 1,
    legal: [
      {
        move: "C3",
        cell: 18,
        changes: [
          [18, "O"],
          [27, "O"],
        ],
      },
    ],
    counts: [4, 1],
  },
  ...{waiting: "paused", result: null, undo: true, redo: false},
};
const wishes = {areas: false, ownership: false, judged: false};

test("cells have their names, and names their cells", () => {
  assert.deepEqual(
    [0, 19, 63].map(cell => model.cellName(board, cell)),
    ["A1", "D3", "H8"],
  );
  assert.equal(model.cellName(tiles, 12 * 2 + 4), "5C");
  for (const cell of [0, 9, 10, 11, 107])
    assert.equal(model.cellOf(tiles, model.cellName(tiles, cell)), cell);
  assert.deepEqual(
    ["d3", "H8", "pass", "A1S", "I9"].map(move => model.cellOf(board, move)),
    [19, 63, -1, 0, -1],
  );
  assert.deepEqual(
    ["0", "301", "pass"].map(move => model.cellOf(sphere, move)),
    [0, 301, -1],
  );
  const ten = {...board, width: 10, height: 10, columns: [..."ABCDEFGHJK"], rows: names(10)};
  assert.deepEqual(
    ["A1", "A10", "K10"].map(move => model.cellOf(ten, move)),
    [0, 90, 99],
  );
});

test("it is said whose turn it is", () => {
  const told = (waiting, mover) => model.turnText({...state, waiting, position: {...state.position, mover}});
  assert.equal(told("person", 0), "Your move: Black");
  assert.equal(told("engine", 1), "Level 5 (White) is thinking");
  assert.match(told("paused", 1), /^White is the engine's/);
  assert.equal(model.turnText({...state, plies: 9}), "Move 1 of 9");
  const both = {...state, waiting: "person", players: [player("black", person), player("white", person)]};
  assert.equal(model.turnText(both), "White to move");
});

test("it is said how a game ended", () => {
  const told = result => model.turnText({...state, waiting: "over", result: {end: "played", ...result}});
  assert.equal(told({winners: [0], scores: [38, 26]}), "Black wins 38\u201326");
  assert.equal(told({winners: [0, 1], scores: [32, 32]}), "A draw 32\u201332");
  assert.equal(told({winners: [1], scores: [0.4, 0.525]}), "White wins 40.0 %\u201352.5 %");
  assert.equal(told({winners: [1], scores: [2, 2], end: "resigned"}), "White wins by resignation");
  assert.equal(told({winners: [0], scores: [2, 2], end: "time"}), "Black wins on time");
});

test("a move is told with what it did", () => {
  assert.equal(model.toldMove(state, board, d3), "Black D3, turned 1");
  assert.equal(model.toldMove(state, board, {...d3, forced: true, move: "pass"}), "Black had to pass");
  assert.equal(model.toldMove(state, board, {...d3, cell: -1, move: "pass", changes: []}), "Black passes");
  const stone = {
    ...d3,
    cell: 7,
    move: "7",
    changes: [
      [7, "B"],
      [8, "."],
      [9, "."],
    ],
  };
  assert.equal(model.toldMove(state, sphere, stone), "Black 7, took 2");
  assert.deepEqual(model.marksOf({...state, moves: [stone]}, null, null, wishes).taken, [8, 9]);
});

test("cells are read aloud with all that is marked on them", () => {
  const marks = model.marksOf(state, null, null, wishes);
  const words = cell => model.cellWords(state, board, marks, cell);
  assert.equal(words(0), "A1, empty");
  assert.equal(words(18), "C3, legal move, turns 1");
  assert.equal(words(27), "D4, Black");
  const ball = {...sphere, neighbours: [[1], [0, 2, 3]]};
  const there = {...state, position: {...state.position, cells: ".B"}};
  assert.equal(model.cellWords(there, ball, {...marks, made: -1}, 1), "1, Black, neighbours 0 2 3");
  const at = {...marks, made: 27, thoughts: [{cell: 27, words: "+2.0"}]};
  assert.equal(model.cellWords(state, board, at, 27), "D4, Black, last move, worth +2.0");
});

const thoughts = {
  ...{version: 1, ply: 1, by: "analysis", player: 1, visits: 100, ownership: [1, -0.5, null, 0.2]},
  moves: [
    {move: "A1S", cell: 0, visits: 80, winrate: 0.61, lead: null},
    {move: "A1O", cell: 0, visits: 20, winrate: 0.5, lead: null},
    {move: "pass", cell: -1, visits: 9, winrate: 0.1, lead: null},
  ],
};

test("thoughts are marked where they are, values are the mover's own", () => {
  const [mark, ...others] = model.thoughtMarks(thoughts, {letters: ["S", "O"], unit: "share"});
  assert.deepEqual(mark, {cell: 0, words: "S 61", more: "80", share: 1, best: true});
  assert.equal(others.length, 0);
  assert.deepEqual(model.ownerMarks(state, thoughts), [["white", 1], ["black", 0.5], null, ["white", 0.2]]);
  const four = {...state, players: ["red", "yellow", "green", "blue"].map(name => player(name, person))};
  assert.deepEqual(model.ownerMarks(four, {...thoughts, ownership: [[2, 0.7], null]}), [
    ["green", 0.7],
    null,
  ]);
});

test("values and counts are short where there is little room", () => {
  assert.equal(model.worthText({lead: -1.26, winrate: 0.4}, true), "\u22121.3");
  assert.equal(model.worthText({lead: 22.4, winrate: 1}, true), "+22");
  assert.equal(model.worthText({lead: null, winrate: 0.615}, true), "62");
  assert.deepEqual([950, 1234, 56000, 3400000].map(model.countShort), ["950", "1.2k", "56k", "3.4M"]);
});

test("the move that was judged has its sign, and the better one is shown", () => {
  const best = {
    discs: 2,
    win: 0.6,
    exact: false,
    visits: 9,
    line: [{move: "C4", player: 0, cell: 26, changes: []}],
  };
  const judged = {free: true, made: best, best, lostDiscs: 13, lostWin: 0.3, exact: false, degree: 3};
  const marks = model.marksOf({...state, moves: [{...d3, judged}]}, null, null, {...wishes, judged: true});
  assert.deepEqual([marks.made, marks.better, marks.sign, marks.colour], [19, 26, "??", "var(--bad3)"]);
  const game = model.gameOf({...state, moves: [{...d3, judged}]}, board, {unit: "discs"}, null);
  assert.deepEqual([game.unit, game.plies[0].move, game.players[1].name], ["discs", "D3", "Level 5"]);
});

test("a line is put on the board move by move", () => {
  const steps = model.lineSteps(state, board, {pv: ["C3", "pass", "D6"]});
  assert.deepEqual(
    steps.map(step => [step.player, step.cell]),
    [
      [1, 18],
      [0, -1],
      [1, 43],
    ],
  );
});

test("clocks show tenths at the end only", () => {
  assert.deepEqual([247.9, 60, 9.95, 3.21, -1].map(clockText), ["4:07", "1:00", "9.9", "3.2", "0.0"]);
});

test("players are called in the language of the page", () => {
  speak("ja");
  assert.equal(model.calledText(state, 0), "\u3042\u306a\u305f");
  assert.equal(model.calledText(state, 1), "\u30ec\u30d9\u30eb5");
  speak("en");
  const seat = {kind: "engine", level: "master", seconds: 2};
  assert.equal(model.calledText({...state, players: [player("black", seat)]}, 0), "Master, 2 s");
});

test("what is not decided on the board has buttons", () => {
  const legal = [
    {move: "D3", cell: 19},
    {move: "pass", cell: -1},
    {move: "buy:-", cell: -1, word: "Buy nothing"},
  ];
  const asked = {
    ...state,
    waiting: "person",
    position: {...state.position, legal, say: "Buy up to three shares."},
  };
  assert.deepEqual(decisions(asked), [legal[2]]);
  assert.deepEqual(decisions({...asked, waiting: "engine"}), []);
  const played = [];
  const [words, choices] = decisionPanel(asked, move => played.push(move));
  assert.equal(words.textContent, "Buy up to three shares.");
  const [button] = choices.all("button");
  button.listeners.click();
  assert.deepEqual([button.textContent, played], ["Buy nothing", ["buy:-"]]);
});
