import assert from "node:assert/strict";
import test from "node:test";
import "./dom.js";
import {NO_MARKS} from "../../protocol/web/assets/board.js";
import {gripByKeys, gripByPointer, gripByWheel} from "../../protocol/web/assets/grip.js";
import {lying, written} from "../../protocol/web/assets/points.js";
import {about, after, dot, seen, towards, turned, under} from "../../protocol/web/assets/turn.js";

const near = (found, wanted) =>
  found.forEach((value, at) => assert.ok(Math.abs(value - wanted[at]) < 1e-9, `${found}, not ${wanted}`));
const dice = (() => {
  let state = 7;
  return () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
})();
const direction = () => {
  const vector = [dice(), dice(), dice()];
  return vector.map(value => value / Math.hypot(...vector));
};

test("a rotation about an axis leaves the axis and turns the rest", () => {
  near(turned(about([0, 0, 1], Math.PI / 2), [1, 0, 0]), [0, 1, 0]);
  near(turned(about([0, 2, 0], 1), [0, 1, 0]), [0, 1, 0]);
});

test("rotations one after the other stay rotations", () => {
  let pose = about([1, 0, 0], 0.3);
  for (let turn = 0; turn < 500; turn++) {
    const next = about(direction(), dice());
    const point = direction();
    near(turned(after(next, pose), point), turned(next, turned(pose, point)));
    pose = after(next, pose);
  }
  pose.forEach((row, at) =>
    near(
      pose.map(other => dot(row, other)),
      [0, 1, 2].map(one => Number(one === at)),
    ),
  );
});

test("the shortest way between two directions arrives, also where there is none to go", () => {
  for (let number = 0; number < 50; number++) {
    const [from, to] = [direction(), direction()];
    near(turned(towards(from, to), from), to);
    assert.ok(dot(turned(towards(from, to, 0.5), from), to) >= dot(from, to) - 1e-9);
  }
  near(turned(towards([0, 0, 1], [0, 0, 1]), [0.6, 0, 0.8]), [0.6, 0, 0.8]);
});

test("what is under a place is seen at that place", () => {
  for (const [x, y] of [
    [0, 0],
    [0.3, -0.5],
    [-0.7, 0.6],
  ]) {
    const found = seen(under(x, y));
    near([found.x, found.y], [x, y]);
    assert.ok(found.front);
  }
  assert.ok(!seen([0, 0, -1]).front && seen([0, 0, 1]).size > 1);
  assert.ok(Math.hypot(...under(5, 5)) - 1 < 1e-9, "beside the disc its rim is held");
});

const looks = made => made.map(one => one.attributes.class);

test("a point shows what lies there", () => {
  assert.deepEqual(looks(lying(4, undefined, NO_MARKS)), ["knot"]);
  assert.equal(lying(4, "black", NO_MARKS)[0].attributes.class, "disc");
  const marks = {...NO_MARKS, taken: [4], better: 4, made: 4, colour: "red", owners: {4: ["white", 0.5]}};
  assert.equal(lying(4, undefined, marks).length, 4);
  assert.ok(looks(lying(4, undefined, marks)).includes("owner"));
  assert.ok(!looks(lying(4, undefined, {...marks, owners: {4: ["white", 0.01]}})).includes("owner"));
});

test("a point says its number, a thought, or its place in a line", () => {
  const words = (marks, numbers) =>
    written(4, undefined, {...NO_MARKS, ...marks}, numbers).map(one => one.textContent);
  assert.deepEqual(words({}, false), []);
  assert.deepEqual(words({}, true), ["4"]);
  assert.deepEqual(
    words(
      {
        line: [
          {cell: 9, colour: "white"},
          {cell: 4, colour: "black"},
        ],
      },
      true,
    ),
    ["", "2"],
  );
  assert.deepEqual(words({thoughts: [{cell: 4, words: "52", share: 0.5, best: true}]}, true), ["", "52"]);
  assert.deepEqual(words({made: 4, sign: "?", colour: "red"}, false), ["", "?"]);
});

