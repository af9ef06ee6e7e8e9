"""The behaviour of a review's page: one script that draws the board, the graph and the tables, and steps
through the game. It reads what protocol/review/html wrote."""

BOARD = r"""
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const FILL = {
  black: "#16181a", white: "#f4f4f0", red: "#d64541", yellow: "#f2c230", green: "#3fa45b", blue: "#3d7edb"};
const INK = {...FILL, black: "var(--ink)", white: "var(--faint)", yellow: "#c99a06"};
const BAD = ["var(--good)", "var(--bad1)", "var(--bad2)", "var(--bad3)"];
const SVG = ["svg", "circle", "line", "path", "polyline", "rect", "text", "title"];
const MINUS = "\u2212", DASH = "\u2013", TICK = "\u2713";
const $ = id => document.getElementById(id);

function element(name, attributes, ...inner) {
  const made = SVG.includes(name)
    ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value);
  }
  made.append(...inner);
  return made;
}
const circle = (x, y, r, more) => element("circle", {cx: x, cy: y, r, ...more});
const line = (x1, y1, x2, y2, more) => element("line", {x1, y1, x2, y2, ...more});
const ring = (stroke, width) => ({fill: "none", stroke, "stroke-width": width});
const dashed = (stroke, width, dashes) => ({...ring(stroke, width), "stroke-dasharray": dashes});
const centred = {"text-anchor": "middle", "dominant-baseline": "central"};

function drawGrid(cells, mark, better, colour) {
  const {size, columns, felt} = game.board, scale = size / 8, edge = 0.55 * scale;
  const length = size + 1.35 * edge;
  const svg = element("svg", {viewBox: `${-edge} ${-edge} ${length} ${length}`});
  const label = (x, y, text) =>
    element("text", {x, y, "font-size": 0.34 * scale, fill: "var(--faint)", ...centred}, text);
  const ground = felt ? "var(--felt)" : "var(--paper)";
  svg.append(element("rect", {x: 0, y: 0, width: size, height: size, fill: ground}));
  const thin = ring(felt ? "var(--felt-line)" : "var(--paper-line)", 0.03 * scale);
  for (let i = 0; i <= size; i++) svg.append(line(i, 0, i, size, thin), line(0, i, size, i, thin));
  for (let i = 0; i < size; i++) {
    svg.append(label(i + 0.5, -0.27 * scale, columns[i]), label(-0.28 * scale, i + 0.5, `${i + 1}`));
  }
  const place = cell => [cell % size + 0.5, Math.floor(cell / size) + 0.5];
  cells.forEach((sign, cell) => {
    const [x, y] = place(cell), side = game.signs[sign];
    if (side) svg.append(circle(x, y, 0.41, {fill: FILL[side], stroke: "#0006", "stroke-width": 0.025}));
    else if (!".-".includes(sign)) {
      const look = {"font-size": 0.62, "font-weight": 600, fill: "var(--ink)", ...centred};
      svg.append(element("text", {x, y, ...look}, sign));
    }
  });
  if (mark >= 0) {
    const [x, y] = place(mark), box = {x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92};
    if (felt) svg.append(circle(x, y, 0.13, {fill: colour, stroke: "#fff", "stroke-width": 0.03}));
    else svg.append(element("rect", {...box, ...ring(colour, 0.07)}));
  }
  const light = felt ? "#ffffffd0" : "var(--accent)";
  if (better >= 0) svg.append(circle(...place(better), 0.36, dashed(light, 0.06, "0.16 0.1")));
  return svg;
}

function drawPoints(cells, mark, better, colour) {
  const svg = element("svg", {viewBox: "-1.06 -1.06 4.27 2.2"}), {points, lines} = game.board;
  for (const x of [0, 2.15]) svg.append(circle(x, 0, 1.04, {fill: "var(--paper)"}));
  const thin = ring("var(--paper-line)", 0.008);
  for (const [p, q] of lines) svg.append(line(...points[p], ...points[q], thin));
  cells.forEach((sign, cell) => {
    const side = game.signs[sign], stone = {fill: FILL[side], stroke: "#0008", "stroke-width": 0.004};
    const dot = circle(...points[cell], side ? 0.036 : 0.008, side ? stone : {fill: "var(--paper-line)"});
    dot.append(element("title", {}, `${cell}`));
    svg.append(dot);
  });
  if (mark >= 0) svg.append(circle(...points[mark], 0.05, ring(colour, 0.014)));
  if (better >= 0) svg.append(circle(...points[better], 0.05, dashed("var(--accent)", 0.01, "0.03 0.02")));
  return svg;
}
"""

