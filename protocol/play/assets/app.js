// The page as it is now: the state of the game, what is thought of it, and what is done with it.

import {changed} from "../../web/assets/board.js";
import {byId} from "../../web/assets/kit.js";
import {say, sayIf} from "../../web/assets/lang.js";
import {coveredState, isCovered} from "./acquire.js";
import {listenToButtons} from "./buttons.js";
import {Connection, Refused} from "./connection.js";
import {takeDrops} from "./files.js";
import {announcement, lineSteps} from "./model.js";
import {notice, tell} from "./notices.js";
import {Stage} from "./stage.js";
import {Switches} from "./switches.js";
import {View} from "./view.js";

/** @typedef {import("../../web/assets/board.js").BoardData} BoardData */
/** @typedef {import("../../web/assets/values.js").Game} Game */
/** @typedef {import("../../web/assets/values.js").Step} Step */
/** @typedef {import("./messages.js").GameRow} GameRow */
/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").Thoughts} Thoughts */

export class App {
  notice = notice;
  tell = tell;

  constructor() {
    /** The game as it is told; `state` is what may be seen of it here. @type {State | null} */
    this.heard = null;
    /** Of several persons at this page the one whose tiles are shown. */
    this.shown = -1;
    /** @type {BoardData | null} */
    this.data = null;
    /** @type {GameRow[]} */
    this.games = [];
    /** @type {Map<string, Promise<BoardData>>} */
    this.boards = new Map();
    /** @type {Thoughts | null} */
    this.thoughts = null;
    /** @type {Partial<Game> | null} */
    this.reviewed = null;
    /** A line that is looked at: that of a thought, or one beside the game. @type {Step[]} */
    this.line = [];
    /** @type {{kind: "best" | "made", step: number} | null} */
    this.branch = null;
    this.reviewing = 0;
    this.addressed = "";
    this.addressing = 0;
    this.been = false;
    this.switches = new Switches(name => this.switched(name));
    this.stage = new Stage(byId("board"), {
      play: move => this.play(move.move),
      tell: words => this.tell(words),
    });
    this.view = new View(this);
    this.connection = new Connection({
      hear: message => this.hear(message),
      change: (open, final) => this.changed(open, final),
    });
    listenToButtons(this);
    takeDrops(this.ask, this.fail, words => this.notice(words));
    addEventListener("hashchange", event => {
      // Not the address as it is now: a state that came in between has its own link there.
      const link = new URL(event.newURL).hash.slice(1);
      this.addressed = link;
      if (link && this.state && link !== this.state.link) this.do("link", {link});
    });
    addEventListener("resize", () => this.view.drawGraph());
  }

  /** The game as it may be seen here and now. */
  get state() {
    const {heard} = this;
    return heard && this.covered ? coveredState(heard) : heard;
  }

  /** Whether tiles are hidden until their owner is at the page. */
  get covered() {
    return this.heard !== null && isCovered(this.heard, this.shown);
  }

  /** Show the tiles of who is at the page now. */
  uncover() {
    this.shown = this.heard?.position.holder ?? -1;
    this.draw();
    this.view.focusDecision();
  }

  row() {
    return this.games.find(({name}) => name === this.state?.game) || null;
  }

  /** @type {(what: string, values?: Record<string, unknown>) => Promise<Message>} */
  ask = (what, values) => this.connection.ask(what, values);

