// The line to the engine: requests and their answers, what is said unasked, and a new line when one breaks.

/** @typedef {import("./messages.js").Message} Message */

const KEPT = "outflank-session";
const SOONEST = 250;
const LATEST = 5000;
const OPENED = 1;
/** Closed for good: too many sessions, too many connections, the session ended. */
const FINAL = [4001, 4002, 4005];

/** A request that the engine refused, with the code of the reason. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** Sixteen bytes at random, in hexadecimal digits. */
function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The address of a WebSocket, by its path from this page.
 * @param {string} path
 */
function address(path) {
  const url = new URL(path, location.href);
  url.protocol = "ws:";
  url.hash = "";
  return url;
}

/**
 * Whether an answer was made by who knows the secret in the address of this page.
 * @param {string} nonce
 * @param {string} answer
 */
async function proves(nonce, answer) {
  const text = new TextEncoder();
  const kind = {name: "HMAC", hash: "SHA-256"};
  const secret = text.encode(location.pathname.split("/")[1]);
  const key = await crypto.subtle.importKey("raw", secret, kind, false, ["verify"]);
  const bytes = (answer.match(/[0-9a-f]{2}/g) || []).map(digits => Number.parseInt(digits, 16));
  return crypto.subtle.verify("HMAC", key, new Uint8Array(bytes), text.encode(nonce));
}

/**
 * The session that this tab plays in: a name of its own, kept over reloads. A tab that was copied from
 * another begins its own.
 */
function sessionName() {
  const copied = performance
    .getEntriesByType("navigation")
    .some(entry => "type" in entry && entry.type === "navigate");
  const kept = copied ? null : sessionStorage.getItem(KEPT);
  const name = kept || randomName();
  sessionStorage.setItem(KEPT, name);
  return name;
}

/**
 * Told of what happens on a line: `hear` of messages that answer no request, `change` of lines that are made
 * and broken (`final`: for good, with the code of the reason).
 * @typedef {{hear: (message: Message) => void, change: (open: boolean, final: number) => void}} Listener
 */

export class Connection {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    this.name = sessionName();
    this.number = 0;
    /** Whether this page has been connected: it comes from the server whose line was the first. */
    this.met = false;
    this.wait = SOONEST;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Map<number, {done: (message: Message) => void, fail: (error: Error) => void,
     *    report?: (message: Message) => void}>} */
    this.open = new Map();
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.connect();
    });
  }

  /** Make a line unless there is one. The secret is told to nobody who does not know it. */
  connect() {
    if (this.socket) return;
    clearTimeout(this.timer);
    if (this.met) this.askForProof();
    else this.join();
  }

  /** Ask who has the port now: the server may have ended, and another program have taken its place. */
  askForProof() {
    const nonce = randomName();
    const socket = new WebSocket(address(`/proof/${nonce}`));
    this.socket = socket;
    let known = false;
    socket.addEventListener("message", async event => {
      known = await proves(nonce, `${event.data}`);
      socket.close();
    });
    const patience = setTimeout(() => socket.close(), LATEST);
    socket.addEventListener("close", () => {
      clearTimeout(patience);
      if (known) this.join();
      else this.lost(0);
    });
  }

  join() {
    const socket = new WebSocket(address(`session/${this.name}`));
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.met = true;
      this.wait = SOONEST;
      this.listener.change(true, 0);
    });
    socket.addEventListener("message", event => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", event => this.lost(event.code));
  }

  /** @param {number} code */
  lost(code) {
    this.socket = null;
    for (const {fail} of this.open.values()) fail(new Refused("lost", "the connection was lost"));
    this.open.clear();
    const final = FINAL.includes(code) ? code : 0;
    this.listener.change(false, final);
    if (final) return;
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LATEST, this.wait * 2);
  }

  /** @param {Message} message */
  hear(message) {
    const asked = typeof message.id === "number" ? this.open.get(message.id) : undefined;
    if (!asked || typeof message.id !== "number") this.listener.hear(message);
    else if (message.type === "report") asked.report?.(message);
    else {
      this.open.delete(message.id);
      if (message.type === "result") asked.done(message);
      else asked.fail(new Refused(message.code || "internal", message.text || ""));
    }
  }

  /**
   * Ask for something; `report` hears what is told before the answer.
   * @param {string} what
   * @param {Record<string, unknown>} [values]
   * @param {(message: Message) => void} [report]
   * @returns {Promise<Message>}
   */
  ask(what, values = {}, report) {
    const id = ++this.number;
    return new Promise((done, fail) => {
      if (!this.socket || this.socket.readyState !== OPENED) {
        fail(new Refused("lost", "there is no connection"));
        return;
      }
      this.open.set(id, {done, fail, report});
      this.socket.send(JSON.stringify({id, do: what, ...values}));
    });
  }
}