GRAPH = r"""
function seriesOf() {
  const discs = game.unit === "discs", first = game.plies[0] && game.plies[0].judged;
  const plies = game.plies.map((ply, number) => ({...ply, number: number + 1})).filter(ply => ply.judged);
  if (game.players.length > 2) {
    return game.players.map((side, player) => ({side, points: plies.filter(ply => ply.player === player)
      .map(ply => [ply.number, ply.judged.made.win])}));
  }
  const value = (one, player) => discs ? (player ? -one.discs : one.discs) : player ? 1 - one.win : one.win;
  const points = plies.map(ply => [ply.number, value(ply.judged.made, ply.player)]);
  if (first) points.unshift([0, value(first.best || first.made, game.plies[0].player)]);
  return [{side: null, points}];
}

function drawGraph() {
  const discs = game.unit === "discs", many = game.players.length > 2, plies = game.plies.length;
  const width = innerWidth < 760 ? 390 : 620, height = 190, left = 42, right = 10, top = 14, bottom = 20;
  const series = seriesOf(), values = series.flatMap(one => one.points.map(point => Math.abs(point[1])));
  const most = discs ? Math.min(64, 2 * Math.ceil(0.525 * Math.max(8, ...values))) : 1;
  const least = discs ? -most : 0;
  const x = ply => left + (width - left - right) * ply / Math.max(1, plies);
  const y = value =>
    top + (height - top - bottom) * (most - Math.max(least, Math.min(most, value))) / (most - least);
  const svg = element("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Evaluation"});
  svg.addEventListener("click", event => {
    const box = svg.getBoundingClientRect(), at = (event.clientX - box.left) / box.width * width;
    go(Math.round((at - left) / (width - left - right) * plies));
  });
  const ticks = discs ? [-1, -0.5, 0, 0.5, 1].map(part => Math.round(part * most)) : [0, 0.25, 0.5, 0.75, 1];
  for (const tick of ticks) {
    const middle = tick === (discs ? 0 : 0.5), text = discs ? signed(tick, 0) : `${100 * tick} %`;
    svg.append(line(left, y(tick), width - right, y(tick), ring("var(--rule)", middle ? 1.5 : 0.6)));
    svg.append(element("text", {x: left - 6, y: y(tick) + 4, "text-anchor": "end"}, text));
  }
  const stride = plies > 120 ? 50 : plies > 25 ? 10 : plies > 8 ? 5 : 1;
  for (let ply = 0; ply <= plies; ply += stride) {
    svg.append(element("text", {x: x(ply), y: height - 5, "text-anchor": "middle"}, `${ply}`));
  }
  for (const {side, points} of series.filter(one => one.points.length)) {
    const colour = side ? INK[side.colour] : "var(--accent)", base = y(discs ? 0 : 0.5);
    const path = points.map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`);
    const ends = [points[0], points[points.length - 1]].map(point => `${x(point[0]).toFixed(1)},${base}`);
    const area = `M${ends[0]} L${path.join(" L")} L${ends[1]} Z`;
    if (!side) svg.append(element("path", {d: area, fill: colour, "fill-opacity": 0.13}));
    if (points.length === 1) svg.append(circle(x(points[0][0]), y(points[0][1]), 2.5, {fill: colour}));
    svg.append(element("polyline", {points: path.join(" "), ...ring(colour, 1.8)}));
    for (const [ply, value] of points) {
      const judged = ply > 0 && game.plies[ply - 1].judged;
      if (judged && judged.degree > 1) svg.append(circle(x(ply), y(value), 3.2, {fill: BAD[judged.degree]}));
    }
  }
  svg.append(line(x(at), top, x(at), height - bottom, dashed("var(--ink)", 1, "3 3")));
  const axis = many ? "expected reward after each own move"
    : `${discs ? "discs" : "expected wins"} for ${game.players[0].side}`;
  svg.append(element("text", {x: left, y: 10}, axis));
  $("graph").replaceChildren(svg);
  if (many) $("graph").append(element("div", {class: "faint key"}, ...game.players.map(side =>
    element("span", {}, chip(side), side.name))));
}
"""

