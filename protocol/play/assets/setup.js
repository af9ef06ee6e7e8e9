// A new game: which one, on which board, who plays, and on which clocks.

import {chip, element} from "../../web/assets/kit.js";
import {say, sayIf, sideName} from "../../web/assets/lang.js";
import {choice, field, openDialog} from "./dialogs.js";
import {seatChoice} from "./seats.js";

/** @typedef {import("./messages.js").Clock} Clock */
/** @typedef {import("./messages.js").GameRow} GameRow */
/** @typedef {import("./messages.js").LevelRow} LevelRow */
/** @typedef {import("./messages.js").Seat} Seat */
/** @typedef {import("./messages.js").State} State */

const LEVEL = "5";
/** @type {Clock[]} main time and increment in seconds */
const CLOCKS = [
  {main: 60, increment: 0},
  {main: 180, increment: 2},
  {main: 300, increment: 0},
  {main: 300, increment: 5},
  {main: 900, increment: 10},
  {main: 1500, increment: 0},
];

/** @param {Clock} clock */
function clockWords({main, increment = 0}) {
  const minutes = main / 60;
  return increment ? say("clock_fischer", {minutes, seconds: increment}) : say("clock_plain", {minutes});
}

/**
 * Ask for a new game. `levels` gives those that play a game; `start` is given the request.
 * @param {GameRow[]} games
 * @param {State | null} state
 * @param {(game: string, size: number) => Promise<LevelRow[]>} levels
 * @param {(request: Record<string, unknown>) => void} start
 */
export function openSetup(games, state, levels, start) {
  const gamesRows = games.map(row => /** @type {[string, string]} */ ([row.name, gameWords(games, row)]));
  const game = choice(gamesRows, state?.game || "", () => draw(false));
  const rest = element("div", {class: "rest"});
  /** @type {() => Record<string, unknown>} */
  let read = () => ({});
  const draw = async (/** @type {boolean} */ first) => {
    const row = games.find(({name}) => name === game.value);
    if (!row) return;
    const kept = first && state?.game === row.name ? state : null;
    const parts = boardChoices(row, kept);
    const found = await levels(row.name, row.sizes[0]);
    const seats = row.players.map((name, player) => {
      const old = state?.players[player]?.seat;
      const seat = /** @type {Seat} */ (old || {kind: player ? "engine" : "person", level: LEVEL});
      const usable = seat.kind === "person" || !seat.level || found.some(level => level.name === seat.level);
      const label = say("seat_kind", {side: sideName(name)});
      return seatChoice(found, usable ? seat : {kind: "engine", level: LEVEL}, label);
    });
    const lines = seats.map((seat, player) => {
      const side = element("span", {}, chip(row.colours[player]), sideName(row.players[player]));
      return element("div", {class: "field"}, side, seat.node);
    });
    const clock = clockChoice(state?.clock || null);
    rest.replaceChildren(...parts.nodes, ...lines, field(say("clock"), clock.select));
    read = () => ({
      game: row.name,
      ...parts.read(),
      seats: seats.map(seat => seat.read()),
      clock: clock.read(),
    });
  };
  draw(true);
  const main = {words: say("play_it"), act: () => start(read())};
  return openDialog(say("new_game"), [field(say("game"), game), rest], main);
}

/**
 * A game as it is chosen: with its number of players where it is played by several.
 * @param {GameRow[]} games
 * @param {GameRow} row
 */
function gameWords(games, row) {
  const [family] = row.name.split(" ");
  const several = games.filter(({name}) => name.split(" ")[0] === family).length > 1;
  return several ? say("players_of", {game: family, n: row.players.length}) : row.name;
}

/**
 * The size of the board and the set of rules, where there is a choice.
 * @param {GameRow} row
 * @param {State | null} state
 */
function boardChoices(row, state) {
  const nodes = [];
  const sizes = row.sizes.slice().sort((a, b) => a - b);
  const sizeRows = sizes.map(size => /** @type {[string, string]} */ ([`${size}`, `${size}\u00d7${size}`]));
  const size = choice(sizeRows, `${state?.size || row.sizes[0]}`);
  if (row.sizes.length > 1) nodes.push(field(say("size"), size));
  const ruleRows = row.rules.map(name => /** @type {[string, string]} */ ([name, ruleWords(name)]));
  const rules = choice(ruleRows, state?.rules || row.rules[0] || "");
  if (row.rules.length > 1) nodes.push(field(say("rules"), rules));
  const read = () => ({size: Number(size.value), ...(row.rules.length > 1 ? {rules: rules.value} : {})});
  return {nodes, read};
}

/** @param {string} name */
const ruleWords = name => sayIf(`rules_${name}`, name);

/** @param {Clock | null} old */
function clockChoice(old) {
  const rows = CLOCKS.map(
    (clock, number) => /** @type {[string, string]} */ ([`${number}`, clockWords(clock)]),
  );
  const value = CLOCKS.findIndex(
    clock => clock.main === old?.main && clock.increment === (old?.increment || 0),
  );
  const select = choice([["", say("clock_none")], ...rows], value < 0 ? "" : `${value}`);
  return {select, read: () => (select.value ? CLOCKS[Number(select.value)] : null)};
}

/**
 * Ask who plays a seat from now on.
 * @param {State} state
 * @param {number} player
 * @param {LevelRow[]} levels
 * @param {(seat: Seat) => void} change
 */
export function openSeat(state, player, levels, change) {
  const {name, seat} = state.players[player];
  const label = say("seat_kind", {side: sideName(name)});
  const seatNode = seatChoice(levels, seat, label);
  openDialog(label, [seatNode.node], {words: say("play_it"), act: () => change(seatNode.read())});
}
