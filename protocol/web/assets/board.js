// Boards: squares, or the points of a sphere as two discs that are seen from its poles.
//
// `marks` says what is shown on it: `made` and `better` are cells (-1 for none), `colour` and `sign` judge
// the move that was made, `letter` is what the better one would write.

const centred = {"text-anchor": "middle", "dominant-baseline": "central"};
const circle = (x, y, r, more) => element("circle", {cx: x, cy: y, r, ...more});
const segment = (x1, y1, x2, y2, more) => element("line", {x1, y1, x2, y2, ...more});
const ring = (stroke, width) => ({fill: "none", stroke, "stroke-width": width});
const dashed = (stroke, width, dashes) => ({...ring(stroke, width), "stroke-dasharray": dashes});
const disc = (place, radius, colour) => circle(...place, radius,
  {fill: `var(--disc-${colour})`, class: "disc", stroke: "var(--disc-rim)", "stroke-width": 0.06 * radius});
const NO_MARKS = {made: -1, better: -1, colour: "var(--accent)", sign: "", letter: ""};

// The cells with some of them changed.
function changed(cells, changes) {
  const after = cells.slice();
  for (const [cell, sign] of changes) after[cell] = sign;
  return after;
}

// How many discs each player has; null in a game whose cells belong to nobody.
function discCounts(board, cells) {
  const colours = Object.entries(board.signs);
  if (!colours.length) return null;
  return Object.fromEntries(colours.map(([sign, colour]) =>
    [colour, cells.filter(cell => cell === sign).length]));
}

// An arrow between two places, with room for what stands at both; UNIT is the width of a cell. A dark rim
// makes it seen on discs of its own colour.
function arrow(from, to, unit, colour) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 0.5 * unit) return [];
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const along = (far, aside) => [from[0] + dx * far - dy * aside, from[1] + dy * far + dx * aside];
  const tip = length - 0.38 * unit, neck = tip - 0.24 * unit;
  const points = [along(tip, 0), along(neck, 0.15 * unit), along(neck, -0.15 * unit)].join(" ");
  const shaft = [...along(0.2 * unit, 0), ...along(Math.max(neck, 0.2 * unit), 0)];
  const rim = {stroke: "var(--hint-rim)", "stroke-linejoin": "round"};
  return [segment(...shaft, {...rim, "stroke-width": 0.13 * unit}),
    element("polygon", {points, fill: colour, ...rim, "stroke-width": 0.06 * unit, class: "arrow"}),
    segment(...shaft, {stroke: colour, "stroke-width": 0.08 * unit})];
}

// A sign such as ?? at the corner of a cell.
function badge([x, y], sign, unit, colour) {
  if (!sign) return [];
  const at = [x + 0.33 * unit, y - 0.33 * unit];
  const look = {"font-size": 0.26 * unit, "font-weight": 700, style: "fill: var(--on-bad)", ...centred};
  return [circle(...at, 0.22 * unit, {fill: colour}),
    element("text", {x: at[0], y: at[1], class: "badge", ...look}, sign)];
}

function gridLines(board, unit) {
  const {size, columns, felt} = board, made = [];
  const label = (x, y, text) =>
    element("text", {x, y, "font-size": 0.34 * unit, style: "fill: var(--faint)", ...centred}, text);
  made.push(element("rect", {width: size, height: size, fill: felt ? "var(--felt)" : "var(--paper)"}));
  const thin = ring(felt ? "var(--felt-line)" : "var(--paper-line)", 0.03 * unit);
  for (let i = 0; i <= size; i++) made.push(segment(i, 0, i, size, thin), segment(0, i, size, i, thin));
  for (let i = 0; i < size; i++) {
    made.push(label(i + 0.5, -0.27 * unit, columns[i]), label(-0.28 * unit, i + 0.5, `${i + 1}`));
  }
  const stars = felt && size >= 6 ? [2, size - 2] : [];
  for (const x of stars) {
    for (const y of stars) made.push(circle(x, y, 0.08, {fill: "var(--felt-line)", class: "star"}));
  }
  return made;
}

