// @ts-check
// The deal of the day: the date and the game are its seed, so that everybody gets the same cards, whatever server deals them.
// The best player of the game plays the same cards against the same opponents; what counts is the difference.

import { explain, toast } from "./a11y.js";
import { $, h, put } from "./dom.js";
import { short, t } from "./i18n.js";
import { gameName, playerName, rulesName } from "./names.js";
import { catalog, get, post, TableSocket } from "./net.js";
import { go } from "./router.js";
import { favourite } from "./seats.js";
import { setting } from "./settings.js";
import { actionMark } from "./table/hint.js";
import { remember } from "./tables.js";

const KEY = "kirifuda.daily";
const KEPT = 400; // results of about a year
const WORLDS = 30; // what a reference that looks ahead may imagine: counted, so that it plays the same everywhere
const PERSON = 0; // the seat of whoever plays

/** Today, where the player is. */
export function today(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * The seed of a day's deal: 52 bits of two FNV-1a hashes, a whole number in every JSON.
 * @param {string} date
 * @param {string} game
 */
export function seedOf(date, game) {
  const hash = (text) => {
    let state = 0x811c9dc5;
    for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    return state;
  };
  return hash(`${game}/${date}`) * 2 ** 20 + (hash(`${date}/${game}`) >>> 12);
}

/** @returns {Record<string, any>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
  } catch {
    return {};
  }
}

function keep(name, part) {
  const all = read();
  all[name] = { ...all[name], ...part };
  const latest = Object.keys(all).slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest.map((key) => [key, all[key]]))));
  } catch {
    // Without storage the result is only shown.
  }
}

/** Which deal of the day a table is, if it is one: its name in links. */
export function dailyOf(table) {
  const found = Object.entries(read()).find(([, { table: id }]) => id === table);
  return found ? `/daily/${found[0]}` : null;
}

/** Links to the deals of today. */
export const dailyLinks = (games) =>
  h(
    "p",
    { class: "row tiny daily-links" },
    h("strong", {}, t("daily")),
    games
      .filter(({ shelf }) => shelf === "front")
      .map(({ name }) => {
        const { payoff } = read()[`${name}/${today()}`] ?? {};
        return h(
          "a",
          { class: "button small quiet", href: `#/daily/${name}`, data: { daily: name } },
          gameName(name),
          payoff !== undefined && " ✓",
        );
      }),
  );

export function daily({ game: name, date = today() }) {
  const main = $("#main");
  put(main, h("div", { class: "page" }, h("p", { class: "empty" }, t("loading"))));
  const page = new Daily(main, name, date);
  page.open().catch((error) => page.fail(error));
  return () => page.close();
}

class Daily {
  constructor(main, name, date) {
    this.main = main;
    this.name = name;
    this.date = date;
    this.key = `${name}/${date}`;
    this.closed = false;
    /** @type {any} */
    this.game = null;
    /** @type {TableSocket | null} */
    this.socket = null;
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  fail(error) {
    if (!this.closed) put(this.main, h("div", { class: "page" }, h("p", { class: "notice bad" }, explain(error))));
  }

  async open() {
    this.game = (await catalog()).games.find(({ name }) => name === this.name);
    if (!this.game || !/^\d{4}-\d\d-\d\d$/.test(this.date) || Number.isNaN(Date.parse(this.date))) return go("/");
    const { table } = read()[this.key] ?? {};
    const own = table ? await this.finished(table) : null;
    if (this.closed) return;
    this.draw(own, null);
    if (!own) return;
    keep(this.key, { payoff: own.payoffs[PERSON] });
    const reference = await this.reference();
    if (!this.closed) this.draw(own, reference);
  }

  /** A deal that is over, move by move; nothing before. */
  async finished(table) {
    try {
      return await get(`/api/tables/${encodeURIComponent(table)}/deals/1/review`);
    } catch (error) {
      if (error.code === "unknown") return null;
      throw error;
    }
  }

  rules() {
    return this.game.presets[0].name;
  }

  /** The best player of the game, with a budget that is counted. */
  master() {
    const playing = (player) => player.presets?.includes(this.rules());
    const names = this.game.advisers.filter((name) => this.game.players.some((one) => one.name === name && playing(one)));
    const name = names[0] ?? favourite(this.game);
    const { budget } = this.game.players.find((player) => player.name === name) ?? {};
    return budget?.setting === "worlds" ? `${name}:worlds=${WORLDS}` : name;
  }

  order(first) {
    const seats = this.game.seats[this.rules()];
    const rival = { kind: "player", player: favourite(this.game), name: null };
    return {
      game: this.name,
      rules: this.rules(),
      series: false,
      seed: seedOf(this.date, this.name),
      adviser: null,
      seats: [first, ...Array.from({ length: seats - 1 }, () => rival)],
    };
  }

  /** Sits down, or goes on. */
  async play() {
    const { table } = read()[this.key] ?? {};
    if (table) return go(`/t/${table}`);
    const name = setting("name") || t("guest");
    try {
      const made = await post("/api/tables", {
        ...this.order({ kind: "person", player: null, name }),
        pace_ms: setting("pace"),
        name,
      });
      keep(this.key, { table: made.table });
      remember({ id: made.table, token: made.token, seat: made.seat, game: this.name, rules: this.rules() });
      go(`/t/${made.table}`);
    } catch (error) {
      this.fail(error);
    }
  }

  /** The same cards, played by the master at the own seat: at a table that is watched until it is over. */
  async reference() {
    const known = read()[this.key]?.reference;
    const old = known && (await this.finished(known));
    if (old) return old;
    const order = this.order({ kind: "player", player: this.master(), name: null });
    const made = await post("/api/tables", { ...order, pace_ms: 0, name: "" });
    await new Promise((over, gone) => {
      this.socket = new TableSocket(made.table, made.token, {
        onState: (state) => state.phase === "over" && over(null),
        onStatus: () => {},
        onNews: () => {},
        onGone: () => gone(new Error(t("error.other"))),
      });
    });
    this.socket?.close();
    keep(this.key, { reference: made.table });
    return this.finished(made.table);
  }

  draw(own, reference) {
    const { game, date, name } = this;
    put(
      this.main,
      h(
        "div",
        { class: "page narrow daily" },
        h(
          "header",
          {},
          h("h1", {}, t("daily.title", { game: gameName(name) })),
          h("p", { class: "soft" }, `${date} · ${rulesName(name, this.rules())}`),
        ),
        h("p", {}, t("daily.about", { name: playerName(this.master().split(":")[0]) })),
        !own && h("button", { class: "button primary big", data: { key: "daily-play" }, onclick: () => this.play() }, this.go()),
        own && !reference && h("p", { class: "soft thinking", role: "status" }, t("daily.thinking")),
        own && reference && this.compare(own, reference, game.unit),
      ),
    );
  }

  go() {
    return t(read()[this.key]?.table ? "daily.continue" : "daily.play");
  }

  /** Who was better, by how much, and where the ways parted. */
  compare(own, reference, unit) {
    const [mine, theirs] = [own, reference].map(({ payoffs }) => payoffs[PERSON]);
    const words = verdict(mine - theirs, unit);
    const amount = (payoff) => t(`amount.${unit}`, { n: short(unit === "penalty" ? 0 - payoff : payoff) });
    const at = own.steps.findIndex((step, index) => step.action !== reference.steps[index]?.action);
    const parted = at >= 0 && own.steps[at].seat === PERSON && reference.steps[at] ? at : null;
    const link = `${location.origin}/#/daily/${this.key}`;
    const text = [t("daily.share.title", { game: gameName(this.name), date: this.date }), words, link].join("\n");
    const share = async () => {
      try {
        await navigator.clipboard.writeText(text);
        toast(t("copied"));
      } catch {
        prompt(t("share"), text);
      }
    };
    const mark = (step) => actionMark({ ...own.steps[at].state, game: this.name }, step.action);
    return [
      h("p", { class: "daily-verdict" }, h("strong", {}, words)),
      h(
        "dl",
        { class: "daily-scores" },
        h("dt", {}, t("you")),
        h("dd", { data: { own: mine } }, amount(mine)),
        h("dt", {}, playerName(this.master().split(":")[0])),
        h("dd", { data: { reference: theirs } }, amount(theirs)),
      ),
      h(
        "p",
        { class: "parted" },
        parted === null
          ? t("daily.together")
          : [t("daily.parted"), " ", mark(own.steps[at]), " / ", mark(reference.steps[at]), " "],
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "button primary", data: { key: "daily-share", text }, onclick: share }, t("daily.share")),
        h(
          "a",
          {
            class: "button",
            href: `#/r/table/${read()[this.key].table}?deal=1${parted === null ? "" : `&step=${own.steps[at].number}`}`,
            data: { key: "daily-review" },
          },
          t("review"),
        ),
        h("a", { class: "button quiet", href: `#/r/table/${read()[this.key].reference}?deal=1` }, t("daily.theirs")),
      ),
    ];
  }
}

/** The difference in words, which tell nothing about the cards. */
function verdict(difference, unit) {
  if (Math.abs(difference) < 1e-6) return t("daily.even");
  const amount = t(`amount.${unit}`, { n: short(Math.abs(difference)) });
  if (unit === "chance") return t(difference > 0 ? "daily.won" : "daily.lost");
  return t(difference > 0 ? "daily.better" : "daily.worse", { amount });
}
