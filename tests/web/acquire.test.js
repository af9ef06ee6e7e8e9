import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";
import {speak} from "../../protocol/web/assets/lang.js";
import {CHAINS, inWords, moveWords, sharesText} from "../../protocol/web/assets/turns.js";
import {emptyNames, handTiles, tile} from "../../protocol/web/assets/tiles.js";
import * as acquire from "../../protocol/play/assets/acquire.js";
import {Disposition, Purchase} from "../../protocol/play/assets/acquire_choice.js";
import {acquireDecision, coverPart} from "../../protocol/play/assets/acquire_panel.js";
import {holdingsTable, money, tableAfter} from "../../protocol/web/assets/holdings.js";
import {drawMoney} from "../../protocol/web/assets/money.js";
import {announcement, cellWords, countText, marksOf} from "../../protocol/play/assets/model.js";
import {NO_MARKS} from "../../protocol/web/assets/board.js";

const LETTERS = "LTAWFIC";
const board = {
  ...{kind: "squares", signs: {}, width: 12, height: 9, felt: false, rows: [..."ABCDEFGHI"]},
  columns: Array.from({length: 12}, (_, number) => `${number + 1}`),
  chains: Object.fromEntries([...LETTERS].map((letter, number) => [letter, CHAINS[number]])),
};

// 2A and 2B are of Luxor (11 tiles by the table), 4A and 4B of Tower (12), 6A of American; 8A lies alone.
const cells = [...".".repeat(108)];
for (const [cell, sign] of Object.entries({1: "L", 13: "L", 3: "T", 15: "T", 5: "A", 7: "o"}))
  cells[cell] = sign;

const chain = (number, size) => ({
  ...{name: CHAINS[number], letter: LETTERS[number], size, safe: size > 10, bank: 20, bonuses: [0, 0, 0]},
  ...{price: 100 * size, majority: 1000 * size, minority: 500 * size},
});
const sizes = [11, 12, 2, 0, 0, 0, 0];
const table = {
  ...{turn: 0, called: false, bag: 60, out: ["9I"], merger: null},
  chains: sizes.map((size, number) => chain(number, size)),
  seats: [6000, 5400, 12300].map((cash, seat) => ({
    cash,
    worth: cash + 100 * seat,
    shares: sizes.map(() => seat),
    tiles: 6,
  })),
};
const person = {kind: "person"};
const state = (kind, moves, more = {}) => ({
  ...{version: 3, game: "Acquire 3", rules: "published", ply: 0, plies: 0, moves: [], waiting: "person"},
  players: ["red", "yellow", "green"].map(name => ({name, colour: name, seat: person})),
  result: null,
  position: {
    ...{cells: cells.join(""), mover: 1, kind, over: false, hand: ["3A", "12I"], holder: 1, table},
    counts: [6000, 5400, 12300],
    legal: moves.map(move => ({move, cell: -1})),
    ...more,
  },
});
const texts = (nodes, name) => nodes.flatMap(node => node.all(name)).map(node => node.textContent);

test("turns are told as people say them", () => {
  speak("en");
  assert.deepEqual(
    ["5c", "found:TOWER", "survive:Luxor", "order:Luxor,tower", "buy:Luxor,Luxor,Tower", "buy:-"].map(
      moveWords,
    ),
    [
      "5C",
      "founds Tower",
      "Luxor survives",
      "in turn: Luxor, Tower",
      "buys 2 Luxor, 1 Tower",
      "buys nothing",
    ],
  );
  assert.deepEqual(["give:S3T4", "give:T2", "give:-", "end", "d3"].map(moveWords), [
    "sells 3, trades 4",
    "trades 2",
    "keeps all",
    "calls the end",
    "D3",
  ]);
  const worth = {line: [{move: "buy:LUXOR"}]};
  const game = inWords({
    plies: [{move: "end", judged: {made: worth, best: null}}, {move: "1A"}],
    best: [worth],
  });
  assert.equal(game.plies[0].judged.made.line[0].move, "buys 1 Luxor");
  assert.equal(game.plies[0].judged.best, null);
  assert.equal(game.plies[1].judged, undefined);
  assert.equal(game.best[0].line[0].move, "buys 1 Luxor");
  speak("ja");
  assert.equal(sharesText(["Luxor", "Luxor", "Tower"]), "Luxor 2株、Tower 1株");
  speak("en");
});

test("money has its thousands parted", () => {
  assert.deepEqual([0, 900, 6000, 45200, 1234500].map(money), [
    "$0",
    "$900",
    "$6,000",
    "$45,200",
    "$1,234,500",
  ]);
});

test("what a tile does is seen from what it touches", () => {
  const does = cell => acquire.tileEffect(state("place", []), board, cell).kind;
  assert.deepEqual([2, 4, 6, 8, 25, 60, 0].map(does), [
    "dead",
    "merge",
    "join",
    "found",
    "join",
    "lone",
    "join",
  ]);
  const full = state("place", []);
  full.position.table = {...table, chains: table.chains.map(one => ({...one, size: 2, safe: false}))};
  assert.equal(acquire.tileEffect(full, board, 8).kind, "eighth");
  assert.equal(acquire.tileWords(state("place", []), board, 4), "merges Tower, American");
});

