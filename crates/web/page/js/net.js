// @ts-check
// The line to the server: requests, and a socket for each table that comes back after a break.

/** @import { Answer, Command, State } from "../../types/page.d.ts" */

export class ServerError extends Error {
  constructor({ code = "unknown", message = "", remedy = "" } = {}, status = 0) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    this.status = status;
  }
}

/**
 * A request; answers JSON. `key`: shows who made what is to be changed. Throws a ServerError that says what is wrong.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{ type?: string, key?: string | null }} [options]
 * @returns {Promise<any>}
 */
export async function api(method, path, body, { type = "application/json", key = null } = {}) {
  /** @type {{ method: string, headers: Record<string, string>, body?: any }} */
  const options = { method, headers: {} };
  if (key) options.headers.authorization = `Bearer ${key}`;
  if (body !== undefined) {
    options.headers["content-type"] = type;
    options.body = type === "application/json" ? JSON.stringify(body) : body;
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new ServerError({ code: "offline" });
  }
  const text = await answer.text();
  /** @type {any} */
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // Not JSON: the status says enough.
  }
  if (!answer.ok)
    throw new ServerError(data?.error ?? { code: `http-${answer.status}`, message: answer.statusText }, answer.status);
  return data;
}

export const get = (path) => api("GET", path);
/** @type {(path: string, body?: any) => Promise<any>} */
export const post = (path, body) => api("POST", path, body ?? {});

/** @type {Promise<any> | null} */
let catalogue = null;
/** What the server offers; asked for once. */
export function catalog() {
  catalogue ??= get("/api/catalog").catch((error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const NOT_YOURS = 4403; // close codes: the key is not of this table,
const UNKNOWN = 4404; // and there is no such table

/**
 * Who hears of a table. `onNews`: something is wrong, or with no error the server ends.
 * @typedef {object} Listener
 * @property {(state: State) => void} onState
 * @property {(status: "open" | "waiting") => void} onStatus
 * @property {(error: ServerError | null) => void} onNews
 * @property {(locked: boolean) => void} onGone
 */

/** A socket of one table. */
export class TableSocket {
  /**
   * @param {string} table
   * @param {string | undefined} token
   * @param {Listener} listener
   */
  constructor(table, token, listener) {
    this.table = table;
    this.token = token;
    this.listener = listener;
    this.wait = FIRST_WAIT;
    /** @type {Map<number, { changes: boolean, resolve: (answer: any) => void, reject: (error: ServerError) => void }>} */
    this.pending = new Map();
    this.next = 1;
    this.closed = false;
    this.wake = () => document.visibilityState === "visible" && this.hurry();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.socket = this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    // A token is no part of the address, which logs keep.
    const protocols = this.token ? ["kirifuda", `kirifuda.token.${this.token}`] : ["kirifuda"];
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.table)}`, protocols);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.onStatus("open");
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      this.fail({ code: "offline" });
      if (this.closed || socket !== this.socket) return;
      if (event.code === NOT_YOURS || event.code === UNKNOWN) {
        this.close();
        this.listener.onGone(event.code === NOT_YOURS);
        return;
      }
      this.listener.onStatus("waiting");
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
    return socket;
  }

  hurry() {
    if (this.closed || this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** @param {State | Answer} message */
  receive(message) {
    if (message.type === "state") {
      // A new state is the answer to all that changes the table.
      for (const [id, { changes, resolve }] of this.pending) {
        if (!changes) continue;
        this.pending.delete(id);
        resolve(message);
      }
      this.listener.onState(message);
      return;
    }
    if (message.type === "closing") return this.listener.onNews(null);
    const waiting = this.pending.get(message.re ?? 0);
    if (!waiting) {
      if (message.type === "error") this.listener.onNews(new ServerError(message));
      return;
    }
    this.pending.delete(message.re ?? 0);
    if (message.type === "error") waiting.reject(new ServerError(message));
    else waiting.resolve(message);
  }

  /**
   * Sends a message; the promise is the server's answer to it, or the next state for what changes the table.
   * @param {Command} message
   * @returns {Promise<any>}
   */
  send(message) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject(new ServerError({ code: "offline" }));
      const id = this.next++;
      this.pending.set(id, { resolve, reject, changes: message.type !== "hint" && message.type !== "ping" });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  fail(error) {
    for (const { reject } of this.pending.values()) reject(new ServerError(error));
    this.pending.clear();
  }

  close() {
    this.closed = true;
    // Nobody waits for answers any more.
    this.pending.clear();
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }
}
