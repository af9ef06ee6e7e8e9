// Rotations of a sphere, and how it is seen: by an eye some radii away from its centre.

/** @typedef {[number, number, number]} Vector */
/** @typedef {[Vector, Vector, Vector]} Matrix rows */

const EYE = 4;
const SEEN = Math.sqrt(EYE * EYE - 1);

/** What of a unit sphere is seen: points whose depth is greater. */
export const HORIZON = 1 / EYE;

/** @type {(a: number[], b: number[]) => number} */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @type {(a: Vector, b: Vector) => Vector} */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** @type {(v: Vector) => Vector} */
function unit(v) {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** @type {(m: Matrix, v: number[]) => Vector} */
export const turned = (m, v) => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];

/**
 * A rotation after another one, with rows that are kept at right angles.
 * @param {Matrix} a
 * @param {Matrix} b
 * @returns {Matrix}
 */
export function after(a, b) {
  /** @type {(i: number) => Vector} */
  const row = i =>
    turned(
      [
        [b[0][0], b[1][0], b[2][0]],
        [b[0][1], b[1][1], b[2][1]],
        [b[0][2], b[1][2], b[2][2]],
      ],
      a[i],
    );
  const x = unit(row(0)),
    z = unit(cross(x, row(1)));
  return [x, cross(z, x), z];
}

/**
 * A rotation about an axis, by an angle in radians.
 * @param {Vector} axis
 * @param {number} angle
 * @returns {Matrix}
 */
export function about(axis, angle) {
  const [x, y, z] = unit(axis),
    c = Math.cos(angle),
    s = Math.sin(angle),
    t = 1 - c;
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ];
}

/**
 * The shortest rotation that brings one direction into another, or a part of it.
 * @param {Vector} from
 * @param {Vector} to
 * @returns {Matrix}
 */
export function towards(from, to, part = 1) {
  const axis = cross(from, to),
    angle = Math.atan2(Math.hypot(...axis), dot(from, to));
  return about(Math.hypot(...axis) < 1e-9 ? [0, 1, 0] : axis, angle * part);
}

/**
 * A point of the turned sphere as it is seen: its place on a disc of radius 1 (downwards as pages count), the
 * size of things there, and how narrow they look towards the rim.
 * @param {Vector} v
 */
export function seen(v) {
  const size = SEEN / (EYE - v[2]);
  const slant = (EYE * v[2] - 1) / Math.sqrt(EYE * EYE - 2 * EYE * v[2] + 1);
  return {x: v[0] * size, y: -v[1] * size, size, slant, front: v[2] > HORIZON};
}

/**
 * The direction of a place on the disc that the sphere is seen as.
 * @param {number} x
 * @param {number} y
 * @returns {Vector}
 */
export function under(x, y) {
  const r2 = x * x + y * y,
    shrunk = Math.min(1, Math.sqrt(0.98 / Math.max(r2, 0.1)));
  // |v| = 1 and (x, y) = v SEEN / (EYE - z): a quadratic equation for z.
  const k = (r2 * shrunk * shrunk) / (SEEN * SEEN),
    root = Math.sqrt(1 - r2 * shrunk * shrunk);
  const z = (EYE * k + root) / (1 + k),
    size = (shrunk * (EYE - z)) / SEEN;
  return unit([x * size, -y * size, z]);
}
