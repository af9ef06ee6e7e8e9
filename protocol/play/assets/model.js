// What a state of the game says, in words and as the kit draws it.

import {NO_MARKS} from "../../web/assets/board.js";
import {money} from "../../web/assets/holdings.js";
import {percent, signed} from "../../web/assets/kit.js";
import {say, sayIf, sideName} from "../../web/assets/lang.js";
import {squareName} from "../../web/assets/tiles.js";
import {inWords, moveWords} from "../../web/assets/turns.js";
import {COLOURS, signOf} from "../../web/assets/values.js";

import {tileCellWords} from "./acquire.js";

/** @typedef {import("../../web/assets/board.js").BoardData} BoardData */
/** @typedef {import("../../web/assets/board.js").Marks} Marks */
/** @typedef {import("../../web/assets/board.js").Thought} Thought */
/** @typedef {import("../../web/assets/values.js").Game} Game */
/** @typedef {import("./messages.js").GameRow} GameRow */
/** @typedef {import("./messages.js").Made} Made */
/** @typedef {import("./messages.js").Player} Player */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Thoughts} Thoughts */
/** @typedef {import("./messages.js").Candidate} Candidate */

const EMPTY = ".-";
const MOST_THOUGHTS = 12;
const MOST_TOLD = 4;
const TILE_COLUMNS = 12;
const A = "A".charCodeAt(0);

/**
 * The name of a cell: D3, 5C, or the number of a point.
 * @param {BoardData} board
 * @param {number} cell
 */
export function cellName(board, cell) {
  return board.kind === "squares" ? squareName(board, cell) : `${cell}`;
}

/**
 * Who plays a seat: a name that was given, "You" for the only person, a level or a bot.
 * @param {State} state
 * @param {number} player
 */
export function calledText(state, player) {
  const {seat} = state.players[player];
  if (seat.name) return seat.name;
  if (seat.kind === "person") return say(persons(state) === 1 ? "you" : "seat_person");
  const limit = seat.seconds ? `${seat.seconds} s` : "";
  if (!seat.level) return limit || "Outflank";
  const name = /^\d+$/.test(seat.level) ? say("named_level", {name: seat.level}) : levelName(seat.level);
  return limit ? `${name}, ${limit}` : name;
}

/** @param {string} level */
export const levelName = level =>
  /^\d+$/.test(level) ? say("seat_level", {name: level}) : level.slice(0, 1).toUpperCase() + level.slice(1);

/** @param {State} state */
const persons = state => state.players.filter(({seat}) => seat.kind === "person").length;

/**
 * What a player has: discs, points, or the share of the area.
 * @param {State} state
 * @param {number} player
 */
export function countText(state, player) {
  const {scores, counts, table} = state.position;
  if (table) return money(table.seats[player].cash);
  if (scores) return scores[player].replace(/ of the area$/, "");
  return counts ? `${counts[player]}` : "";
}

/**
 * Who is to move, or how the game ended.
 * @param {State} state
 */
export function turnText(state) {
  const {mover} = state.position;
  if (state.waiting === "over") return resultText(state);
  const side = sideName(state.players[mover].name);
  const {ply, plies} = state;
  if (state.waiting === "paused" && ply < plies) return say("browsing", {ply, plies});
  if (state.waiting === "engine") return say("engine_thinks", {name: calledText(state, mover), side});
  if (state.waiting === "paused") return say(state.position.table ? "paused_hidden" : "paused", {side});
  return say(persons(state) === 1 ? "your_move" : "to_move", {side});
}

/**
 * How a game ended: who won, by how much, and why if it was not played out.
 * @param {State} state
 */
function resultText(state) {
  const {result, players} = state;
  if (!result) return "";
  const sides = result.winners.map(winner => sideName(players[winner].name));
  const all = result.winners.length === players.length && players.length === 2;
  const won = all
    ? say("drawn")
    : sides.length === 1
      ? say("won", {side: sides[0]})
      : say("shared", {sides: sides.join(", ")});
  const why = sayIf(
    result.end === "time" ? "on_time" : result.end === "resigned" ? "by_resignation" : "",
    "",
  );
  // The money of several players stands in a list of its own.
  const scores = why || state.position.table ? "" : result.scores.map(scoreText).join("\u2013");
  return [won, why || scores].filter(text => text).join(" ");
}

/** @param {number} score */
const scoreText = score => (Number.isInteger(score) ? `${score}` : percent(score));

