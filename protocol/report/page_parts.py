"""What every page has in it: its policy; and every report's: its style, light and dark, and the script that
draws a chosen game.

The script has no library, asks no network and puts all words into the page as text. It reads the games from
the page (outflank.protocol.report.page: `game_data`).
"""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'"
"""The Content-Security-Policy of a page that asks nothing of any network."""

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --card: #f6f7f9; --ink: #1d2430; --soft: #5c6675;
  --rule: #d9dee6; --c0: #2563b8; --c1: #c2570c; --c2: #2a7d4f; --c3: #7a3fb0; --c4: #b8323a; --c5: #0f7f8c;
  --c6: #7a6a00; --c7: #a33b7d; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --card: #1d232d; --ink: #e6e9ef;
  --soft: #9aa5b5; --rule: #353e4c; --c0: #6ea8f0; --c1: #f0944d; --c2: #5cc48d; --c3: #b98ae8; --c4: #ee7c82;
  --c5: #4cc3cf; --c6: #cdb93f; --c7: #e383c0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.5rem; margin: .3rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 1.6rem 0 .4rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: .3rem 0; } .soft { color: var(--soft); font-size: .875rem; }
.lead { font-size: 1.1rem; overflow-wrap: anywhere; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  align-items: start; margin-top: 1rem; }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; padding: .9rem;
  min-width: 0; }
.broad { grid-column: 1 / -1; } .stack { display: grid; gap: 1rem; min-width: 0; }
.view { display: flex; flex-wrap: wrap; gap: 0 1.5rem; } .view svg { flex: 3 1 18rem; touch-action: pan-y; }
.view div { flex: 2 1 16rem; min-width: 0; }
.wide { overflow-x: auto;
  background: linear-gradient(to right, var(--card) 30%, transparent) left / 40px 100%,
  linear-gradient(to left, var(--card) 30%, transparent) right / 40px 100%,
  linear-gradient(to right, var(--rule), transparent) left / 14px 100%,
  linear-gradient(to left, var(--rule), transparent) right / 14px 100%;
  background-repeat: no-repeat; background-attachment: local, local, scroll, scroll; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem; text-align: right; white-space: nowrap; }
td { border-bottom: 1px solid var(--rule); } th { border-bottom: 1px solid var(--soft); }
th:first-child, td:first-child { padding-left: 0; }
th { color: var(--soft); font-weight: 600; } tr:last-child td { border-bottom: 0; }
th.word, td.word { text-align: left; } td.long { white-space: normal; min-width: 14rem; }
summary { cursor: pointer; font-weight: 600; } details > .wide { margin-top: .5rem; }
svg { display: block; width: 100%; max-width: 44rem; height: auto; font-size: 12px; }
svg text { fill: var(--ink); } svg .tick { fill: var(--soft); } svg .name { font-weight: 600; }
.grid { stroke: var(--rule); } .even { stroke: var(--soft); stroke-dasharray: 4 3; }
.bar { stroke-width: 3; stroke: currentColor; } .dot, .fill { fill: currentColor; }
.line { fill: none; stroke: currentColor; stroke-width: 2; } .band { fill: currentColor; opacity: .16; }
.cursor { stroke: var(--soft); } .dashed { stroke-dasharray: 6 3; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
.choose { display: flex; gap: .5rem; flex-wrap: wrap; margin-bottom: .6rem; }
.choose select { flex: 1 1 12rem; min-width: 0; } select, button { font: inherit; padding: .35rem .6rem;
  color: inherit; background: var(--paper); border: 1px solid var(--rule); border-radius: .4rem; }
.key { display: inline-block; margin-right: 1rem; } .key::before { content: ""; display: inline-block;
  width: .8rem; height: .8rem; border-radius: 50%; background: currentColor; margin-right: .35rem; }
.key span { color: var(--ink); } .moves { overflow-wrap: anywhere; font-size: .875rem; }
.moves b { background: var(--c0); color: var(--paper); border-radius: .2rem; padding: 0 .15rem; }
@media (max-width: 30rem) { body { padding: .6rem; } .card { padding: .6rem; } svg { font-size: 15px; } }
@media print { .choose { display: none; } .card { break-inside: avoid; } }
"""

SCRIPT = """
"use strict";
const WIDTH = 480, LEFT = 44, RIGHT = 50, TOP = 10, BASE = 190, PACE_TOP = 214, PACE_BASE = 264, HEIGHT = 288;
const round = (value, digits) => value.toFixed(digits).replace(/^-(0(\\.0*)?)$/, "$1");

function add(parent, name, attributes, words) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (words !== undefined) made.textContent = words;
  return parent.appendChild(made);
}

// The value as all lines show it: in a game for two that of the first player, else the mover's own.
function shown(game, ply) {
  const turn = game.players.length === 2 && ply.player === 1;
  return ply.unit === "discs" ? (turn ? -ply.value : ply.value) : (turn ? 1 - ply.value : ply.value);
}

