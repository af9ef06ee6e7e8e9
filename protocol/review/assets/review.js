// The page of a review: which game and which move is shown, and the keys that step through it.

const data = readData();
let game = null, at = 0, branch = null, positions = [];

function open(number) {
  game = data.games[number];
  positions = [[...game.start]];
  for (const ply of game.plies) positions.push(changed(positions[positions.length - 1], ply.changes));
  byId("heading").textContent = game.heading;
  byId("about").textContent = [game.about, data.source, game.place].filter(text => text).join(" \u00b7 ");
  byId("note").textContent = [game.note, ...data.broken].filter(text => text).join("; ");
  document.title = `${game.heading}: review`;
  document.body.classList.toggle("sphere", Boolean(game.board.points));
  byId("graph").hidden = game.plies.length === 0;
  drawWorst();
  drawMoves();
  drawSummary();
  go(worstPlies(game)[0] || 0);
}
const judgedHere = () => at > 0 && game.plies[at - 1].judged || null;
function go(number) {
  branch = null;
  at = Math.max(0, Math.min(game.plies.length, number));
  show();
}
// Enter a line: the better one or the expected one of a ply, or that of a move of a position without plies.
function enter(kind, step) {
  const judged = judgedHere(), one = at ? judged && judged[kind] : game.best[kind];
  if (!one) return;
  branch = {kind, step, line: one.line, name: kind === "made" || !at ? "expected line" : "better line"};
  show();
}
function walk(step) {
  if (step < 1) { go(at); return; }
  branch.step = Math.min(branch.line.length, step);
  show();
}

// The cells, the marks and the score of what is shown.
function shown() {
  const judged = judgedHere(), marks = {...NO_MARKS}, ply = at > 0 ? game.plies[at - 1] : null;
  if (branch) {
    let cells = positions[Math.max(0, at - 1)];
    const moves = branch.line.slice(0, branch.step);
    for (const move of moves) cells = changed(cells, move.changes);
    marks.made = moves[moves.length - 1].cell;
    return [cells, marks, moves[moves.length - 1].scores];
  }
  if (ply) marks.made = ply.cell;
  if (judged && judged.free) [marks.colour, marks.sign] = [COLOURS[judged.degree], signOf(judged)];
  if (judged && judged.best) {
    const move = judged.best.line[0];
    [marks.better, marks.letter] = [move.cell, move.move.slice(-1)];
  }
  return [positions[at], marks, ply ? ply.scores : game.scores];
}
function drawPosition() {
  const [cells, marks, scores] = shown();
  byId("board").replaceChildren(drawBoard(game.board, cells, marks, innerWidth < 760));
  drawDiscs(cells, scores);
}
function show() {
  drawPosition();
  drawInfo();
  drawGraph();
  showRow();
}
function showRow() {
  for (const button of byId("worst").querySelectorAll("button")) {
    button.classList.toggle("on", Number(button.dataset.ply) === at);
  }
  const list = byId("moves"), rowsOfTable = list.querySelectorAll("tbody tr");
  const current = game.best.length ? (branch ? branch.kind : -1) : at - 1;
  rowsOfTable.forEach((row, number) => row.classList.toggle("on", number === current));
  if (current < 0) { list.scrollTop = 0; return; }
  const on = rowsOfTable[current], top = on.offsetTop - 40, end = on.offsetTop + on.offsetHeight;
  const hidden = top < list.scrollTop || end > list.scrollTop + list.clientHeight;
  if (hidden) list.scrollTop = top - list.clientHeight / 3;
}

const keys = {
  ArrowLeft: () => branch ? walk(branch.step - 1) : go(at - 1),
  ArrowRight: () => branch ? walk(branch.step + 1) : go(at + 1),
  Home: () => branch ? walk(1) : go(0),
  End: () => branch ? walk(branch.line.length) : go(game.plies.length),
  ArrowDown: () => branch || enter(at ? (judgedHere() && judgedHere().best ? "best" : "made") : 0, 1),
  ArrowUp: () => branch && go(at),
  Escape: () => branch && go(at),
};

function listen() {
  document.addEventListener("keydown", event => {
    const other = event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT";
    if (!game || other || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  addEventListener("resize", () => {
    if (game) { drawPosition(); drawGraph(); }
  });
  const buttons = {first: "Home", back: "ArrowLeft", forward: "ArrowRight", last: "End"};
  for (const [id, key] of Object.entries(buttons)) {
    byId(id).addEventListener("click", () => game && keys[key]());
  }
}

function start() {
  const choice = byId("games");
  data.games.forEach((one, number) =>
    choice.append(element("option", {value: number}, `${one.place}: ${one.heading}, ${one.about}`)));
  choice.hidden = data.games.length < 2;
  choice.addEventListener("change", () => { open(Number(choice.value)); choice.blur(); });
  if (!data.games.length) {
    byId("note").textContent = ["There is no game in it.", ...data.broken].join(" ");
    return;
  }
  // #3 opens the third game at its worst mistake, #3:41 at ply 41, #3:0 at its start.
  const [number, ply] = location.hash.slice(1).split(":").map(Number);
  const chosen = data.games[number - 1] ? number - 1 : 0;
  choice.value = chosen;
  open(chosen);
  if (ply >= 0) go(ply);
}

listen();
start();