/**
 * A move as it is told to those who do not see the board.
 * @param {State} state
 * @param {BoardData} board
 * @param {Made} made
 */
export function toldMove(state, board, made) {
  const side = sideName(state.players[made.player].name);
  if (made.forced) return say("told_forced", {side});
  if (made.move.toLowerCase() === "pass") return say("told_pass", {side});
  const others = made.changes.filter(([cell]) => cell !== made.cell);
  const taken = others.filter(([, sign]) => EMPTY.includes(sign)).length;
  if (state.position.table) return say("told_move", {side, move: moveWords(made.move)});
  const turned = board.kind === "squares" && board.felt ? others.length - taken : 0;
  const more = [];
  if (turned) more.push(say("told_turned", {n: turned}));
  if (taken) more.push(say("told_taken", {n: taken}));
  return [say("told_move", {side, move: made.move.toUpperCase()}), ...more].join(", ");
}

/**
 * What has happened, for those who do not see the board; empty where nothing has.
 * @param {State} before
 * @param {State} state
 * @param {BoardData} board
 */
export function announcement(before, state, board) {
  const fresh = state.moves.slice(before.ply, state.ply).map(made => toldMove(state, board, made));
  if (!fresh.length && before.waiting === state.waiting) return "";
  return [...fresh.slice(-MOST_TOLD), turnText(state)].join(". ");
}

/**
 * What a cell holds and what may be done there, as it is read aloud.
 * @param {State} state
 * @param {BoardData} board
 * @param {Marks} marks
 * @param {number} cell
 */
export function cellWords(state, board, marks, cell) {
  const name = cellName(board, cell);
  const sign = state.position.cells[cell];
  const colour = board.signs[sign];
  const legal = marks.legal.includes(cell) ? state.position.legal.find(one => one.cell === cell) : undefined;
  const turns = legal?.changes && board.kind === "squares" && board.felt ? legal.changes.length - 1 : 0;
  const tiles = board.kind === "squares" && board.chains ? board : null;
  const said = [
    tiles
      ? tileCellWords(state, tiles, cell, name)
      : colour || !EMPTY.includes(sign)
        ? say("cell_taken", {cell: name, what: colour ? sideName(colour) : sign})
        : turns
          ? say("cell_turns", {cell: name, n: turns})
          : say(legal && board.kind === "squares" ? "cell_legal" : "cell_empty", {cell: name}),
  ];
  if (cell === marks.made) said.push(say("cell_last"));
  if (board.kind === "sphere") said.push(say("neighbours", {cells: board.neighbours[cell].join(" ")}));
  const thought = marks.thoughts.find(one => one.cell === cell);
  if (thought) said.push(say("cell_worth", {value: thought.words}));
  return said.join(", ");
}

/**
 * A count where there is little room: 950, 1.2k, 3.4M.
 * @param {number} count
 */
export function countShort(count) {
  if (count < 1000) return `${count}`;
  const [size, unit] = count < 1e6 ? [count / 1000, "k"] : [count / 1e6, "M"];
  return `${size < 10 ? size.toFixed(1) : size.toFixed(0)}${unit}`;
}

/**
 * What a move is worth to who makes it: discs where they are counted, else the chance to win.
 * @param {{lead: number | null, winrate: number, certain?: number | null}} one
 * @param {boolean} discs
 */
export function worthText(one, discs) {
  if (discs && one.lead !== null) return signed(one.lead, Math.abs(one.lead) >= 9.95 ? 0 : 1);
  return (100 * one.winrate).toFixed(0);
}

/**
 * The moves that the engine thinks of, as a board shows them: of two letters on a cell the better one.
 * @param {Thoughts} thoughts
 * @param {GameRow | null} row
 * @returns {Thought[]}
 */
export function thoughtMarks(thoughts, row) {
  const most = Math.max(1, ...thoughts.moves.map(one => one.visits));
  const seen = new Set();
  return thoughts.moves.slice(0, MOST_THOUGHTS).flatMap((one, number) => {
    if (one.cell < 0 || seen.has(one.cell)) return [];
    seen.add(one.cell);
    const letter = row?.letters?.length ? `${one.move.slice(-1)} ` : "";
    const words = letter + worthText(one, row?.unit === "discs");
    return [
      {cell: one.cell, words, more: countShort(one.visits), share: one.visits / most, best: number === 0},
    ];
  });
}

/**
 * To whom each cell is likely to belong: a colour, and how likely.
 * @param {State} state
 * @param {Thoughts} thoughts
 * @returns {Marks["owners"]}
 */
