import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";
import {NO_MARKS, changed, discCounts, makeBoard} from "../../protocol/web/assets/board.js";
import {discLimit, plyAt, rows, scale, ticks} from "../../protocol/web/assets/charts.js";
import {duration, element, percent, signed, tableRow} from "../../protocol/web/assets/kit.js";
import {arrow} from "../../protocol/web/assets/marks.js";

const near = (found, wanted) => {
  assert.equal(found.length, wanted.length, `${found}`);
  found.forEach((value, number) => assert.ok(Math.abs(value - wanted[number]) < 1e-9, `${found}`));
};

test("numbers have a sign unless they round to nothing", () => {
  assert.equal(signed(4.06, 1), "+4.1");
  assert.equal(signed(-22, 0), "\u221222");
  assert.equal(signed(-0.04, 1), "0.0");
  assert.equal(percent(0.5), "50.0 %");
  assert.equal(percent(1, 0), "100 %");
});

test("durations are told in a good unit", () => {
  assert.equal(duration(0.00123), "1.2 ms");
  assert.equal(duration(0.25), "250 ms");
  assert.equal(duration(12.34), "12.3 s");
});

test("ticks are round numbers between the ends", () => {
  near(ticks(0, 100, 5), [0, 20, 40, 60, 80, 100]);
  near(ticks(-3, 7, 6), [-2, 0, 2, 4, 6]);
  near(ticks(0.4, 1, 6), [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]);
  near(ticks(5, 5, 6), [5]);
});

test("a scale is linear and stands still without a range", () => {
  assert.equal(scale(0, 10, 100, 200)(5), 150);
  assert.equal(scale(3, 3, 100, 200)(3), 100);
});

test("an axis of discs is a multiple of 8 that holds all values", () => {
  assert.equal(discLimit([], 64), 8);
  assert.equal(discLimit([-8.0, 3], 64), 8);
  assert.equal(discLimit([-8.1, 3], 64), 16);
  assert.equal(discLimit([80], 64), 64);
});

test("words go into a page as text", () => {
  const [cell] = tableRow("td", [["<b>x</b>", "text"]]).all("td");
  assert.deepEqual(cell.children, ["<b>x</b>"]);
  assert.equal(cell.attributes.class, "text");
});

test("an element has what it is given, a style without the attribute that a policy forbids", () => {
  const made = element("input", {disabled: true, hidden: false, value: 0, style: {"--disc": "red"}});
  assert.deepEqual(made.attributes, {disabled: "", value: "0"});
  assert.deepEqual(made.properties, {"--disc": "red"});
});

test("a draw's line is drawn apart from the others", () => {
  const lines = rows({left: 0, right: 9}, value => value, [0, 0.5, 1], String, 0.5).filter(
    one => one.name === "line",
  );
  assert.deepEqual(
    lines.map(one => one.attributes.class),
    ["grid", "even", "grid"],
  );
});

test("a pointer finds its ply", () => {
  const svg = {getBoundingClientRect: () => ({left: 10, width: 200})};
  const ply = x => plyAt({clientX: x}, svg, 100, {left: 0, right: 100}, 60);
  assert.equal(ply(10), 0);
  assert.equal(ply(110), 30);
  assert.equal(ply(500), 60);
});

const names = count => Array.from({length: count}, (_, number) => `${number + 1}`);
const othello = {
  kind: "squares",
  signs: {X: "black", O: "white"},
  width: 8,
  height: 8,
  columns: [..."ABCDEFGH"],
  rows: names(8),
  felt: true,
};
const shown = (data, cells, marks = {}, how = {}) => {
  const board = makeBoard(data, how);
  board.show(cells, {...NO_MARKS, ...marks});
  return board.node;
};
const texts = node => node.all("text").map(one => one.textContent);

test("discs are counted, letters are not", () => {
  assert.deepEqual(discCounts(othello, [..."XXO-X"]), {black: 3, white: 1});
  assert.equal(discCounts({signs: {}}, [..."SOS"]), null);
});

test("cells change in a copy", () => {
  const old = [..."--"];
  assert.deepEqual(changed(old, [[1, "X"]]), ["-", "X"]);
  assert.deepEqual(old, ["-", "-"]);
});

