// What moves are worth, in words. All values are the first player's in a game for two, else the mover's own.

const DASH = "\u2013", TICK = "\u2713";
const SIGNS = ["", "?!", "?", "??"];
const COLOURS = ["var(--good)", "var(--bad1)", "var(--bad2)", "var(--bad3)"];
const MOST_WORST = 6;

const forTwo = game => game.players.length === 2;
const countsDiscs = game => game.unit === "discs";
// A lead in discs: exact ones are whole.
const leadText = one => signed(one.discs, one.exact ? 0 : 1);

// A value with everything that it says: "Black +4.1 discs, wins 71.2 %".
function valueText(game, one, player) {
  const side = capital(game.players[forTwo(game) ? 0 : player].side);
  const exact = one.exact ? ", exact" : "";
  if (one.discs === null) return `${side} ${forTwo(game) ? "wins" : "expects"} ${percent(one.win)}${exact}`;
  if (one.exact) return `${side} ${leadText(one)} discs, exact`;
  return `${side} ${leadText(one)} discs, wins ${percent(one.win)}`;
}

// What a move has lost: "21.9 discs", or "12.0 % of a win" where discs are not counted.
function lossText(judged) {
  if (judged.lostDiscs === null) return `${percent(judged.lostWin)} of a win`;
  return `${judged.lostDiscs.toFixed(judged.exact ? 0 : 1)} discs`;
}
const loss = judged => judged.lostDiscs === null ? judged.lostWin : judged.lostDiscs;
const signOf = judged => judged && judged.degree ? SIGNS[judged.degree] : "";

// The plies of the worst mistakes, counted from 1, the worst first.
function worstPlies(game) {
  return game.plies.map((ply, number) => [number + 1, ply.judged])
    .filter(([, judged]) => judged && judged.degree > 0)
    .sort((a, b) => loss(b[1]) - loss(a[1]))
    .slice(0, MOST_WORST).map(([number]) => number);
}

const plyText = (game, number) => {
  const ply = game.plies[number - 1];
  return `${number}. ${capital(game.players[ply.player].side)} ${ply.move}`;
};

// The heading of what is on the board: the start, a move of the game, or one of a better line.
function headingText(game, at, branch) {
  if (!branch) return at === 0 ? "Start" : plyText(game, at);
  const move = branch.line[branch.step - 1], side = capital(game.players[move.player].side);
  return `${at + branch.step - (at ? 1 : 0)}. ${side} ${move.move}`;
}

// The sentences on a ply that was judged: [text, class, line that may be entered].
function sentences(game, ply) {
  const judged = ply.judged, said = [];
  const value = one => valueText(game, one, ply.player);
  if (!judged) return [["Not looked at.", "faint"]];
  if (!judged.free) said.push(["There was no choice.", "faint"]);
  else if (!judged.best) said.push([`${TICK} The best move.`, "good"]);
  else {
    const kind = judged.degree ? `bad${judged.degree}` : "";
    said.push([`${signOf(judged)} Lost ${lossText(judged)}${judged.exact ? " (exact)" : ""}.`.trim(), kind]);
    said.push([`Better: ${judged.best.line[0].move}. ${value(judged.best)}.`, "", "best"]);
  }
  said.push([`After ${ply.move}: ${value(judged.made)}.`, "", "made"]);
  return said;
}

// The lines of the graph: the first player's side, or one of each player; [ply, value] each.
function seriesOf(game) {
  const plies = game.plies.map((ply, number) => ({...ply, number: number + 1})).filter(ply => ply.judged);
  if (!forTwo(game)) {
    return game.players.map((side, player) => ({side, points: plies.filter(ply => ply.player === player)
      .map(ply => [ply.number, ply.judged.made.win])}));
  }
  const value = one => countsDiscs(game) ? one.discs : one.win;
  const points = plies.map(ply => [ply.number, value(ply.judged.made)]);
  const first = game.plies.length ? game.plies[0].judged : null;
  if (first) points.unshift([0, value(first.best || first.made)]);
  return [{side: null, points}];
}
