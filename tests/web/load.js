// Loads scripts of the pages as a page would, one after the other, and evaluates expressions among them.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const PROTOCOL = path.join(__dirname, "..", "..", "protocol");

// A tree of elements that knows as much as drawing needs.
class Element {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
    this.listeners = {};
  }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  addEventListener(kind, listener) { this.listeners[kind] = listener; }
  append(...children) { this.children.push(...children); }
  get textContent() {
    return this.children.map(child => typeof child === "string" ? child : child.textContent).join("");
  }
  all(name) {
    const below = this.children.filter(child => child instanceof Element).flatMap(child => child.all(name));
    return this.name === name ? [this, ...below] : below;
  }
}

const document = {
  createElement: name => new Element(name),
  createElementNS: (_, name) => new Element(name),
};

// A function that evaluates an expression behind these files; `known` are further names in it.
function load(files, known = {}) {
  const context = vm.createContext({document, ...known});
  for (const file of files) {
    const [folder, name] = file.split("/");
    vm.runInContext(fs.readFileSync(path.join(PROTOCOL, folder, "assets", name), "utf8"), context);
  }
  return expression => vm.runInContext(expression, context);
}

// A value from a context as one of our own, which deepEqual compares.
const plain = value => JSON.parse(JSON.stringify(value));

const KIT = ["web/kit.js", "web/charts.js", "web/board.js"];

module.exports = {load, plain, KIT};
