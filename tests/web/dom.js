// A tree of elements that knows as much as drawing needs, for modules that run in no browser.

class Element {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
    this.listeners = {};
    this.properties = {};
    this.style = {
      setProperty: (key, value) => {
        this.properties[key] = value;
      },
    };
    this.classList = {
      add: name => this.setAttribute("class", [...this.classes, name].join(" ")),
      toggle: (name, on) => {
        const others = this.classes.filter(other => other !== name);
        this.setAttribute("class", (on ? [...others, name] : others).join(" "));
      },
    };
  }
  get classes() {
    return (this.attributes.class || "").split(" ").filter(name => name);
  }
  setAttribute(key, value) {
    this.attributes[key] = String(value);
  }
  hasAttribute(key) {
    return key in this.attributes;
  }
  removeAttribute(key) {
    delete this.attributes[key];
  }
  addEventListener(kind, listener) {
    this.listeners[kind] = listener;
  }
  append(...children) {
    this.children.push(...children);
  }
  unshift(...children) {
    this.children.unshift(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  get textContent() {
    return this.children.map(child => (typeof child === "string" ? child : child.textContent)).join("");
  }
  all(name) {
    const below = this.children.filter(child => child instanceof Element).flatMap(child => child.all(name));
    return this.name === name ? [this, ...below] : below;
  }
  // Those of one name are all that is asked for.
  querySelectorAll(name) {
    return this.all(name).filter(one => one !== this);
  }
  // All elements below of a class.
  of(look) {
    const below = this.children.filter(child => child instanceof Element).flatMap(child => child.of(look));
    return this.classes.includes(look) ? [this, ...below] : below;
  }
}

globalThis.document = {
  createElement: name => new Element(name),
  createElementNS: (_, name) => new Element(name),
  getElementById: () => new Element("script"),
  querySelectorAll: () => [],
};
globalThis.matchMedia = () => ({matches: true});
globalThis.cancelAnimationFrame = () => {};
globalThis.requestAnimationFrame = () => 0;
