// Decisions of Acquire that are put together: purchases share by share, and what becomes of shares.

import {chainMark, money} from "../../web/assets/holdings.js";
import {element} from "../../web/assets/kit.js";
import {say} from "../../web/assets/lang.js";
import {sharesText, moveWords} from "../../web/assets/turns.js";
import {buyWord, costOf, giveWord, isLegal, mayBuy, mostTraded} from "./acquire.js";

/** @typedef {import("./messages.js").State} State */
/** @typedef {(move: string) => void} Play */

/**
 * A number with buttons for one step less and more.
 * @param {number} value
 * @param {{fewer: string, more: string, less: boolean, greater: boolean}} look
 * @param {(way: number) => void} step
 */
function stepper(value, {fewer, more, less, greater}, step) {
  const button = (/** @type {number} */ way, /** @type {string} */ words, /** @type {boolean} */ usable) =>
    element(
      "button",
      {type: "button", "aria-label": words, title: words, disabled: !usable, onclick: () => step(way)},
      way < 0 ? "\u2212" : "+",
    );
  return [
    button(-1, fewer, less),
    element("output", {"aria-live": "polite"}, `${value}`),
    button(1, more, greater),
  ];
}

/** A form that is drawn anew with every step, and keeps the keyboard where it was. */
class Form {
  /**
   * @param {State} state
   * @param {Play} play
   */
  constructor(state, play) {
    this.state = state;
    this.play = play;
    this.node = element("div", {class: "acquire-form"});
  }

  draw() {
    const buttons = () => [...this.node.querySelectorAll("button")];
    const at = buttons().findIndex(button => button === document.activeElement);
    this.node.replaceChildren(...this.parts());
    if (at < 0) return;
    const again = buttons();
    const there = again[at]?.disabled ? again.find(button => button.classList.contains("strong")) : again[at];
    there?.focus();
  }

  /** @returns {Node[]} */
  parts() {
    return [];
  }
}

/** Up to three shares. */
export class Purchase extends Form {
  /**
   * @param {State} state
   * @param {Play} play
   */
  constructor(state, play) {
    super(state, play);
    this.chains = state.position.table?.chains || [];
    this.counts = this.chains.map(() => 0);
    this.draw();
  }

  parts() {
    const cost = costOf(this.chains, this.counts);
    const names = this.chains.flatMap(({name}, number) => Array(this.counts[number]).fill(name));
    const words = names.length
      ? say("buy_these", {shares: sharesText(names), cost: money(cost)})
      : say("buy_none");
    const done = () => this.play(buyWord(this.chains, this.counts));
    const lines = this.chains.flatMap(({size}, number) => (size ? [this.line(number)] : []));
    return [
      element("div", {class: "form-rows"}, ...lines),
      element("button", {type: "button", class: "strong", id: "do-buy", onclick: done}, words),
    ];
  }

  /** @param {number} number */
  line(number) {
    const {name, letter, price} = this.chains[number];
    const step = (/** @type {number} */ way) => {
      this.counts[number] += way;
      this.draw();
    };
    const look = {
      fewer: say("fewer", {chain: name}),
      more: say("more", {chain: name}),
      less: this.counts[number] > 0,
      greater: mayBuy(this.state, this.counts, number),
    };
    return element(
      "div",
      {class: "form-row", role: "group", "aria-label": name},
      element("span", {class: "what"}, chainMark(letter), name),
      element("span", {class: "price"}, money(price)),
      ...stepper(this.counts[number], look, step),
    );
  }
}

/** Shares of a chain that is gone: sold, traded two for one, or kept. */
export class Disposition extends Form {
  /**
   * @param {State} state
   * @param {Play} play
   * @param {number} held
   */
  constructor(state, play, held) {
    super(state, play);
    this.held = held;
    this.sold = this.traded = 0;
    this.draw();
  }

  /**
   * @param {number} sold
   * @param {number} traded
   */
  set(sold, traded) {
    [this.sold, this.traded] = [sold, traded];
    this.draw();
  }

  parts() {
    const {held, sold, traded, state} = this;
    const most = mostTraded(state);
    const row = (/** @type {string} */ what, /** @type {number} */ value, /** @type {Node[]} */ ...steps) =>
      element(
        "div",
        {class: "form-row", role: "group", "aria-label": what},
        element("span", {class: "what"}, what),
        ...(steps.length ? steps : [element("output", {}, `${value}`)]),
      );
    const look = (
      /** @type {string} */ what,
      /** @type {number[]} */ less,
      /** @type {number[]} */ more,
    ) => ({
      fewer: say("fewer_of", {what}),
      more: say("more_of", {what}),
      less: less.every(n => n >= 0),
      greater: isLegal(state, giveWord(more[0], more[1])),
    });
    const sell = look(say("sell"), [sold - 1], [sold + 1, traded]);
    const trade = look(say("trade"), [traded - 2], [sold, traded + 2]);
    const quick = (/** @type {string} */ words, /** @type {number} */ s, /** @type {number} */ t) =>
      element("button", {type: "button", onclick: () => this.set(s, t)}, words);
    const word = giveWord(sold, traded);
    return [
      element(
        "div",
        {class: "form-quick"},
        quick(say("sell_all"), held, 0),
        ...(most ? [quick(say("trade_most"), 0, most)] : []),
        quick(say("keep_all"), 0, 0),
      ),
      element(
        "div",
        {class: "form-rows"},
        row(say("sell"), sold, ...stepper(sold, sell, way => this.set(sold + way, traded))),
        row(say("trade"), traded, ...stepper(traded, trade, way => this.set(sold, traded + 2 * way))),
        row(say("keep"), held - sold - traded),
      ),
      element(
        "button",
        {type: "button", class: "strong", id: "do-dispose", onclick: () => this.play(word)},
        say("do_dispose", {turn: moveWords(word)}),
      ),
    ];
  }
}