function drawSquares(board, cells, marks) {
  const {size, felt} = board, unit = size / 8, edge = 0.55 * unit, length = size + 1.35 * edge;
  const svg = element("svg", {viewBox: `${-edge} ${-edge} ${length} ${length}`});
  svg.append(...gridLines(board, unit));
  const place = cell => [cell % size + 0.5, Math.floor(cell / size) + 0.5];
  const letter = (cell, text, fill) => {
    const [x, y] = place(cell), look = {"font-size": 0.62, "font-weight": 600, style: `fill: ${fill}`};
    return element("text", {x, y, ...look, ...centred}, text);
  };
  cells.forEach((sign, cell) => {
    const colour = board.signs[sign];
    if (colour) svg.append(disc(place(cell), 0.41, colour));
    else if (!".-".includes(sign)) svg.append(letter(cell, sign, "var(--paper-ink)"));
  });
  const {made, better, colour} = marks, hint = felt ? "var(--hint)" : "var(--paper-hint)";
  if (better >= 0) {
    if (better !== made) svg.append(circle(...place(better), 0.36, dashed(hint, 0.07, "0.16 0.1")));
    if (!felt && marks.letter) svg.append(letter(better, better === made ? "" : marks.letter, hint));
    if (made >= 0) svg.append(...arrow(place(made), place(better), 1, hint));
  }
  if (made >= 0) {
    const [x, y] = place(made), box = {x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92};
    if (felt) svg.append(circle(x, y, 0.13, {fill: colour, stroke: "var(--mark-rim)", "stroke-width": 0.03}));
    else svg.append(element("rect", {...box, ...ring(colour, 0.07)}));
    svg.append(...badge([x, y], marks.sign, Math.min(1, Math.max(0.5, unit)), colour));
  }
  return svg;
}

// Every point has its number, so that a move can be found; the halves are one above the other on a phone.
function drawPoints(board, cells, marks, narrow) {
  const far = 2.13, size = narrow ? [2.12, 2.12 + far] : [2.12 + far, 2.12], unit = 0.15;
  const svg = element("svg", {viewBox: `-1.06 -1.06 ${size.join(" ")}`});
  const move = south => south ? [narrow ? 0 : far, narrow ? far : 0] : [0, 0];
  const place = cell => {
    const [x, y, south] = board.points[cell], [right, down] = move(south);
    return [x + right, y + down];
  };
  for (const half of [0, 1]) svg.append(circle(...move(half), 1.04, {fill: "var(--paper)"}));
  const thin = ring("var(--paper-line)", 0.006);
  for (const [p, q] of board.lines) svg.append(segment(...place(p), ...place(q), thin));
  const number = (cell, fill) => {
    const [x, y] = place(cell), look = {"font-size": 0.042, style: `fill: ${fill}`, ...centred};
    return element("text", {x, y, class: "point", ...look}, `${cell}`);
  };
  cells.forEach((sign, cell) => {
    const colour = board.signs[sign];
    if (colour) svg.append(disc(place(cell), 0.044, colour));
    else svg.append(circle(...place(cell), 0.03, {fill: "var(--paper)"}));
    const ink = {black: "var(--disc-white)", white: "var(--disc-black)"}[colour] || "var(--paper-ink)";
    svg.append(number(cell, ink));
  });
  const {made, better, colour} = marks;
  if (better >= 0) {
    svg.append(circle(...place(better), 0.06, dashed("var(--paper-hint)", 0.014, "0.03 0.02")));
    if (made >= 0) svg.append(...arrow(place(made), place(better), unit, "var(--paper-hint)"));
  }
  if (made >= 0) svg.append(circle(...place(made), 0.056, ring(colour, 0.016)),
    ...badge(place(made), marks.sign, unit * 1.4, colour));
  return svg;
}

const drawBoard = (board, cells, marks, narrow) =>
  board.points ? drawPoints(board, cells, marks, narrow) : drawSquares(board, cells, marks);
