import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";

// The script begins at once: here the page has no game.
globalThis.document.getElementById = () => ({textContent: '{"sections": []}'});
const {costlyBox, fits} = await import("../../protocol/review/assets/overview.js");

const board = {
  kind: "squares",
  signs: {X: "black", O: "white"},
  width: 2,
  height: 2,
  columns: ["A", "B"],
  rows: ["1", "2"],
  felt: true,
};
const row = {
  cells: "X-O-",
  made: 1,
  better: 3,
  letter: "",
  words: "A lost 7 discs",
  about: "A and B",
  link: "",
};

test("a costly move has its board and its words, and leads to its review where there is one", () => {
  const bare = costlyBox(board, row),
    linked = costlyBox(board, {...row, link: "games/0001.html#1:7"});
  assert.deepEqual(
    bare.children.slice(1).map(one => one.textContent),
    ["A lost 7 discs", "A and B"],
  );
  assert.equal(linked.attributes.href, "games/0001.html#1:7");
  assert.ok(!("href" in bare.attributes));
});

test("games are found by any of their words", () => {
  assert.ok(fits("12 Ann - Bob W+12", "bob ann"));
  assert.ok(fits("12 Ann - Bob W+12", ""));
  assert.ok(!fits("12 Ann - Bob W+12", "cy"));
});