// A sphere that only writes down what it is asked to do.
const held = () => {
  const done = [];
  const node = document.createElement("svg");
  node.setPointerCapture = () => {};
  const sphere = {node, at: 5, beside: (right, down) => 100 + 10 * right + down, middle: () => 7};
  for (const verb of ["roll", "nearer", "walk", "spin"])
    sphere[verb] = (...words) => done.push([verb, ...words]);
  const hand = {choose: cell => done.push(["choose", cell]), point: cell => done.push(["point", cell])};
  const send = (kind, event) => node.listeners[kind]({preventDefault() {}, stopPropagation() {}, ...event});
  return {done, sphere, hand, send};
};

class Cell extends document.createElement("g").constructor {
  closest() {
    return this;
  }
  getAttribute(name) {
    return this.attributes[name];
  }
}
globalThis.Element = Cell;

const at = (x, y, more = {}) => {
  const target = new Cell("g");
  target.setAttribute("data-cell", 12);
  return {pointerId: 1, clientX: x, clientY: y, pointerType: "mouse", type: "pointerup", target, ...more};
};

test("a pointer that stays chooses, one that moves turns", () => {
  const {done, sphere, hand, send} = held();
  gripByPointer(sphere, hand);
  send("pointerdown", at(0, 0));
  send("pointermove", at(1, 1));
  send("pointerup", at(1, 1));
  assert.deepEqual(done.splice(0), [
    ["walk", 12],
    ["choose", 12],
  ]);
  send("pointerdown", at(0, 0));
  send("pointermove", at(30, 0));
  send("pointerup", at(30, 0));
  assert.deepEqual(
    done.splice(0).map(([verb]) => verb),
    ["roll"],
  );
  send("pointermove", at(3, 3));
  send("pointerleave", at(3, 3));
  assert.deepEqual(done.splice(0), [
    ["point", 12],
    ["point", -1],
  ]);
});

test("two pointers bring it nearer, and one that is taken away chooses nothing", () => {
  const {done, sphere, hand, send} = held();
  gripByPointer(sphere, hand);
  send("pointerdown", at(0, 0));
  send("pointerdown", at(10, 0, {pointerId: 2}));
  send("pointermove", at(20, 0, {pointerId: 2}));
  assert.deepEqual(done.splice(0), [["nearer", 2]]);
  send("pointercancel", at(0, 0, {type: "pointercancel"}));
  send("pointercancel", at(0, 0, {pointerId: 2, type: "pointercancel"}));
  assert.deepEqual(done, []);
});

test("keys walk, turn, bring nearer and choose, and leave those of the browser alone", () => {
  const {done, sphere, hand, send} = held();
  gripByKeys(sphere, hand);
  const press = (key, more = {}) => {
    send("keydown", {key, ...more});
    return done.splice(0);
  };
  assert.deepEqual(press("ArrowLeft"), [["walk", 90]]);
  assert.deepEqual(press("ArrowDown", {shiftKey: true}), [["spin", 0, 1]]);
  assert.deepEqual(press("+"), [["nearer", 1.25]]);
  assert.deepEqual(press("0"), [["nearer", 0]]);
  assert.deepEqual(press("Enter"), [["choose", 5]]);
  assert.deepEqual(press("ArrowLeft", {ctrlKey: true}), []);
  assert.deepEqual(press("x"), []);
  send("focus", {});
  send("blur", {});
  assert.deepEqual(done, [
    ["point", 5],
    ["point", -1],
  ]);
});

test("the wheel belongs to the page unless the sphere has the focus", () => {
  const {done, sphere, send} = held();
  gripByWheel(sphere);
  send("wheel", {deltaY: 400});
  assert.deepEqual(done, []);
  send("wheel", {deltaY: -400, ctrlKey: true});
  assert.deepEqual(done, [["nearer", Math.E]]);
});