function drawValues(svg, game, across) {
  const told = game.plies.map((ply, at) => ({ ...ply, at })).filter(ply => ply.value !== null);
  const discs = told.filter(ply => ply.unit === "discs");
  const most = Math.max(8, ...discs.map(ply => Math.abs(ply.value)));
  const limit = 8 * Math.ceil(most / 8);
  const height = share => BASE - (BASE - TOP) * share;
  const place = ply => height(ply.unit === "discs" ? 0.5 + shown(game, ply) / limit / 2 : shown(game, ply));
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const y = height(share), kind = share === 0.5 ? "even" : "grid";
    add(svg, "line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: kind });
    if (discs.length) {
      const label = round((2 * share - 1) * limit, 0);
      add(svg, "text", { x: LEFT - 6, y: y + 4, class: "tick", "text-anchor": "end" }, label);
    }
    if (discs.length < told.length || !told.length) {
      const label = 100 * share + "%";
      add(svg, "text", { x: WIDTH - RIGHT + 5, y: y + 4, class: "tick" }, label);
    }
  }
  if (!told.length) {
    const words = "no engine told a value in this game";
    add(svg, "text", { x: (LEFT + WIDTH - RIGHT) / 2, y: height(0.55), "text-anchor": "middle" }, words);
  }
  game.players.forEach((_, seat) => {
    const own = told.filter(ply => ply.player === seat);
    const points = own.map(ply => across(ply.at) + "," + place(ply)).join(" ");
    const kind = "c" + seat % 8;
    add(svg, "polyline", { points, class: "line " + kind });
    for (const ply of own)
      add(svg, "circle", { cx: across(ply.at), cy: place(ply), r: 2, class: "dot " + kind });
  });
}

function drawTimes(svg, game, across) {
  const most = Math.max(0.001, ...game.plies.map(ply => ply.seconds));
  const size = Math.max(1, 0.7 * (WIDTH - RIGHT - LEFT) / Math.max(1, game.plies.length));
  game.plies.forEach((ply, at) => {
    const height = (PACE_BASE - PACE_TOP) * ply.seconds / most;
    const box = { x: across(at) - size / 2, y: PACE_BASE - height, width: size, height };
    add(svg, "rect", { ...box, class: "fill c" + ply.player % 8 });
  });
  add(svg, "line", { x1: LEFT, x2: WIDTH - RIGHT, y1: PACE_BASE, y2: PACE_BASE, class: "grid" });
  const label = most < 1 ? round(1000 * most, most < 0.01 ? 1 : 0) + " ms" : round(most, 1) + " s";
  add(svg, "text", { x: WIDTH - 2, y: PACE_TOP + 2, class: "tick", "text-anchor": "end" }, label);
  for (let at = 9; at < game.plies.length; at += 10)
    add(svg, "text", { x: across(at), y: HEIGHT - 6, class: "tick", "text-anchor": "middle" }, at + 1);
}

function words(game, at) {
  const ply = game.plies[at];
  if (!ply) return "";
  const sign = ply.value > 0 ? "+" : "";
  const milliseconds = round(1000 * ply.seconds, ply.seconds < 0.1 ? 1 : 0);
  const told = () =>
    ply.unit === "discs" ? sign + round(ply.value, 1) + " discs" : round(100 * ply.value, 1) + " %";
  const value = ply.value === null ? "" : ": " + told();
  const time = ply.book ? " (opening)" : ", " + milliseconds + " ms";
  return at + 1 + ". " + game.players[ply.player] + " " + ply.move + value + time;
}

function show(box, game, at) {
  const svg = box.querySelector("svg");
  svg.replaceChildren();
  const across = ply => LEFT + (WIDTH - RIGHT - LEFT) * (ply + 0.5) / Math.max(1, game.plies.length);
  if (at !== null)
    add(svg, "line", { x1: across(at), x2: across(at), y1: TOP, y2: PACE_BASE, class: "cursor" });
  drawValues(svg, game, across);
  drawTimes(svg, game, across);
  box.querySelector(".said").textContent = at === null ? "\\u00a0" : words(game, at);
  const keys = box.querySelector(".keys");
  keys.replaceChildren(...game.players.map((player, seat) => {
    const key = document.createElement("span"), name = document.createElement("span");
    key.className = "key c" + seat % 8;
    name.textContent = player + ": " + game.seats[seat];
    key.append(name);
    return key;
  }));
  box.querySelector(".ending").textContent = game.ending;
  const moves = game.plies.flatMap((ply, ply_at) => {
    const word = document.createElement(ply_at === at ? "b" : "span");
    word.textContent = ply.move;
    return [word, " "];
  });
  box.querySelector(".moves").replaceChildren(...moves);
}

for (const box of document.querySelectorAll(".games")) {
  const games = JSON.parse(box.querySelector("script").textContent);
  for (const game of games)
    game.plies = game.plies.map(([player, move, book, seconds, value, unit]) =>
      ({ player, move, book, seconds, value, unit }));
  const select = box.querySelector("select"), svg = box.querySelector("svg");
  games.forEach((game, number) => select.add(new Option(game.label, number)));
  let at = null;
  const game = () => games[select.selectedIndex];
  const turn = step => {
    select.selectedIndex = (select.selectedIndex + step + games.length) % games.length;
    at = null;
    show(box, game(), at);
  };
  const move = to => {
    if (!game().plies.length) return;
    at = Math.max(0, Math.min(game().plies.length - 1, to));
    show(box, game(), at);
  };
  select.addEventListener("change", () => turn(0));
  box.querySelector(".before").addEventListener("click", () => turn(-1));
  box.querySelector(".after").addEventListener("click", () => turn(1));
  svg.addEventListener("pointermove", event => {
    const seen = svg.getBoundingClientRect();
    const x = (event.clientX - seen.left) / seen.width * WIDTH;
    move(Math.floor((x - LEFT) / (WIDTH - RIGHT - LEFT) * game().plies.length));
  });
  svg.addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { event.preventDefault(); move(at === null ? 0 : at + step); }
  });
  turn(0);
}
"""


def in_script(data: str) -> str:
    """JSON that no name in it can end early."""
    return data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
