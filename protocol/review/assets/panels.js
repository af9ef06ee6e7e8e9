// What stands around the board: the discs, the words on a move, the moves, the mistakes and the summary.

const chipOf = player => chip(game.players[player].colour, game.board);
const sign = judged => signOf(judged)
  ? [element("span", {class: `sign bad${judged.degree}`}, signOf(judged))] : [];

function drawDiscs(cells, scores) {
  const counts = discCounts(game.board, cells);
  const told = (side, player) => {
    const count = scores ? scores[player] : counts ? counts[side.colour] : "";
    const name = side.name === side.side ? capital(side.side) : `${capital(side.side)}, ${side.name}`;
    return element("span", {}, chipOf(player), `${name}${count === "" ? "" : `: ${count}`}`);
  };
  byId("discs").replaceChildren(...game.players.map(told));
}

function drawInfo() {
  const info = byId("info"), ply = at > 0 ? game.plies[at - 1] : null;
  const shown = branch ? branch.line[branch.step - 1] : ply;
  const marks = branch ? [] : sign(ply && ply.judged);
  const chips = shown ? [chipOf(shown.player)] : [];
  info.replaceChildren(element("h2", {}, ...chips, headingText(game, at, branch), ...marks));
  if (branch) {
    const instead = branch.kind === "best" ? ` instead of ${plyText(game, at)}` : "";
    const words = `Move ${branch.step} of ${branch.line.length} in the ${branch.name}${instead}.`;
    info.append(element("p", {class: "faint"}, words));
  }
  if (!ply) {
    const many = worstPlies(game).length;
    const words = game.best.length ? "The moves of this position are listed, the best one first."
      : many ? "The worst mistakes are listed: choose one, or step through the game." : noMistakes();
    info.append(element("p", {class: "faint"}, words));
    return;
  }
  for (const [text, look, kind] of sentences(game, ply)) {
    info.append(element("p", {class: look || undefined}, text));
    const one = kind && ply.judged[kind];
    if (one && (kind === "best" || one.line.length > 1)) info.append(lineOf(kind, one));
  }
}

function lineOf(kind, one) {
  const on = number => branch && branch.kind === kind && branch.step === number + 1 ? "on" : undefined;
  return element("div", {class: "moves-of-line"}, ...one.line.map((move, number) =>
    element("button", {class: on(number), onclick: () => enter(kind, number + 1)}, move.move)));
}

const noMistakes = () => game.plies.length ? `No move lost more than ${game.least}.` : "There is no move.";

function drawWorst() {
  const buttons = worstPlies(game).map(number => {
    const ply = game.plies[number - 1], words = `${number}. ${ply.move}`;
    const lost = ` ${MINUS}${lossText(ply.judged).replace(" of a win", "")}`;
    const look = {"data-ply": number, onclick: () => go(number)};
    return element("button", look, chipOf(ply.player), words, ...sign(ply.judged), lost);
  });
  byId("worst").replaceChildren(...(buttons.length ? [element("b", {}, "Worst mistakes"), ...buttons]
    : game.best.length ? [] : [noMistakes()]));
}

// The columns of values: those of the first player, or of whoever moves.
function valueHeads() {
  const side = forTwo(game) ? capital(game.players[0].side) : "mover";
  return countsDiscs(game) ? [[`${side}'s lead`], [`${side} wins`, "roomy"]]
    : [[forTwo(game) ? `${side} wins` : "mover expects"]];
}
function valueCells(one) {
  if (!one) return countsDiscs(game) ? [[""], ["", "roomy"]] : [[""]];
  const win = percent(one.win);
  const mark = one.exact ? " exact" : "";
  return countsDiscs(game) ? [[leadText(one) + mark], [win, "roomy"]] : [[win + mark]];
}

function drawMoves() {
  byId("moves").classList.toggle("short", game.plies.length + game.best.length < 12);
  byId("moves").hidden = game.plies.length + game.best.length === 0;
  if (game.best.length) { drawBest(); return; }
  const better = [["better", "text"], ["its value", "roomy"], ["lost"]];
  const head = [["ply"], ["move", "text"], ...valueHeads(), ...better];
  const made = game.plies.map((ply, number) => {
    const judged = ply.judged || {}, best = judged.best;
    const moved = [chipOf(ply.player), ply.move, ...sign(ply.judged)];
    const instead = [best ? best.line[0].move : judged.free ? TICK : "", best ? "text" : "text good"];
    const value = best ? (countsDiscs(game) ? leadText(best) : percent(best.win)) : "";
    const lost = best ? (judged.lostDiscs === null ? percent(judged.lostWin) : lossText(judged)) : "";
    const look = judged.degree ? `bad${judged.degree}` : "";
    const row = tableRow("td", [[`${number + 1}`], [moved, "text"], ...valueCells(judged.made),
      instead, [value, "roomy"], [lost, look]]);
    row.addEventListener("click", () => go(number + 1));
    return row;
  });
  byId("moves").replaceChildren(table(head, made));
}

// The moves of a position without plies.
function drawBest() {
  const head = [["move", "text"], ...valueHeads(), ["simulations"], ["expected line", "text"]];
  const made = game.best.map((one, number) => {
    const move = [chipOf(one.line[0].player), one.line[0].move];
    const line = one.line.map(step => step.move).join(" ");
    const row = tableRow("td", [[move, "text"], ...valueCells(one), [one.visits ? `${one.visits}` : ""],
      [line, "text long"]]);
    row.addEventListener("click", () => enter(number, 1));
    return row;
  });
  byId("moves").replaceChildren(table(head, made));
}

function drawSummary() {
  const discs = countsDiscs(game), some = (one, text) => one.moves ? text() : DASH;
  const steps = game.steps.map((step, degree) => `${SIGNS[degree + 1]} ${step}`);
  const columns = ["moves", ...(discs ? ["discs"] : []), "wins", ...steps, "accurate"];
  const made = game.summaries.map((one, player) => tableRow("td", [
    [[chipOf(player), one.name], "text"], [`${one.moves}`],
    ...(discs ? [[some(one, () => one.discs.toFixed(2))]] : []), [some(one, () => percent(one.win))],
    ...one.mistakes.map(count => [`${count}`]), [some(one, () => percent(one.accuracy, 0))]]));
  const head = [["mean loss", "text"], ...columns.map(name => [name])];
  byId("summary").replaceChildren(...(game.plies.length ? [table(head, made)] : []));
  const unit = discs ? "discs" : "of a win";
  const legend = SIGNS.slice(1).map((text, degree) => element("span", {},
    element("span", {class: `sign bad${degree + 1}`}, text), ` lost ${game.steps[degree]} ${unit}`));
  const best = element("span", {}, element("span", {class: "sign good"}, TICK), " best");
  const good = element("span", {}, `accurate: lost at most ${game.good}`);
  byId("legend").replaceChildren(...(game.plies.length ? [best, ...legend, good] : []));
}
