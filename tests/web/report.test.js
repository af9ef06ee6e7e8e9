import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";

// The script begins at once: here the page has no game.
globalThis.document.getElementById = () => ({textContent: '{"sections": []}'});
const {drawChart, parsedChanges, plyWords, reviewWords, unpacked, valueOf} =
  await import("../../protocol/report/assets/report.js");

const packed = {
  players: ["black", "white"],
  seats: ["Ann", "Bob"],
  ending: "played",
  start: "-X-O",
  label: "1",
  plies: [
    [0, "A1", true, 0, null, null, 0, "0X3X"],
    [1, "A2", false, 0.25, 3, "discs", 2, "2O"],
    [0, "B2", false, 1.5, 0.75, "share", -1, ""],
  ],
};
const game = unpacked(packed);

test("a packed game has the cells after each ply", () => {
  assert.deepEqual(
    game.positions.map(cells => cells.join("")),
    ["-X-O", "XX-X", "XXOX", "XXOX"],
  );
  assert.deepEqual(parsedChanges("19X127O"), [
    [19, "X"],
    [127, "O"],
  ]);
});

test("values are those of the first player in a game for two", () => {
  const values = of => game.plies.slice(1).map(ply => valueOf(of, ply));
  assert.deepEqual(values(game), [-3, 0.75]);
  assert.deepEqual(values({players: [1, 2, 3, 4]}), [3, 0.75]);
});

test("a ply is told in words", () => {
  assert.equal(plyWords(game, 0), "1. Black A1 (opening)");
  assert.equal(plyWords(game, 1), "2. White A2: Black \u22123.0 discs, 250 ms");
  assert.equal(plyWords(game, 2), "3. Black B2: Black wins 75.0 %, 1.5 s");
  assert.equal(plyWords(game, 9), "");
});

test("a game leads to its review, or says how to make it", () => {
  const [link] = reviewWords({link: "r/games/0001.html#3"});
  assert.equal(link.attributes.href, "r/games/0001.html#3");
  const [words, code] = reviewWords({command: "outflank analyze a --game 3"});
  assert.equal(words + code.textContent, "Review it: outflank analyze a --game 3");
  assert.deepEqual(reviewWords({}), []);
});

test("the chart says what its axes are, and has no empty half", () => {
  const texts = chart => chart.all("text").map(one => one.textContent);
  const whole = drawChart(game, 1),
    words = texts(whole);
  for (const axis of [
    "lead of Black in discs",
    "chance of Black",
    "time for a move, at most 1.5 s",
    "50 %",
  ]) {
    assert.ok(words.includes(axis), axis);
  }
  assert.equal(whole.all("circle").length, 2);
  assert.equal(whole.all("rect").length, 3);
  const silent = drawChart(unpacked({...packed, plies: packed.plies.slice(0, 1)}), null);
  const heights = [whole, silent].map(chart => Number(chart.attributes.viewBox.split(" ")[3]));
  assert.ok(heights[1] < heights[0] / 2);
  assert.ok(!texts(silent).includes("50 %"));
});