test("a board has its star points, its marks and an arrow to the better move", () => {
  const drawn = shown(othello, [...("-".repeat(63) + "X")], {made: 63, better: 0, sign: "??", colour: "red"});
  for (const [look, count] of [
    ["star", 4],
    ["disc", 1],
    ["arrow", 1],
  ]) {
    assert.equal(drawn.of(look).length, count, look);
  }
  assert.deepEqual(
    drawn.of("badge").map(one => one.textContent),
    ["??"],
  );
  for (const name of [..."ABCDEFGH", ..."12345678"]) assert.ok(texts(drawn).includes(name), name);
});

test("a board that is wider than high has all its columns and rows", () => {
  const data = {
    ...othello,
    signs: {},
    felt: false,
    width: 12,
    height: 9,
    columns: names(12),
    rows: [..."ABCDEFGHI"],
  };
  const drawn = shown(data, Array(108).fill("."));
  for (const name of [...names(12), ..."ABCDEFGHI"]) assert.ok(texts(drawn).includes(name), name);
  const [, , width, height] = drawn.attributes.viewBox.split(" ").map(Number);
  assert.ok(width > 12 && height > 9 && width > height);
});

test("discs that change turn over, and only where it is wished", () => {
  for (const lively of [true, false]) {
    const board = makeBoard(othello);
    board.show([..."-XO".padEnd(64, "-")], NO_MARKS);
    board.show([..."XXX".padEnd(64, "-")], {...NO_MARKS, made: 0}, lively);
    assert.deepEqual(
      board.node.of("turning").map(one => one.properties),
      lively ? [{"--from": "var(--disc-white)", "--far": "2"}] : [],
    );
    assert.equal(board.node.of("placed").length, lively ? 1 : 0);
  }
});

test("a hand is told of the cells that it goes to and chooses", () => {
  const told = [];
  const hand = {
    choose: cell => told.push(cell),
    point: () => {},
    words: cell => `cell ${cell}`,
    label: "Board",
  };
  const board = makeBoard(othello, {hand});
  board.show(Array(64).fill("-"), {...NO_MARKS, legal: [9]});
  const cells = board.node.all("rect").filter(one => one.attributes.role === "gridcell");
  assert.equal(cells.length, 64);
  assert.deepEqual([cells[9].attributes["aria-label"], cells[9].attributes.class], ["cell 9", "cell legal"]);
  for (const cell of cells) cell.focus = () => {};
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", " "]) {
    board.node.listeners.keydown({key, preventDefault: () => {}, stopPropagation: () => {}});
  }
  assert.deepEqual(told, [1]);
  assert.deepEqual(
    cells.filter(one => one.attributes.tabindex === "0").map(one => one.attributes["data-cell"]),
    ["1"],
  );
});

test("thoughts are told in words, the best one apart", () => {
  const thoughts = [
    {cell: 3, words: "+2", more: "1k", share: 1, best: true},
    {cell: 4, words: "\u22121", more: "9", share: 0.1, best: false},
  ];
  const drawn = shown(othello, Array(64).fill("-"), {thoughts, legal: [3, 4, 5]});
  assert.deepEqual(
    drawn.of("thought").map(one => one.classes.includes("best")),
    [true, false],
  );
  assert.equal(drawn.of("dot-legal").length, 1);
  for (const words of ["+2", "1k", "\u22121", "9"]) assert.ok(texts(drawn).includes(words), words);
});

test("no arrow leads from a move to itself", () => {
  assert.deepEqual(arrow([1, 1], [1, 1], 1, "red"), []);
});

const ball = {
  kind: "sphere",
  signs: {B: "black", W: "white"},
  points: [
    [0, 0, 1],
    [0.6, 0, -0.8],
  ],
  neighbours: [[1], [0]],
  faces: [[0, 1]],
};

test("every point of a sphere has its number on a sheet, wide and narrow", () => {
  for (const narrow of [false, true]) {
    const drawn = shown(ball, [..."B."], {}, {sheet: true, narrow});
    const points = drawn.of("number");
    assert.deepEqual(
      points.map(one => one.textContent),
      ["0", "1"],
    );
    const [, , width, height] = drawn.attributes.viewBox.split(" ").map(Number);
    assert.equal(width < height, narrow);
    assert.ok(Number(points[1].attributes.x) < width - 1 && Number(points[1].attributes.y) < height - 1);
  }
});
