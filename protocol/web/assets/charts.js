// The frame of a chart: scales, round ticks, the grid and the words along its axes.

const NICE_STEPS = [1, 2, 2.5, 5, 10];

// Round numbers between two others, at most MOST steps apart from end to end.
function ticks(low, high, most) {
  if (!(high > low)) return [low];
  const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough));
  const step = NICE_STEPS.map(nice => nice * power).find(size => size >= rough * (1 - 1e-9));
  const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
  return Array.from({length: last - first + 1}, (_, number) => (first + number) * step);
}

const scale = (low, high, start, end) => value => start + (end - start) * (value - low) / (high - low || 1);

// The discs from 0 that an axis reaches to both sides: a multiple of 8 that no value exceeds, at most MOST.
const discLimit = (values, most) =>
  Math.min(most, 8 * Math.ceil(Math.max(8, ...values.map(Math.abs)) / 8 - 1e-9));

const chartText = (x, y, words, look, anchor) =>
  element("text", {x, y, class: look, "text-anchor": anchor || "start"}, words);

const chartLine = (x1, y1, x2, y2, look) => element("line", {x1, y1, x2, y2, class: look});

// Lines across at some values, with words at the left or the right end; EVEN is drawn as the line of a draw.
function rows(box, y, values, words, even, right) {
  return values.flatMap(value => {
    const at = y(value), look = value === even ? "even" : "grid";
    const place = right ? [box.right + 5, at + 4, words(value), "tick"]
      : [box.left - 6, at + 4, words(value), "tick", "end"];
    return [chartLine(box.left, at, box.right, at, look), chartText(...place)];
  });
}

// The numbers of plies below a chart.
function plyTicks(box, x, plies) {
  return ticks(0, plies, box.right - box.left > 450 ? 10 : 6).filter(Number.isInteger)
    .map(ply => chartText(x(ply), box.bottom + 14, `${ply}`, "tick", "middle"));
}

// The ply that a pointer is at.
function plyAt(event, svg, width, box, plies) {
  const seen = svg.getBoundingClientRect();
  const at = (event.clientX - seen.left) / seen.width * width;
  return Math.max(0, Math.min(plies, Math.round((at - box.left) / (box.right - box.left) * plies)));
}