test("cells are told with what lies there and what a tile of the hand would do", () => {
  const shown = state("place", ["3A"]);
  const words = cell => cellWords(shown, board, NO_MARKS, cell);
  assert.equal(words(1), "2A, Luxor");
  assert.equal(words(7), "8A, single tile");
  assert.equal(words(60), "1F, empty");
  assert.equal(words(107), "12I, in your hand, a tile by itself");
  const marks = marksOf(shown, null, null, {areas: false, ownership: false, judged: false});
  assert.deepEqual(marks.hand, [2, 107]);
  assert.equal(countText(shown, 2), "$12,300");
});

test("a purchase is put together as the rules allow", () => {
  const legal = ["buy:-", "buy:Luxor", "buy:Luxor,Luxor", "buy:Luxor,Tower", "buy:Tower"];
  const played = [];
  const form = new Purchase(state("buy", legal), move => played.push(move));
  const buttons = () => form.node.all("button");
  const press = number => buttons()[number].listeners.click();
  assert.equal(buttons().length, 7, "fewer and more of three chains, and the purchase");
  assert.ok(buttons()[0].hasAttribute("disabled") && !buttons()[1].hasAttribute("disabled"));
  assert.ok(buttons()[5].hasAttribute("disabled"), "American cannot be bought");
  press(1);
  press(3);
  assert.ok(buttons()[1].hasAttribute("disabled"));
  assert.equal(buttons()[6].textContent, "Buy 1 Luxor, 1 Tower for $2,300");
  press(2);
  press(1);
  press(6);
  assert.deepEqual(played, ["buy:Luxor,Luxor"]);
  assert.equal(acquire.buyWord(table.chains, [0, 0, 0, 0, 0, 0, 0]), "buy:-");
});

test("shares of a chain that is gone are sold, traded and kept", () => {
  const legal = ["give:-", "give:S1", "give:S2", "give:S3", "give:T2", "give:S1T2"];
  const played = [];
  const form = new Disposition(state("dispose", legal), move => played.push(move), 3);
  const named = words =>
    form.node
      .all("button")
      .find(button => button.textContent === words || button.attributes["aria-label"] === words);
  named("Trade what can be").listeners.click();
  named("Sell: more").listeners.click();
  assert.ok(named("Sell: more").hasAttribute("disabled") && named("Trade: more").hasAttribute("disabled"));
  assert.deepEqual(
    form.node.all("output").map(node => node.textContent),
    ["1", "2", "0"],
  );
  named("Do this: sells 1, trades 2").listeners.click();
  named("Sell all").listeners.click();
  named("Trade: more");
  named("Do this: sells 3").listeners.click();
  named("Keep all").listeners.click();
  named("Do this: keeps all").listeners.click();
  assert.deepEqual(played, ["give:S1T2", "give:S3", "give:-"]);
});

test("every decision says what it is about, and has its choices", () => {
  const merger = {survivor: "Tower", defunct: ["Luxor"], now: "Luxor"};
  const all = {
    place: ["12I", "end"],
    found: ["found:Worldwide", "found:Festival"],
    survive: ["survive:Luxor", "survive:Tower"],
    order: ["order:Luxor,Tower", "order:Tower,Luxor"],
    dispose: ["give:-", "give:S1"],
    buy: ["buy:-"],
  };
  for (const [kind, moves] of Object.entries(all)) {
    const played = [];
    const parts = acquireDecision(
      state(kind, moves, {table: {...table, merger, called: kind === "buy"}}),
      board,
      move => played.push(move),
    );
    assert.ok(texts(parts, "h2")[0] && texts(parts, "p")[0].length > 20, kind);
    const buttons = parts
      .flatMap(part => part.all("button"))
      .filter(button => !button.hasAttribute("disabled"));
    assert.ok(buttons.length, kind);
    buttons.at(-1).listeners.click();
    if (!["dispose", "buy"].includes(kind)) assert.deepEqual(played, [moves.at(-1)], kind);
  }
  const place = acquireDecision(state("place", all.place), board, () => {});
  const tiles = place
    .flatMap(part => part.all("button"))
    .filter(button => button.classes.includes("own-tile"));
  assert.deepEqual(
    tiles.map(one => one.hasAttribute("disabled")),
    [true, false],
    "3A touches two safe chains",
  );
  const others = acquireDecision(state("place", []), board, () => {});
  assert.equal(others[0].textContent, "Yellow decides.");
  assert.equal(others.flatMap(part => part.all("button")).length, 0);
});