  /** @type {(error: unknown) => void} */
  fail = error => {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "cancelled") return;
    this.notice(sayIf(`error_${error.code}`, say("error_other", {text: error.message})));
  };

  /**
   * Ask for something whose answer is a new state.
   * @param {string} what
   * @param {Record<string, unknown>} [values]
   */
  do(what, values) {
    return this.ask(what, values).catch(this.fail);
  }

  /**
   * @param {boolean} open
   * @param {number} final
   */
  changed(open, final) {
    if (open && this.been) this.notice(say("reconnected"));
    else if (open) this.notice("");
    else if (final) this.notice(say(final === 4005 ? "ended" : "too_many"), false);
    else if (this.been) this.notice(say("reconnecting"), false);
    if (!open) this.reviewing = 0;
    document.body.classList.toggle("lost", !open);
    this.been = this.been || open;
  }

  /** @param {Message} message */
  async hear(message) {
    if (message.type === "welcome") await this.welcome(message);
    else if (message.type === "state") await this.receive(/** @type {any} */ (message));
    else if (message.type === "thoughts") this.think(/** @type {any} */ (message));
    else if (message.type === "loss") this.judge(message.ply, message.judged);
    else if (message.type === "trouble" || message.type === "error") {
      this.fail(new Refused(message.code || "", message.text || ""));
    }
  }

  /** @param {Message} message */
  async welcome(message) {
    const link = this.state?.link || location.hash.slice(1);
    if (message.fresh && link) this.do("link", {link});
    this.games = (await this.ask("games")).games;
    this.watch();
    if (this.switches.on.mistakes) this.do("losses", {on: true});
    if (this.state) this.draw();
  }

  /**
   * @param {string} game
   * @param {number} size
   */
  board(game, size) {
    const key = `${game} ${size}`;
    const asked = this.boards.get(key) || this.ask("board", {game, size}).then(({board}) => board);
    this.boards.set(key, asked);
    asked.catch(() => this.boards.delete(key));
    return asked;
  }

  /** @param {State} state */
  async receive(state) {
    const before = this.state;
    const data = await this.board(state.game, state.size);
    if (this.state && this.state !== before && this.state.version > state.version) return;
    if (before && (before.game !== state.game || before.plies > state.plies)) this.shown = -1;
    this.heard = state;
    this.data = data;
    if (!before || before.version !== state.version) this.thoughts = null;
    if (!before || before.ply !== state.ply || before.link !== state.link) this.leaveBranch();
    if (before && (before.start !== state.start || before.plies > state.plies)) this.reviewed = null;
    this.address();
    document.title = `${state.title} \u00b7 Outflank`;
    const news = before && announcement(before, state, data);
    if (news) this.tell(news);
    this.draw();
  }

  /** Write the link into the address, now or soon: a browser stops who does so 100 times in 30 seconds. */
  address() {
    const link = this.heard?.link || "";
    if (this.addressing || link === this.addressed) return;
    this.addressed = link;
    history.replaceState(null, "", `#${link}`);
    this.addressing = setTimeout(() => {
      this.addressing = 0;
      this.address();
    }, 350);
  }

  /** @param {Thoughts} thoughts */
  think(thoughts) {
    if (!this.state || this.covered || thoughts.version !== this.state.version) return;
    this.thoughts = thoughts;
    this.view.drawThoughts();
    if (!this.line.length) this.drawBoard();
  }

  /**
   * @param {number} ply
   * @param {import("./messages.js").Judged} judged
   */
  judge(ply, judged) {
    const made = this.state?.moves[ply - 1];
    if (!made) return;
    made.judged = judged;
    this.draw();
  }

  draw() {
    this.drawBoard();
    this.view.draw();
  }

  redraw() {
    this.stage.board = null;
    if (this.state) this.draw();
  }

  drawBoard() {
    const {state, data, thoughts, line, branch} = this;
    if (!state || !data) return;
    const {analysis, areas, ownership, mistakes} = this.switches.on;
    const judged = mistakes || Boolean(this.reviewed);
    const from = branch ? Math.max(0, state.ply - 1) : state.ply;
    this.stage.draw({
      ...{
        state,
        data,
        row: this.row(),
        thoughts: analysis || thoughts?.by === "hint" ? thoughts : null,
        line,
      },
      ...{cells: line.length ? this.cellsAt(from) : null, wishes: {areas, ownership, judged}},
    });
  }

  /**
   * The cells after a ply of the game.
   * @param {number} ply
   */
  cellsAt(ply) {
    const {state} = this;
    if (!state) return [];
    const made = state.moves.slice(0, ply);
    return made.reduce((cells, move) => changed(cells, move.changes), [...state.start_cells]);
  }

  // What is done.

  /** @param {string} move */
  play(move) {
    if (this.state) this.do("play", {move, ply: this.state.ply});
  }

  pass() {
    const {state} = this;
    const legal = state?.position.legal.find(one => one.move.toLowerCase() === "pass");
    if (legal && state && ["person", "paused"].includes(state.waiting)) this.play(legal.move);
  }

  undo() {
    if (this.state?.undo) this.do("undo");
  }

  redo() {
    if (this.state?.redo) this.do("redo");
  }

  /**
   * Through the game, or through the line that is looked at.
   * @param {number} way
   */
  step(way) {
    const {state, branch} = this;
    if (branch) this.enter(branch.kind, branch.step + way);
    else if (state) this.go(state.ply + way);
  }

  /** @param {boolean} end */
  ends(end) {
    if (this.state) this.go(end ? this.state.plies : 0);
  }

  /** @param {number} ply */
  go(ply) {
    const {state} = this;
    if (!state) return;
    const wanted = Math.max(0, Math.min(state.plies, ply));
    if (wanted !== state.ply) this.do("goto", {ply: wanted});
    else this.leaveLine();
  }

  /**
   * Enter a line beside the move that was made.
   * @param {"best" | "made"} kind
   * @param {number} step
   */
  enter(kind, step) {
    const judged = this.state?.moves[this.state.ply - 1]?.judged;
    const one = judged && judged[kind];
    if (!one || step < 1) {
      this.leaveLine();
      return;
    }
    this.branch = {kind, step: Math.min(step, one.line.length)};
    this.line = one.line.slice(0, this.branch.step);
    this.draw();
  }

  leaveBranch() {
    this.branch = null;
    this.line = [];
  }

  leaveLine() {
    if (!this.line.length) return;
    this.leaveBranch();
    this.draw();
  }

  /**
   * Show the line of a thought on the board.
   * @type {(one: import("./messages.js").Candidate | null) => void}
   */
  look = one => {
    const {state, data} = this;
    if (this.branch || !state || !data) return;
    const looked = one ? lineSteps(state, data, one) : [];
    if (looked.length === this.line.length && looked.every((step, at) => step.move === this.line[at].move))
      return;
    this.line = looked;
    this.drawBoard();
  };

  watch() {
    const {analysis, ownership} = this.switches.on;
    this.do("watch", analysis ? {on: true, ownership} : {on: false});
  }

  /** @param {import("./switches.js").Switch} name */
  switched(name) {
    if (name === "analysis" || name === "ownership") {
      if (name === "ownership" && this.switches.on.ownership) this.switches.set("analysis", true);
      this.watch();
      if (!this.switches.on.analysis) this.thoughts = null;
    } else if (name === "mistakes") this.do("losses", {on: this.switches.on.mistakes});
    else if (name === "numbers") this.stage.showNumbers(this.switches.on.numbers);
    this.draw();
  }
}