export function ownerMarks(state, thoughts) {
  const {players} = state;
  const {player, ownership = []} = thoughts;
  return ownership.map(owner => {
    if (owner === null) return null;
    if (typeof owner !== "number") return [players[owner[0]].colour, owner[1]];
    return [players[owner > 0 ? player : 1 - player].colour, Math.abs(owner)];
  });
}

/**
 * The cell of a tile: `5C` is in the fifth column and the third row.
 * @param {string} name
 */
const tileCell = name =>
  TILE_COLUMNS * (name.charCodeAt(name.length - 1) - A) + Number.parseInt(name, 10) - 1;

/**
 * What is marked on the board of a state.
 * @param {State} state
 * @param {GameRow | null} row
 * @param {Thoughts | null} thoughts
 * @param {{areas: boolean, ownership: boolean, judged: boolean}} wishes
 * @returns {Marks}
 */
export function marksOf(state, row, thoughts, wishes) {
  const made = state.ply ? state.moves[state.ply - 1] : null;
  const open = state.waiting === "person" || state.waiting === "paused";
  const marks = {...NO_MARKS, areas: wishes.areas, made: made ? made.cell : -1};
  if (made) {
    marks.taken = made.changes
      .filter(([cell, sign]) => cell !== made.cell && EMPTY.includes(sign))
      .map(([cell]) => cell);
  }
  const {hand, table} = state.position;
  if (hand && table) marks.hand = state.waiting === "over" ? [] : hand.map(name => tileCell(name));
  if (open) marks.legal = [...new Set(state.position.legal.map(one => one.cell))].filter(cell => cell >= 0);
  if (thoughts) {
    marks.thoughts = thoughtMarks(thoughts, row);
    if (wishes.ownership) marks.owners = ownerMarks(state, thoughts);
  }
  const judged = wishes.judged && made ? made.judged : null;
  if (judged?.free) [marks.colour, marks.sign] = [COLOURS[judged.degree], signOf(judged)];
  if (judged?.best && !thoughts) {
    const [move] = judged.best.line;
    [marks.better, marks.letter] = [move.cell, move.move.slice(-1)];
  }
  return marks;
}

/**
 * The game with all that is known of its moves, as the panels of the kit read it.
 * @param {State} state
 * @param {BoardData} board
 * @param {GameRow | null} row
 * @param {Partial<Game> | null} reviewed what a review has found besides
 * @returns {Game}
 */
export function gameOf(state, board, row, reviewed) {
  const game = {
    steps: [],
    good: 0,
    summaries: [],
    ...reviewed,
    unit: row?.unit || "share",
    players: state.players.map(({name, colour}, player) => ({
      name: calledText(state, player),
      side: name,
      colour,
    })),
    board,
    plies: state.moves.map(made => ({
      ...made,
      move: state.position.table ? made.move : made.move.toUpperCase(),
    })),
    best: [],
  };
  return state.position.table ? inWords(game) : game;
}

/**
 * The cell that a move names; -1 for a pass and for what is not done on the board.
 * @param {BoardData} board
 * @param {string} move
 */
export function cellOf(board, move) {
  const upper = move.toUpperCase();
  if (board.kind !== "squares") return /^\d+$/.test(upper) ? Number(upper) : -1;
  const {columns, rows, width} = board;
  for (let column = columns.length - 1; column >= 0; column--) {
    if (!upper.startsWith(columns[column])) continue;
    const rest = upper.slice(columns[column].length);
    const row = rows.findLastIndex(
      name => rest === name || (/^\D$/.test(rest.slice(name.length)) && rest.startsWith(name)),
    );
    if (row >= 0) return row * width + column;
  }
  return -1;
}

/**
 * The moves of a thought's line on the board. Whose turn is whose is told by turns alone.
 * @param {State} state
 * @param {BoardData} board
 * @param {Candidate} one
 * @returns {import("../../web/assets/values.js").Step[]}
 */
export function lineSteps(state, board, one) {
  const players = state.players.length;
  // Who makes the later moves of a line of Acquire is not told: the first one is shown.
  if (state.position.table) {
    const cell = cellOf(board, one.move);
    return cell < 0 ? [] : [{player: state.position.mover, move: one.move, cell, changes: []}];
  }
  return one.pv.map((move, number) => {
    const player = (state.position.mover + number) % players;
    return {player, move, cell: cellOf(board, move), changes: []};
  });
}