test("the table of holdings says all that lies open, and nothing that does not", () => {
  const {players, position} = state("buy", []);
  const sides = players.map(({name, colour}) => ({side: name, colour}));
  const [region, note] = holdingsTable(sides, position.table, false, board);
  assert.equal(region.attributes.tabindex, "0");
  assert.equal(region.all("tr").length, 1 + 7 + 2);
  assert.ok(note.textContent.startsWith("60 tiles in the bag; out of the game: 9I."));
  assert.ok(region.textContent.includes("$12,300") && !region.textContent.includes("3A"));
  assert.equal(holdingsTable(sides, position.table, true, board)[0].all("tr").length, 1 + 7 + 1);
});

test("a table changes by the chains and seats that are told", () => {
  const seat = {...table.seats[1], worth: 9900};
  const after = tableAfter(table, {chains: [[2, chain(2, 5)]], seats: [[1, seat]], bag: 59});
  assert.deepEqual([after.bag, after.out, after.chains[2].size], [59, ["9I"], 5]);
  assert.deepEqual([after.seats[1].worth, after.seats[0]], [9900, table.seats[0]]);
  assert.equal(table.chains[2].size, 2);
  assert.deepEqual(tableAfter(table, {}).chains, table.chains);
});

test("the chart of money has a line for each player, and a click goes to a ply", () => {
  const sides = ["red", "yellow", "green"].map(name => ({side: name, colour: name}));
  const tables = [0, 1, 2, 3].map(ply =>
    tableAfter(table, {seats: [[0, {...table.seats[0], worth: 6000 + 4000 * ply}]]}),
  );
  /** @type {number[]} */
  const gone = [];
  const svg = drawMoney(sides, tables, 2, 390, ply => gone.push(ply));
  const worths = svg.all("polyline").filter(line => line.attributes.class === "worth");
  const points = worths.map(line =>
    line.attributes.points.split(" ").map(place => place.split(",").map(Number)),
  );
  assert.deepEqual(
    points.map(line => line.length),
    [4, 4, 4],
  );
  assert.ok(points[0][3][1] < points[0][0][1], "more money is higher up");
  assert.equal(points[1][3][1], points[1][0][1]);
  assert.deepEqual(
    worths.map(line => line.attributes.stroke),
    ["var(--line-red)", "var(--line-yellow)", "var(--line-green)"],
  );
  assert.equal(new Set(worths.map(line => line.attributes["stroke-dasharray"])).size, 3);
  const words = svg.all("text").map(node => node.textContent);
  assert.ok(
    ["Red", "Yellow", "Green", "$0", "money if scored after each move"].every(word => words.includes(word)),
  );
});

test("the end lists the players by their money, and equal money shares a rank", () => {
  const over = state("over", [], {
    table: {...table, seats: [5, 9, 9].map(worth => ({...table.seats[0], worth}))},
  });
  assert.deepEqual(
    acquire.standings(over).map(({player, rank}) => [player, rank]),
    [
      [1, 1],
      [2, 1],
      [0, 3],
    ],
  );
  over.waiting = "over";
  const parts = acquireDecision(over, board, () => {});
  assert.deepEqual(texts(parts, "li"), ["Yellow $9", "Green $9", "Red $5"]);
});

test("of several persons at a page only the one who has asked sees the tiles", () => {
  const shown = state("place", ["3A"]);
  assert.ok(acquire.isCovered(shown, -1) && acquire.isCovered(shown, 0) && !acquire.isCovered(shown, 1));
  const covered = acquire.coveredState({...shown, position: {...shown.position, text: "3A"}});
  assert.ok(!JSON.stringify(covered.position.hand) || covered.position.hand === null);
  assert.ok(covered.position.legal.length === 0 && covered.position.text === "");
  const alone = {
    ...shown,
    players: shown.players.map((one, number) => ({
      ...one,
      seat: number === 1 ? person : {kind: "engine", level: "5"},
    })),
  };
  assert.ok(!acquire.isCovered(alone, -1), "who is alone with engines is asked nothing");
  let uncovered = 0;
  const [, , button] = coverPart("Yellow", () => (uncovered += 1));
  button.listeners.click();
  assert.equal(uncovered, 1);
});

test("tiles are told apart by letters and names, not by colour alone", () => {
  const words = (cell, sign) => tile(board, cell, sign)[1].textContent;
  assert.deepEqual([words(0, "L"), words(28, "o")], ["L", "5C"]);
  assert.equal(emptyNames(board).length, 108);
  assert.equal(emptyNames({...board, chains: undefined}).length, 0);
  const marks = {...NO_MARKS, hand: [2, 107], legal: [107], thoughts: [{cell: 2}]};
  assert.equal(handTiles(board, marks).length, 2, "a thought stands in place of the tile");
  const idle = handTiles(board, {...marks, thoughts: [], legal: []});
  assert.ok(idle.every(node => node.name === "text" || node.classes.includes("idle")));
});

test("what happened is told in words", () => {
  const before = state("place", []);
  const after = {...before, ply: 1, moves: [{player: 0, move: "buy:Luxor", changes: [], cell: -1}]};
  assert.equal(announcement(before, after, board), "Red buys 1 Luxor. Yellow to move");
  assert.equal(announcement(after, after, board), "");
});