TABLES = r"""
const chip = player => element("span", {class: "chip", style: `background:${FILL[player.colour]}`});
const percent = share => `${(100 * share).toFixed(1)} %`;
function signed(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : (number > 0 ? "+" : MINUS) + text;
}
function worth(one) {
  if (one.discs === null) return percent(one.win) + (one.exact ? " exact" : "");
  return signed(one.discs, 1) + (one.exact ? " exact" : `, ${percent(one.win)}`);
}
const lost = judged => judged.lostDiscs === null ? percent(judged.lostWin) : judged.lostDiscs.toFixed(1);
const row = (kind, cells) => element("tr", {}, ...cells.map(([text, look]) =>
  element(kind, {class: look || ""}, ...[].concat(text))));
const table = (head, rows) =>
  element("table", {}, element("thead", {}, row("th", head)), element("tbody", {}, ...rows));

function drawInfo() {
  const info = $("info");
  if (at === 0) { info.replaceChildren(element("h2", {}, "Start")); return; }
  const ply = game.plies[at - 1], judged = ply.judged, side = game.players[ply.player];
  const told = `${at}. ${side.side} ${ply.move}` + (judged ? `: ${worth(judged.made)}` : "");
  info.replaceChildren(element("h2", {}, chip(side), told));
  const say = (text, look) => info.append(element("p", {class: look || ""}, text));
  if (!judged) { say("not looked at", "faint"); return; }
  if (!judged.free) say("There was no choice.", "faint");
  else if (!judged.best) say("The best move.", "good");
  else {
    const wins = `${percent(judged.lostWin)} of a win`;
    const amount = judged.lostDiscs === null ? wins
      : `${lost(judged)} discs` + (judged.exact ? "" : `, ${wins}`);
    say(`Lost ${amount}.`, judged.degree ? `bad${judged.degree}` : "");
    say(`Better: ${worth(judged.best)}`);
    info.append(lineOf("best", judged.best));
  }
  if (judged.made.line.length > 1) {
    say("Expected after this move");
    info.append(lineOf("made", judged.made));
  }
}
function lineOf(kind, one) {
  const on = number => branch && branch.kind === kind && branch.step === number + 1 ? "on" : "";
  return element("div", {class: "line"}, ...one.line.map((move, number) =>
    element("button", {class: on(number), onclick: () => enter(kind, number + 1)}, move.move)));
}
function drawMoves() {
  const head = [["ply"], ["move", "text"], ["worth"], ["best", "text"], ["loss"]];
  const rows = game.plies.map((ply, number) => {
    const judged = ply.judged || {}, best = judged.best, moved = [chip(game.players[ply.player]), ply.move];
    const better = best ? `${best.line[0].move} ${worth(best)}` : judged.free ? TICK : "";
    const made = row("td", [[`${number + 1}`], [moved, "text"], [judged.made ? worth(judged.made) : ""],
      [better, best ? "text" : "text good"], [best ? lost(judged) : "", `bad${judged.degree || 0}`]]);
    made.addEventListener("click", () => go(number + 1));
    return made;
  });
  $("moves").replaceChildren(table(head, rows));
}
function drawSummary() {
  const discs = game.unit === "discs", some = (one, text) => one.moves ? text() : DASH;
  const columns = ["moves", ...(discs ? ["discs"] : []), "wins", ...game.steps, "accurate"];
  const rows = game.summaries.map((one, player) => row("td", [
    [[chip(game.players[player]), one.name], "text"], [`${one.moves}`],
    ...(discs ? [[some(one, () => one.discs.toFixed(2))]] : []), [some(one, () => percent(one.win))],
    ...one.mistakes.map(count => [`${count}`]), [some(one, () => `${Math.round(100 * one.accuracy)} %`)]]));
  const note = `Accurate moves lose at most ${game.good}; only moves with a choice count.`;
  $("summary").replaceChildren(table([["mean loss", "text"], ...columns.map(name => [name])], rows),
    element("p", {class: "faint"}, note));
}
"""

