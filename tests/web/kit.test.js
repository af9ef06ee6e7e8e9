"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const {load, plain, KIT} = require("./load.js");

const run = load(KIT);
const near = (found, wanted) => {
  assert.equal(found.length, wanted.length, `${found}`);
  found.forEach((value, number) => assert.ok(Math.abs(value - wanted[number]) < 1e-9, `${found}`));
};

test("numbers have a sign unless they round to nothing", () => {
  assert.equal(run("signed(4.06, 1)"), "+4.1");
  assert.equal(run("signed(-22, 0)"), "\u221222");
  assert.equal(run("signed(-0.04, 1)"), "0.0");
  assert.equal(run("percent(0.5)"), "50.0 %");
  assert.equal(run("percent(1, 0)"), "100 %");
});

test("durations are told in a good unit", () => {
  assert.equal(run("duration(0.00123)"), "1.2 ms");
  assert.equal(run("duration(0.25)"), "250 ms");
  assert.equal(run("duration(12.34)"), "12.3 s");
});

test("ticks are round numbers between the ends", () => {
  near(run("ticks(0, 100, 5)"), [0, 20, 40, 60, 80, 100]);
  near(run("ticks(-3, 7, 6)"), [-2, 0, 2, 4, 6]);
  near(run("ticks(0.4, 1, 6)"), [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]);
  near(run("ticks(5, 5, 6)"), [5]);
});

test("a scale is linear and stands still where there is no range", () => {
  assert.equal(run("scale(0, 10, 100, 200)(5)"), 150);
  assert.equal(run("scale(3, 3, 100, 200)(3)"), 100);
});

test("an axis of discs is a multiple of 8 that holds all values", () => {
  assert.equal(run("discLimit([], 64)"), 8);
  assert.equal(run("discLimit([-8.0, 3], 64)"), 8);
  assert.equal(run("discLimit([-8.1, 3], 64)"), 16);
  assert.equal(run("discLimit([80], 64)"), 64);
});

test("words go into a page as text", () => {
  const cell = run(`tableRow("td", [["<b>x</b>", "text"]])`).all("td")[0];
  assert.deepEqual(plain(cell.children), ["<b>x</b>"]);
  assert.equal(cell.attributes.class, "text");
});

test("a draw's line is drawn apart from the others", () => {
  const lines = run(`rows({left: 0, right: 9}, value => value, [0, 0.5, 1], String, 0.5)`)
    .filter(one => one.name === "line");
  assert.deepEqual(plain(lines.map(one => one.attributes.class)), ["grid", "even", "grid"]);
});

test("a pointer finds its ply", () => {
  const svg = {getBoundingClientRect: () => ({left: 10, width: 200})};
  const at = load(KIT, {svg});
  const ply = x => at(`plyAt({clientX: ${x}}, svg, 100, {left: 0, right: 100}, 60)`);
  assert.equal(ply(10), 0);
  assert.equal(ply(110), 30);
  assert.equal(ply(500), 60);
});

const board = `({signs: {X: "black", O: "white"}, size: 8, columns: "ABCDEFGHJK", felt: true})`;

test("discs are counted, letters are not", () => {
  assert.deepEqual(plain(run(`discCounts(${board}, [..."XXO-X"])`)), {black: 3, white: 1});
  assert.equal(run(`discCounts({signs: {}}, [..."SOS"])`), null);
});

test("cells change in a copy", () => {
  assert.deepEqual(plain(run(`(() => { const old = [..."--"]; return [changed(old, [[1, "X"]]), old]; })()`)),
    [["-", "X"], ["-", "-"]]);
});

test("a board has its star points, its marks and an arrow to the better move", () => {
  const drawn = run(`drawBoard(${board}, [..."-".repeat(63) + "X"],
    {...NO_MARKS, made: 63, better: 0, sign: "??", colour: "red"}, false)`);
  const of = look => drawn.all("circle").concat(drawn.all("polygon"), drawn.all("text"))
    .filter(one => one.attributes.class === look);
  assert.equal(of("star").length, 4);
  assert.equal(of("disc").length, 1);
  assert.equal(of("arrow").length, 1);
  assert.deepEqual(plain(of("badge").map(one => one.textContent)), ["??"]);
  const words = drawn.all("text").map(one => one.textContent);
  for (const label of [..."ABCDEFGH", ..."12345678"]) assert.ok(words.includes(label), label);
});

test("no arrow leads from a move to itself", () => {
  assert.deepEqual(plain(run(`arrow([1, 1], [1, 1], 1, "red")`)), []);
});

test("every point of a sphere has its number, wide and narrow", () => {
  for (const narrow of [false, true]) {
    const drawn = run(`drawBoard({signs: {B: "black"}, points: [[0, 0, 0], [0.5, 0, 1]], lines: []},
      [..."B."], NO_MARKS, ${narrow})`);
    const points = drawn.all("text").filter(one => one.attributes.class === "point");
    assert.deepEqual(plain(points.map(one => one.textContent)), ["0", "1"]);
    const [, , width, height] = drawn.attributes.viewBox.split(" ").map(Number);
    assert.equal(width < height, narrow);
    assert.ok(Number(points[1].attributes.x) < width - 1 && Number(points[1].attributes.y) < height - 1);
  }
});
