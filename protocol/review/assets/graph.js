// The graph of a game: the value after every ply, with the mistakes marked.

const GRAPH_HEIGHT = 190, GRAPH_NARROW = 390, GRAPH_WIDE = 620;

// A mistake in the graph has its sign beside it, so that it is told by more than its colour.
function mistakeMarks(points, x, y) {
  const made = [];
  for (const [ply, value] of points) {
    const judged = ply > 0 && game.plies[ply - 1].judged;
    if (!judged || !judged.degree) continue;
    const fill = COLOURS[judged.degree];
    made.push(circle(x(ply), y(value), 2 + 0.7 * judged.degree, {fill, class: "mistake"}));
    if (judged.degree > 1) {
      const look = {x: x(ply), y: y(value) - 7, "text-anchor": "middle", "font-weight": 700};
      made.push(element("text", {...look, style: `fill: ${fill}`}, SIGNS[judged.degree]));
    }
  }
  return made;
}

function seriesLine({side, points}, x, y, base) {
  const path = points.map(([ply, value]) => `${x(ply).toFixed(1)},${y(value).toFixed(1)}`);
  const colour = side ? `var(--line-${side.colour})` : "var(--accent)";
  const made = [];
  if (!side) {
    const [from, to] = [0, points.length - 1].map(at => `${x(points[at][0]).toFixed(1)},${base}`);
    const d = `M${from} L${path.join(" L")} L${to} Z`;
    made.push(element("path", {d, fill: colour, "fill-opacity": 0.13}));
  }
  if (points.length === 1) made.push(circle(x(points[0][0]), y(points[0][1]), 2.5, {fill: colour}));
  return [...made, element("polyline", {points: path.join(" "), ...ring(colour, 1.8)})];
}

function axisTitle() {
  if (!forTwo(game)) return "each player's expected reward after the player's own moves";
  const first = game.players[0], name = first.name === first.side ? "" : ` (${first.name})`;
  return countsDiscs(game) ? `lead of ${capital(first.side)}${name} in discs`
    : `chance of ${capital(first.side)}${name} to win`;
}

function drawGraph() {
  const discs = countsDiscs(game), plies = game.plies.length;
  const width = innerWidth < 760 ? GRAPH_NARROW : GRAPH_WIDE;
  const box = {left: 44, right: width - 12, top: 20, bottom: GRAPH_HEIGHT - 20};
  const series = seriesOf(game).filter(one => one.points.length);
  const most = discs ? discLimit(series.flatMap(one => one.points.map(point => point[1])), 64) : 1;
  const least = discs ? -most : 0, middle = discs ? 0 : 0.5;
  const x = scale(0, Math.max(1, plies), box.left, box.right);
  const down = scale(least, most, box.bottom, box.top);
  const y = value => down(Math.max(least, Math.min(most, value)));
  const look = {viewBox: `0 0 ${width} ${GRAPH_HEIGHT}`, role: "img", "aria-label": "Evaluation"};
  const svg = element("svg", look, chartText(box.left, 11, axisTitle(), "axis"));
  svg.addEventListener("click", event => go(plyAt(event, svg, width, box, plies)));
  const values = [0, 0.25, 0.5, 0.75, 1].map(part => least + (most - least) * part);
  const words = value => discs ? signed(value, 0) : percent(value, 0);
  svg.append(...rows(box, y, values, words, middle), ...plyTicks(box, x, plies));
  for (const one of series) {
    svg.append(...seriesLine(one, x, y, y(middle)), ...mistakeMarks(one.points, x, y));
  }
  svg.append(chartLine(x(at), box.top, x(at), box.bottom, "cursor"));
  byId("graph").replaceChildren(svg);
}
