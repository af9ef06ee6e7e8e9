// What stands around the board: seats, status, thoughts, graph, moves.

import {drawGraph} from "../../web/assets/graph.js";
import {holdingsTable} from "../../web/assets/holdings.js";
import {byId, element} from "../../web/assets/kit.js";
import {say, sideName} from "../../web/assets/lang.js";
import {infoPanel, legend, summaryTable, worstPanel} from "../../web/assets/panels.js";
import {lossText} from "../../web/assets/values.js";
import {askAgain, askReview, askSeat} from "./deeds.js";
import {acquireDecision, coverPart} from "./acquire_panel.js";
import {seatSide} from "./acquire.js";
import {decisionPanel, decisions} from "./decision.js";
import {gameOf, turnText} from "./model.js";
import {MoveList} from "./move_list.js";
import {clockText, seatCards} from "./seats.js";
import {thoughtsSum, thoughtsTable} from "./thinking.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./switches.js").Switch} Switch */
/** @typedef {import("../../web/assets/values.js").Game} Game */

const GRAPH_NARROW = 390;
const GRAPH_WIDE = 620;
const TICK = 200;

export class View {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.since = 0;
    this.letters = "";
    this.list = new MoveList(byId("moves"));
    setInterval(() => this.tick(), TICK);
  }

  draw() {
    const {state} = this.app;
    const game = this.game();
    if (!state || !game) return;
    this.since = performance.now();
    const {waiting, version, ply, plies} = state;
    Object.assign(document.body.dataset, {waiting, version, ply, plies});
    const title = this.app.data?.kind === "sphere" ? state.game : state.title;
    byId("title").textContent = state.rules === "house" ? `${title}, ${say("rules_house")}` : title;
    document.body.classList.toggle("tiles", Boolean(state.position.table));
    this.drawSeats(state);
    this.drawStatus(state);
    this.drawSteps(state);
    this.drawDecision(state);
    this.drawSwitches(state);
    this.drawThoughts();
    this.drawGraph();
    this.drawMoves(state, game);
  }

  /** The game as the panels of the kit read it. */
  game() {
    const {state, data, reviewed} = this.app;
    return state && data ? gameOf(state, data, this.app.row(), reviewed) : null;
  }

  /** @param {State} state */
  drawSeats(state) {
    const host = byId("seats");
    const had = document.activeElement?.closest("#seats [data-player]")?.getAttribute("data-player");
    host.replaceChildren(...seatCards(state, this.app.data, player => askSeat(this.app, player)));
    if (had) /** @type {HTMLElement | null} */ (host.querySelector(`[data-player="${had}"]`))?.focus();
  }

  /** Clocks go on between the states that tell them. */
  tick() {
    const {state} = this.app;
    if (!state) return;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#seats .clock"))) {
      const {clock} = state.players[Number(node.dataset.player)];
      if (!clock) continue;
      const spent = clock.running ? (performance.now() - this.since) / 1000 : 0;
      const words = clockText(clock.left - spent);
      if (node.textContent !== words) node.textContent = words;
    }
  }

  /** @param {State} state */
  drawStatus(state) {
    const {reviewing, reviewed, switches} = this.app;
    const over = state.waiting === "over";
    const last = state.moves[state.ply - 1];
    const lost = switches.on.mistakes && !reviewed ? lastMistake(state) : null;
    const parts = [];
    if (last?.forced) {
      parts.push(element("p", {}, say("told_forced", {side: sideName(state.players[last.player].name)})));
    }
    if (reviewing) {
      parts.push(element("p", {class: "progress"}, say("reviewing", {done: 0, of: state.plies})));
    } else if (lost) {
      const better = lost.judged.best?.line[0].move || "";
      const words = say("blunder", {move: lost.move.toUpperCase(), loss: lossText(lost.judged), better});
      parts.push(element("p", {class: `bad${lost.judged.degree}`}, words));
      if (state.undo) parts.push(element("button", {onclick: () => this.app.undo()}, say("take_back")));
    }
    if ((over || reviewing) && !reviewed) {
      const look = {class: reviewing ? "" : "strong", id: "do-review", onclick: () => askReview(this.app)};
      parts.push(element("button", look, say(reviewing ? "stop" : "review")));
    }
    if (over)
      parts.push(element("button", {id: "do-again", onclick: () => askAgain(this.app)}, say("again")));
    byId("turn").textContent = turnText(state);
    byId("told").replaceChildren(...parts);
  }

  /**
   * @param {number} done
   * @param {number} of
   */
  progress(done, of) {
    const node = document.querySelector("#told .progress");
    if (node) node.textContent = say("reviewing", {done, of});
  }

  /**
   * The buttons below the board: those that would do nothing cannot be pressed.
   * @param {State} state
   */
  drawSteps(state) {
    const open = state.waiting === "person" || state.waiting === "paused";
    const mayPass = state.position.legal.some(one => one.move.toLowerCase() === "pass");
    /** @type {Record<string, boolean>} */
    const usable = {
      first: state.ply > 0,
      back: state.ply > 0,
      forward: state.ply < state.plies,
      last: state.ply < state.plies,
      undo: state.undo,
      redo: state.redo,
      hint: open && state.position.legal.length > 0,
      pass: open && mayPass,
      go: state.waiting !== "over",
      resign: state.waiting === "person",
    };
    for (const [name, on] of Object.entries(usable)) {
      /** @type {HTMLButtonElement} */ (byId(`do-${name}`)).disabled = !on;
    }
    byId("do-go").textContent = say(state.waiting === "engine" ? "move_now" : "go_on");
    byId("do-pass").hidden = this.app.row()?.name !== "PolyClash";
    this.drawLetters();
  }

  /** @param {State} state */
  drawDecision(state) {
    const host = byId("decision");
    this.drawHoldings(state);
    if (state.position.table) {
      this.drawTurn(state, host);
      return;
    }
    host.removeAttribute("data-key");
    host.hidden = decisions(state).length === 0;
    host.replaceChildren(...(host.hidden ? [] : decisionPanel(state, move => this.app.play(move))));
  }

  /**
   * The decision of a game of tiles, drawn once: what was put together in it stays.
   * @param {State} state
   * @param {HTMLElement} host
   */
  drawTurn(state, host) {
    const {app} = this;
    const {data} = app;
    if (data?.kind !== "squares") return;
    const key = [state.version, state.ply, app.covered, document.documentElement.lang].join(" ");
    if (host.dataset.key === key) return;
    const had = host.contains(document.activeElement);
    host.dataset.key = key;
    host.hidden = false;
    const {holder} = state.position;
    host.replaceChildren(
      ...(app.covered && typeof holder === "number"
        ? coverPart(seatSide(state, holder), () => app.uncover())
        : acquireDecision(state, data, move => app.play(move))),
    );
    if (had) this.focusDecision();
  }

  /** Give the keyboard to the first thing that can be decided. */
  focusDecision() {
    const first = byId("decision").querySelector("button:not([disabled])");
    if (first instanceof HTMLElement) first.focus();
  }

  /** @param {State} state */
  drawHoldings(state) {
    const {data} = this.app;
    const host = byId("holdings");
    const {table, over} = state.position;
    host.hidden = !table;
    const sides = state.players.map(({name, colour}) => ({side: name, colour}));
    const parts = table && data?.kind === "squares" ? holdingsTable(sides, table, over, data) : [];
    const had = host.contains(document.activeElement);
    host.replaceChildren(...parts);
    if (had) /** @type {HTMLElement | null} */ (host.querySelector("[tabindex]"))?.focus();
  }

  /** The letters that a move may write. */
  drawLetters() {
    const {stage} = this.app;
    const letters = [...(this.app.row()?.letters || [])].sort().reverse();
    const host = byId("letters");
    host.hidden = !letters.length;
    if (!letters.length) return;
    if (!letters.includes(stage.letter)) stage.letter = letters[0];
    const buttons = letters.map(letter => {
      const choose = () => {
        stage.letter = letter;
        this.drawLetters();
      };
      const look = {role: "radio", "aria-checked": `${letter === stage.letter}`, "data-letter": letter};
      return element("button", {...look, onclick: choose}, letter);
    });
    const had = host.contains(document.activeElement);
    const group = element("div", {role: "radiogroup", "aria-label": say("write")}, ...buttons);
    host.replaceChildren(element("span", {}, say("write")), group);
    if (had) buttons.find(button => button.getAttribute("aria-checked") === "true")?.focus();
  }

  /** @param {State} state */
  drawSwitches(state) {
    const sphere = this.app.data?.kind === "sphere";
    /** @type {Switch[]} */
    const useless = sphere ? [] : ["areas", "numbers"];
    if (state.position.table || !this.app.row()?.colours.length || this.app.row()?.letters?.length)
      useless.push("ownership");
    const host = byId("switches");
    const key = [state.title, document.documentElement.lang, ...useless].join(" ");
    if (host.dataset.key === key) return;
    host.dataset.key = key;
    const zoom = sphere
      ? [
          element("button", {"aria-label": say("nearer"), onclick: () => this.app.stage.nearer(1.25)}, "+"),
          element(
            "button",
            {"aria-label": say("farther"), onclick: () => this.app.stage.nearer(0.8)},
            "\u2212",
          ),
        ]
      : [];
    host.replaceChildren(...this.app.switches.buttons(useless), ...zoom);
  }

  drawThoughts() {
    const {state, thoughts} = this.app;
    const host = byId("thoughts");
    if (!state || !thoughts) {
      host.replaceChildren(element("p", {class: "faint"}, say("no_thoughts")));
      return;
    }
    // A row that the keyboard is in stays in its place.
    const had = document.activeElement?.closest("#thoughts button")?.textContent;
    const discs = this.app.row()?.unit === "discs";
    const made = thoughtsTable(state, thoughts, discs, this.app.look, move => this.app.play(move));
    host.replaceChildren(made, element("p", {class: "faint"}, thoughtsSum(thoughts)));
    const again = had
      ? [...host.querySelectorAll("button")].find(button => button.textContent === had)
      : null;
    again?.focus();
  }

  drawGraph() {
    const game = this.game();
    const host = byId("graph");
    if (!game || !this.app.state) return;
    const known = game.plies.some(ply => ply.judged);
    if (!known) {
      host.replaceChildren(element("p", {class: "faint"}, say("graph_empty")));
      return;
    }
    const width = host.clientWidth < 500 ? GRAPH_NARROW : GRAPH_WIDE;
    host.replaceChildren(drawGraph(game, this.app.state.ply, width, ply => this.app.go(ply)));
  }

  /**
   * @param {State} state
   * @param {Game} game
   */
  drawMoves(state, game) {
    const {branch, line, reviewed} = this.app;
    const go = (/** @type {number} */ ply) => this.app.go(ply);
    this.list.draw(game, state.ply, go);
    const info = byId("info");
    info.hidden = !state.ply || !(this.app.switches.on.mistakes || reviewed);
    if (!info.hidden) {
      const judged = game.plies[state.ply - 1].judged;
      const name = say(branch?.kind === "made" ? "expected_line" : "better_line");
      const entered = branch ? {...branch, line: judged?.[branch.kind]?.line || line, name} : null;
      info.replaceChildren(
        ...infoPanel(game, state.ply, entered, (kind, step) => this.app.enter(kind, step)),
      );
    }
    byId("worst").replaceChildren(...(reviewed ? worstPanel(game, go) : []));
    byId("summary").replaceChildren(
      ...(reviewed ? [summaryTable(game), element("p", {class: "faint key"}, ...legend(game))] : []),
    );
  }
}

/**
 * The last move of a person, if it was a mistake.
 * @param {State} state
 */
function lastMistake(state) {
  const made = state.moves.slice(0, state.ply).findLast(one => one.by === "person" && !one.forced);
  return made?.judged && made.judged.degree > 0 ? {judged: made.judged, move: made.move} : null;
}