STEPS = r"""
let game = null, at = 0, branch = null, positions = [];

function changed(cells, changes) {
  const after = cells.slice();
  for (const [cell, sign] of changes) after[cell] = sign;
  return after;
}
function open(number) {
  game = data.games[number];
  positions = [[...game.start]];
  for (const ply of game.plies) positions.push(changed(positions[positions.length - 1], ply.changes));
  $("title").textContent = game.title;
  $("note").textContent = [game.note, ...data.broken].filter(text => text).join("; ");
  drawMoves();
  drawSummary();
  go(0);
}
const judgedHere = () => at > 0 && game.plies[at - 1].judged || null;
function go(number) {
  branch = null;
  at = Math.max(0, Math.min(game.plies.length, number));
  show();
}
function enter(kind, step) {
  const judged = judgedHere();
  if (!judged || !judged[kind]) return;
  branch = {kind, step, line: judged[kind].line};
  show();
}
function walk(step) {
  if (step < 1) { go(at); return; }
  branch.step = Math.min(branch.line.length, step);
  show();
}
function show() {
  const judged = judgedHere();
  let cells = positions[at], mark = at > 0 ? game.plies[at - 1].cell : -1, better = -1;
  let colour = "var(--accent)";
  if (branch) {
    cells = positions[at - 1];
    for (const move of branch.line.slice(0, branch.step)) {
      cells = changed(cells, move.changes);
      mark = move.cell;
    }
  } else if (judged) {
    if (judged.free) colour = BAD[judged.degree];
    if (judged.best) better = judged.best.line[0].cell;
  }
  const draw = game.board.points ? drawPoints : drawGrid;
  $("board").replaceChildren(draw(cells, mark, better, colour));
  drawInfo();
  drawGraph();
  showRow();
}
function showRow() {
  const list = $("moves"), rows = list.querySelectorAll("tbody tr");
  rows.forEach((one, number) => one.classList.toggle("on", number + 1 === at));
  if (at === 0) { list.scrollTop = 0; return; }
  const on = rows[at - 1], top = on.offsetTop - 40, end = on.offsetTop + on.offsetHeight;
  const hidden = top < list.scrollTop || end > list.scrollTop + list.clientHeight;
  if (hidden) list.scrollTop = top - list.clientHeight / 3;
}

const keys = {
  ArrowLeft: () => branch ? walk(branch.step - 1) : go(at - 1),
  ArrowRight: () => branch ? walk(branch.step + 1) : go(at + 1),
  Home: () => branch ? walk(1) : go(0),
  End: () => branch ? walk(branch.line.length) : go(game.plies.length),
  ArrowDown: () => branch || enter(judgedHere() && judgedHere().best ? "best" : "made", 1),
  ArrowUp: () => branch && go(at),
  Escape: () => branch && go(at),
};
document.addEventListener("keydown", event => {
  const other = event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT";
  if (!game || other || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
addEventListener("resize", () => game && drawGraph());
const buttons = {first: "Home", back: "ArrowLeft", forward: "ArrowRight", last: "End"};
for (const [id, key] of Object.entries(buttons)) {
  $(id).addEventListener("click", () => game && keys[key]());
}
const choice = $("games");
data.games.forEach((one, number) =>
  choice.append(element("option", {value: number}, `${one.place}: ${one.title}`)));
choice.hidden = data.games.length < 2;
$("title").hidden = !choice.hidden;
choice.addEventListener("change", () => { open(Number(choice.value)); choice.blur(); });
if (data.games.length) {
  const [number, ply] = location.hash.slice(1).split(":").map(Number);
  const chosen = data.games[number - 1] ? number - 1 : 0;
  choice.value = chosen;
  open(chosen);
  if (ply) go(ply);
} else $("note").textContent = ["There is no game in it.", ...data.broken].join(" ");
"""

SCRIPT = BOARD + GRAPH + TABLES + STEPS
