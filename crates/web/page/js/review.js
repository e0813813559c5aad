// A game looked at again: step by step, with what an adviser thinks of every move.

import { announce, complain, explain, toast } from "./a11y.js";
import { Again, moments } from "./again.js";
import { lines } from "./charts.js";
import { amount, cost, costBars, gradeTag, hasPrice, isNothing, price } from "./costs.js";
import { $, h, put } from "./dom.js";
import { capital, number, t } from "./i18n.js";
import { gameName, playerLabel, rulesName, seatName } from "./names.js";
import { icon } from "./icons.js";
import { catalog, get } from "./net.js";
import { say as inWords } from "./phrase.js";
import { records } from "./records.js";
import { favourite } from "./seats.js";
import { setting } from "./settings.js";
import { find } from "./tables.js";
import { boardOf } from "./table/boards.js";
import { actionMark, actionText } from "./table/hint.js";
import { places, plate } from "./table/plates.js";
import { scale } from "./values.js";

const WORST = 5;

export function review({ review: id, table }, query) {
  const main = $("#main");
  if (!id && !table) return records(main);
  const source = id ? `/api/reviews/${encodeURIComponent(id)}` : `/api/tables/${encodeURIComponent(table)}`;
  put(main, h("div", { class: "page" }, h("p", { class: "empty" }, t("loading"))));
  const page = new Review(main, {
    source,
    table,
    path: id ? `/r/${id}` : `/r/table/${table}`,
    deal: Number(query.get("deal")) || null,
    adviser: query.get("adviser"),
    step: Number(query.get("step")) || null,
  });
  return () => page.close();
}

/** The highest of the values there are; some moves have none. */
const highest = (values) => Math.max(...values.filter((value) => value !== null));

/** Where in the deal a step is, as people say it: "trick 5". */
function place({ number: at, state }) {
  const { board, phase } = state;
  if (board.kind === "tricks" && phase === "pass") return t("review.pass");
  if (board.kind === "tricks" && phase === "bid") return t("review.bid");
  if (board.kind === "tricks") return t("review.trick", { n: (board.trick_number ?? 0) + 1 });
  if (board.kind === "monsters" && board.turn_number > 0) return t("review.turn", { n: board.turn_number });
  return t("review.step.number", { n: at + 1 });
}

class Review {
  constructor(main, options) {
    Object.assign(this, options, { main, at: 0, data: null });
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.open();
  }

  close() {
    this.closed = true;
    this.again?.close();
    document.removeEventListener("keydown", this.keys);
  }

  async open() {
    try {
      this.about = await get(this.source);
      const game = (await catalog()).games.find(({ name }) => name === this.about.game);
      const preset = this.about.rules.split(",")[0];
      this.advisers = game?.players.filter(({ adviser, presets }) => adviser && (!presets || presets.includes(preset))) ?? [];
      const known = game?.advisers.find((name) => this.advisers.some((one) => one.name === name));
      // Who was chosen for hints is asked here, too.
      const chosen = this.advisers.find(({ name }) => name === setting("advisers")[this.about.game])?.name;
      this.adviser ??=
        chosen ??
        known ??
        (
          this.advisers.find(({ name }) => name === favourite(game)) ??
          this.advisers.find(({ pace }) => pace !== "long") ??
          this.advisers[0]
        )?.name ?? null;
      const { deals, deal, over } = this.about;
      this.deals = deals ?? (over ? deal : deal - 1);
      this.deal ??= Math.max(1, this.deals);
      await this.load();
    } catch (error) {
      this.fail(error);
    }
  }

