// How a sphere is held: pointers and keys turn it, bring it nearer, and choose its points.

/** @typedef {import("./sphere.js").Sphere} Sphere */
/** @typedef {import("./board.js").Hand} Hand */
/** @typedef {{x: number, y: number}} Spot in pixels of the window */

const SLIP = 5;
/** @type {Record<string, [number, number]>} */
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** @type {(from: Spot, to: Spot) => number} */
const apart = (from, to) => Math.hypot(from.x - to.x, from.y - to.y);

/** @param {PointerEvent} event */
function cellOf(event) {
  const found = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  return found ? Number(found.getAttribute("data-cell")) : -1;
}

/**
 * A pointer that moves turns the sphere, two bring it nearer, one that stays chooses.
 * @param {Sphere} sphere
 * @param {Hand | undefined} hand
 */
export function gripByPointer(sphere, hand) {
  /** @type {Map<number, Spot>} */
  const held = new Map();
  let far = 0;
  let cell = -1;
  sphere.node.addEventListener("pointerdown", event => {
    if (!held.size) [far, cell] = [0, cellOf(event)];
    held.set(event.pointerId, {x: event.clientX, y: event.clientY});
  });
  sphere.node.addEventListener("pointermove", event => {
    const before = held.get(event.pointerId);
    const now = {x: event.clientX, y: event.clientY};
    if (!before) {
      if (event.pointerType === "mouse") hand?.point(cellOf(event));
      return;
    }
    const other = [...held].find(([id]) => id !== event.pointerId);
    held.set(event.pointerId, now);
    far += apart(before, now);
    if (far < SLIP && !other) return;
    sphere.node.setPointerCapture(event.pointerId);
    if (other) sphere.nearer(apart(now, other[1]) / Math.max(1, apart(before, other[1])));
    else sphere.roll(before, now);
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!held.delete(event.pointerId) || held.size || event.type === "pointercancel") return;
    if (!hand || far >= SLIP || cell < 0) return;
    sphere.walk(cell);
    hand.choose(cell);
  };
  for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
    sphere.node.addEventListener(kind, end);
  }
  sphere.node.addEventListener("pointerleave", () => hand?.point(-1));
}

/**
 * The wheel brings the sphere nearer, unless the page is what should move.
 * @param {Sphere} sphere
 */
export function gripByWheel(sphere) {
  const turn = (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey && document.activeElement !== sphere.node) return;
    event.preventDefault();
    sphere.nearer(Math.exp(-event.deltaY / 400));
  };
  sphere.node.addEventListener("wheel", turn, {passive: false});
}

/**
 * Arrows go from point to point, with Shift they turn the sphere; + and - bring it nearer, 0 back.
 * @param {Sphere} sphere
 * @param {Hand} hand
 */
export function gripByKeys(sphere, hand) {
  sphere.node.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way && event.shiftKey) sphere.spin(...way);
    else if (way) sphere.walk(sphere.beside(...way));
    else if (event.key === "+" || event.key === "-") sphere.nearer(event.key === "+" ? 1.25 : 0.8);
    else if (event.key === "0") sphere.nearer(0);
    else if ((event.key === "Enter" || event.key === " ") && sphere.at >= 0) hand.choose(sphere.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  sphere.node.addEventListener("focus", () => {
    if (sphere.at < 0) sphere.walk(sphere.middle());
    else hand.point(sphere.at);
  });
  sphere.node.addEventListener("blur", () => hand.point(-1));
}
