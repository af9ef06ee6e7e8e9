"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const {load, plain, KIT} = require("./load.js");

// The script begins at once: here there is no game in the page.
const byId = {getElementById: () => ({textContent: '{"sections": []}'}), querySelectorAll: () => []};
const board = `{signs: {X: "black", O: "white"}, size: 2, columns: "AB", felt: true}`;
const packed = {
  players: ["black", "white"], seats: ["Ann", "Bob"], ending: "played", start: "-X-O", label: "1",
  plies: [[0, "A1", true, 0, null, null, 0, "0X3X"], [1, "A2", false, 0.25, 3, "discs", 2, "2O"],
    [0, "B2", false, 1.5, 0.75, "share", -1, ""]],
};
const drawing = load(KIT);
const document = {...plain({}), createElement: name => drawing(`document.createElement("${name}")`),
  createElementNS: (_, name) => drawing(`document.createElement("${name}")`), ...byId};
const run = load([...KIT, "report/report.js"], {document, packed});

test("a packed game has the cells after each ply", () => {
  const game = plain(run("unpacked(packed)"));
  assert.deepEqual(game.positions.map(cells => cells.join("")), ["-X-O", "XX-X", "XXOX", "XXOX"]);
  assert.deepEqual(plain(run(`parsedChanges("19X127O")`)), [[19, "X"], [127, "O"]]);
});

test("values are those of the first player in a game for two", () => {
  const values = `unpacked(packed).plies.map(ply => valueOf(GAME, ply))`;
  assert.deepEqual(plain(run(values.replace("GAME", "packed"))).slice(1), [-3, 0.75]);
  const four = "{players: [1, 2, 3, 4]}";
  assert.deepEqual(plain(run(values.replace("GAME", four))).slice(1), [3, 0.75]);
});

test("a ply is told in words", () => {
  const words = number => run(`plyWords(unpacked(packed), ${number})`);
  assert.equal(words(0), "1. Black A1 (opening)");
  assert.equal(words(1), "2. White A2: Black \u22123.0 discs, 250 ms");
  assert.equal(words(2), "3. Black B2: Black wins 75.0 %, 1.5 s");
  assert.equal(words(9), "");
});

test("the chart says what its axes are, and has no empty half", () => {
  const texts = chart => plain(chart.all("text").map(one => one.textContent));
  const whole = run("drawChart(unpacked(packed), 1)"), words = texts(whole);
  for (const axis of ["lead of Black in discs", "chance of Black", "time for a move, at most 1.5 s", "50 %"]) {
    assert.ok(words.includes(axis), axis);
  }
  assert.equal(whole.all("circle").length, 2);
  assert.equal(whole.all("rect").length, 3);
  const silent = run("drawChart(unpacked({...packed, plies: packed.plies.slice(0, 1)}), null)");
  const heights = [whole, silent].map(chart => Number(chart.attributes.viewBox.split(" ")[3]));
  assert.ok(heights[1] < heights[0] / 2);
  assert.ok(!texts(silent).includes("50 %"));
});

test("the board of a report is that of the kit", () => {
  const drawn = run(`drawBoard(${board}, unpacked(packed).positions[3], NO_MARKS, true)`);
  assert.equal(drawn.all("circle").filter(one => one.attributes.class === "disc").length, 4);
});