  /** The moves at once, then what the adviser thinks of them: it may take its time, and nobody waits for it to look around. */
  async load() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const ask = (adviser) => {
      const parameters = new URLSearchParams(adviser ? { adviser } : {});
      return get(`${this.source}/deals/${this.deal}${this.table ? "/review" : ""}?${parameters}`);
    };
    const stale = () => this.closed || turn !== this.turn;
    try {
      if (this.data?.deal !== this.deal) {
        this.data = null;
        const data = await ask(null);
        if (stale()) return;
        this.take(data);
        this.at = this.step !== null ? this.index(this.step) : Math.max(0, this.firstOwn());
        this.moved = this.step !== null;
        this.analysing = Boolean(this.adviser);
        this.draw();
      } else {
        this.analysing = true;
        this.draw();
      }
      if (!this.adviser) return;
      const data = await ask(this.adviser);
      if (stale()) return;
      this.take(data);
    } catch (error) {
      if (stale()) return;
      this.analysing = false;
      if (!this.data) return this.fail(error);
      complain(error);
      return this.draw();
    }
    this.analysing = false;
    // Who has not looked around yet is shown what cost most.
    const [worst] = this.data.worst;
    if (!this.moved && worst !== undefined) this.at = this.index(worst);
    this.draw();
  }

  take(data) {
    this.data = Object.assign(data, { deal: this.deal });
    this.complete();
    const own = (this.table && find(this.table)?.seat) ?? (data.people ?? []).indexOf(true);
    this.own = own >= 0 ? own : null;
    this.seat = own >= 0 ? own : (data.steps[data.worst[0]]?.seat ?? 0);
  }

  firstOwn() {
    return this.data.steps.findIndex(({ seat }) => seat === this.seat);
  }

  /** Steps come with the position only; boards also want to know the table. */
  complete() {
    const { players, people = [], game, rules, steps, unit } = this.data;
    const seats = players.map((name, seat) => ({
      name,
      kind: people[seat] ? "person" : "player",
      player: people[seat] ? null : name,
      connected: true,
      thinking: false,
    }));
    const table = {
      game,
      rules,
      seats,
      deal: this.deal,
      history: [],
      hand: [],
      legal: [],
      score: { totals: [], deals: [], finished: false, few: unit === "penalty", unit },
      result: null,
      you: null,
    };
    const history = steps.map(({ seat, action }) => ({ seat, action }));
    steps.forEach((step, index) => (step.state = { ...table, history: history.slice(0, index), ...step.state }));
  }

  fail(error) {
    if (this.closed) return;
    put(
      this.main,
      h(
        "div",
        { class: "page" },
        h(
          "p",
          { class: "notice bad" },
          this.table && error.code === "unknown" && this.about ? t("review.no-deal") : explain(error),
          " ",
          h("a", { href: "#/review" }, t("review")),
        ),
      ),
    );
  }

  /** The place in the list of a step's number. */
  index(stepNumber) {
    return Math.max(
      0,
      this.data.steps.findIndex((step) => step.number === stepNumber),
    );
  }

  draw() {
    const { data } = this;
    this.board = h("div", { class: "cloth review-cloth" });
    this.detail = h("section", { class: "panel", "aria-live": "polite" });
    this.analysis = h("p", { class: "soft thinking analysing", role: "status", hidden: !this.analysing }, t("review.analysing"));
    this.chart = h("section", { class: "panel" });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: Math.max(0, data.steps.length - 1),
      value: this.at,
      "aria-label": t("review.step"),
      oninput: (event) => this.walk(Number(event.target.value)),
    });
    this.count = h("output", { class: "tiny soft" });
    const arrow = (sign, name, to) =>
      h("button", { class: "icon", "aria-label": name, title: name, onclick: () => this.walk(to()) }, icon(sign));
    const { deals } = this;
    put(
      this.main,
      h(
        "div",
        { class: "page wide review" },
        h(
          "header",
          { class: "row apart" },
          h(
            "div",
            {},
            h("h1", {}, t("review.of", { game: gameName(data.game) })),
            h("p", { class: "soft tiny" }, rulesName(data.game, data.rules)),
          ),
          h(
            "div",
            { class: "row" },
            deals > 1 &&
              h(
                "label",
                { class: "field" },
                h("span", {}, t("deal")),
                h(
                  "select",
                  {
                    onchange: (event) => ((this.deal = Number(event.target.value)), (this.step = null), this.load()),
                  },
                  Array.from({ length: deals }, (_, index) =>
                    h("option", { value: index + 1, selected: index + 1 === this.deal }, index + 1),
                  ),
                ),
              ),
            this.advisers.length > 0 &&
              h(
                "label",
                { class: "field" },
                h("span", {}, t("adviser")),
                h(
                  "select",
                  { data: { key: "adviser" }, onchange: (event) => ((this.adviser = event.target.value || null), this.load()) },
                  this.advisers.map((player) =>
                    h("option", { value: player.name, selected: player.name === this.adviser }, playerLabel(player)),
                  ),
                ),
              ),
            h("button", { class: "button", onclick: () => this.share() }, t("share")),
            this.table &&
              h(
                "a",
                {
                  class: "button quiet",
                  href: `/api/tables/${encodeURIComponent(this.table)}/record`,
                  download: `kirifuda-${data.game}.jsonl`,
                },
                t("record.download"),
              ),
          ),
        ),
        h(
          "div",
          { class: "review-columns" },
          h(
            "div",
            { class: "review-main" },
            this.board,
            h(
              "div",
              { class: "row stepper" },
              arrow("first", t("review.first"), () => 0),
              arrow("back", t("review.back"), () => this.at - 1),
              this.slider,
              arrow("forward", t("review.forward"), () => this.at + 1),
              arrow("end", t("review.last"), () => data.steps.length - 1),
              this.count,
            ),
          ),
          h("div", { class: "review-side" }, this.analysis, this.detail, this.worst()),
        ),
        this.chart,
      ),
    );
    this.move(this.at);
  }

  /** What the deal cost, and the moves that cost most. */
  worst() {
    const { steps, worst } = this.data;
    if (this.analysing && !steps.some(({ best }) => best)) return null;
    const costly = worst
      .map((stepNumber) => steps[this.index(stepNumber)])
      .filter(({ loss, meaning }) => !isNothing(loss, meaning))
      .sort((one, other) => other.loss - one.loss)
      .slice(0, WORST);
    if (costly.length === 0)
      return h(
        "section",
        { class: "panel" },
        h("h2", {}, t("review.worst")),
        h("p", { class: "soft" }, t(steps.some(({ values }) => values) ? "review.worst.none" : "review.no-values")),
      );
    const row = (step) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "worst", data: { step: step.number }, onclick: () => this.walk(steps.indexOf(step)) },
          h("span", { class: "tiny soft" }, place(step)),
          h("span", {}, actionMark(step.state, step.action), " → ", actionMark(step.state, step.best)),
          h("span", {}, gradeTag(step.grade), " ", hasPrice(step.meaning) && h("b", { class: "loss" }, price(step.loss, step.meaning))),
        ),
      );
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, t("review.worst")),
      this.total(),
      h("ol", { class: "plain worst-list" }, costly.map(row)),
      moments(steps, this.seat).length > 0 &&
        h("button", { class: "button primary", data: { key: "again" }, onclick: () => this.tryAgain() }, t("again.start")),
    );
  }

  /** "You lost about 3.2 points: 1 blunder, 2 slips." */
  total() {
    const { lost } = this.data;
    const { total, unit, slips, blunders } = lost?.[this.seat] ?? {};
    if (total === undefined || total === null) return null;
    const counts = [
      blunders > 0 && t("review.blunders", { n: blunders }),
      slips > 0 && t("review.slips", { n: slips }),
    ].filter(Boolean);
    return h(
      "p",
      { class: "total-lost" },
      t(this.own === null ? "review.total.of" : "review.total", {
        name: this.data.steps.length > 0 ? seatName(this.data.steps[0].state, this.seat) : "",
        amount: amount(total, unit),
        counts: counts.length > 0 ? counts.join(t("list.comma")) : t("review.clean"),
      }),
    );
  }

  /** The moments that cost most, once more. */
  tryAgain() {
    const steps = moments(this.data.steps, this.seat);
    const onClose = () => ((this.again = null), this.draw());
    this.again = new Again(this.main, { steps, seat: this.seat, place, onClose });
  }

  /** Somebody goes to a step by himself. */
  walk(to) {
    this.moved = true;
    this.move(to);
  }

  move(to) {
    const { steps } = this.data;
    if (steps.length === 0) return;
    this.at = Math.max(0, Math.min(steps.length - 1, to));
    const step = steps[this.at];
    const state = { ...step.state, you: this.own, bottom: this.seat };
    const screen = { state, chosen: new Set(), settled: true, sending: true, readonly: true, why: () => "", hint: { answer: null } };
    const board = boardOf(state);
    const where = places(state.seats.length, board.bottom(state));
    put(
      this.board,
      board.arena
        ? board.arena(screen, state)
        : [
            state.seats.map((_, seat) =>
              plate({ ...state, turn: step.seat }, seat, where[seat], board.marks(screen, state, seat)),
            ),
            h("div", { class: "centre" }, board.centre(screen, state)),
          ],
    );
    this.slider.value = this.at;
    put(this.count, `${place(step)} · ${number(this.at + 1)} / ${number(steps.length)}`);
    put(this.detail, this.describe(step, state));
    put(this.chart, this.estimates());
    announce(t("review.said", { name: seatName(state, step.seat), action: actionText(step.state, step.action) }));
  }

  describe(step, state) {
    const { legal, values, action, best } = step;
    const head = h("h2", {}, t("review.played", { name: seatName(state, step.seat) }), " ", actionMark(step.state, action));
    const said = [
      step.against && h("p", { class: "because against" }, capital(inWords(step.against))),
      step.because &&
        h(
          "p",
          { class: "because" },
          action !== best && [actionMark(step.state, best), t("review.because")],
          capital(inWords(step.because)),
        ),
      step.why && h("p", { class: "why" }, capital(inWords(step.why))),
    ];
    if (!values) {
      const words =
        legal.length === 1
          ? t("review.forced")
          : best
            ? this.verdict(step)
            : t(this.data.hurried ? "review.hurried" : "review.no-opinion");
      return [head, h("p", { class: "soft" }, words), said];
    }
    const moves = legal
      .map((name, index) => ({ name, value: values[index] }))
      .sort((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity))
      .slice(0, 12)
      .map(({ name, value }) => ({
        label: h("span", {}, actionMark(step.state, name), name === action && h("span", { class: "tag" }, t("review.chosen"))),
        value,
        strong: name === best,
      }));
    return [head, h("p", {}, this.verdict(step)), said, costBars(moves, step.meaning, step.grades)];
  }

  /** What the adviser says of a move; a move that it would never make has no price. */
  verdict({ state, action, best, loss, meaning, grade }) {
    const small = loss !== null && meaning && hasPrice(meaning) && isNothing(loss, meaning);
    if (action === best || small) return t("review.agrees");
    const priced = loss !== null && meaning && hasPrice(meaning);
    return [
      grade && [gradeTag(grade), " "],
      priced && [t("cost.sentence", { cost: capital(cost(loss, meaning)) }), t("story.gap")],
      t("review.would"),
      " ",
      actionMark(state, best),
      t("review.cost.unknown"),
    ];
  }

  /** What the adviser thought of each own position, and of what was played. */
  estimates() {
    const own = this.data.steps
      .map((step, index) => ({ step, index }))
      .filter(({ step }) => step.seat === this.seat && step.values);
    if (own.length < 2) return [h("h2", {}, t("review.estimates")), h("p", { class: "soft" }, t("review.no-values"))];
    const points = (pick) => own.map(({ step, index }) => ({ x: index + 1, y: pick(step) }));
    const played = (step) =>
      step.values[step.legal.indexOf(step.action)] ?? Math.min(...step.values.filter((value) => value !== null));
    const title = t("review.estimates");
    const { words, say } = scale(own[0].step.meaning);
    return [
      h("h2", {}, title),
      lines(
        [
          { name: t("review.best"), points: points((step) => highest(step.values)), kind: 1 },
          { name: t("review.played.line"), points: points(played), kind: 0 },
        ],
        {
          title,
          x: t("review.step"),
          y: words,
          format: say,
          span: [1, this.data.steps.length],
          wide: innerWidth > 800,
          mark: this.at + 1,
          onpick: (x) => this.walk(x - 1),
        },
      ),
    ];
  }

  async share() {
    const query = new URLSearchParams({ deal: this.deal, step: this.data.steps[this.at]?.number ?? 0 });
    if (this.adviser) query.set("adviser", this.adviser);
    const address = `${location.origin}/#${this.path}?${query}`;
    try {
      await navigator.clipboard.writeText(address);
      toast(t("copied"));
    } catch {
      prompt(t("share"), address);
    }
  }

  key(event) {
    if (!this.data || this.again || /^(INPUT|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) this.walk(this.at + step);
  }
}
