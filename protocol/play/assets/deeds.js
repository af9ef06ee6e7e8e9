// What takes several words with the engine: hints, reviews, new games, other players.

import {say} from "../../web/assets/lang.js";
import {moveWords} from "../../web/assets/turns.js";
import {openSave} from "./files.js";
import {openSeat, openSetup} from "./setup.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./messages.js").LevelRow} LevelRow */

const HINT_SECONDS = 1;

/** @param {App} app */
export async function askHint(app) {
  if (!app.state?.position.legal.length) return;
  try {
    const asked = app.state?.version;
    const found = await app.ask("hint", {seconds: HINT_SECONDS});
    if (!app.state || app.state.version !== asked) return;
    app.thoughts = /** @type {any} */ ({...found, by: "hint"});
    app.tell(say("hint_told", {move: moveWords(found.moves[0]?.move || "")}));
    app.draw();
  } catch (error) {
    app.fail(error);
  }
}

/**
 * Review the game, or end the review that is under way.
 * @param {App} app
 */
export async function askReview(app) {
  if (app.reviewing) {
    app.do("cancel", {of: app.reviewing});
    return;
  }
  const asked = app.connection.ask("review", {}, ({judged, ply, done, of}) => {
    app.judge(ply, judged);
    app.view.progress(done, of);
  });
  app.reviewing = app.connection.number;
  app.draw();
  try {
    const {game} = await asked;
    const {steps, good, summaries} = game;
    app.reviewed = {steps, good, summaries};
  } catch (error) {
    app.fail(error);
  } finally {
    app.reviewing = 0;
    app.draw();
  }
}

/**
 * Save the game; while one with hidden hands goes on, the position as it may be seen.
 * @param {App} app
 */
export function askSave(app) {
  const later = Boolean(app.state?.position.table) && !app.state?.result;
  const formats = app.row()?.formats || [];
  const usable = later ? formats.filter(name => name === "position" && app.state?.position.text) : formats;
  openSave(app.ask, usable, app.fail, later ? say("save_later") : "");
}

/**
 * @param {App} app
 * @param {string} game
 * @param {number} size
 * @returns {Promise<LevelRow[]>}
 */
async function levelsOf(app, game, size) {
  return (await app.ask("levels", {game, size})).levels;
}

/** @param {App} app */
export function askSetup(app) {
  const levels = (/** @type {string} */ game, /** @type {number} */ size) => levelsOf(app, game, size);
  openSetup(app.games, app.state, levels, request => app.do("new", request));
}

/**
 * @param {App} app
 * @param {number} player
 */
export async function askSeat(app, player) {
  const {state} = app;
  if (!state) return;
  try {
    const levels = await levelsOf(app, state.game, state.size);
    openSeat(state, player, levels, seat => app.do("seat", {player, seat}));
  } catch (error) {
    app.fail(error);
  }
}

/**
 * The same game with the same players once more.
 * @param {App} app
 */
export function askAgain(app) {
  if (!app.state) return;
  const {game, size, rules, clock, players} = app.state;
  app.do("new", {game, size, ...(rules ? {rules} : {}), clock, seats: players.map(({seat}) => seat)});
}
