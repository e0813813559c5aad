// @ts-check
// Training from the page: start it, watch the curve and what is learned, play what comes out.

import { announce, complain, confirm, dialog, explain, toast } from "./a11y.js";
import { lines } from "./charts.js";
import { $, h, put } from "./dom.js";
import { learnerFields, select } from "./fields.js";
import { number, t, told } from "./i18n.js";
import { gameName, playerAbout, playerName, rulesName } from "./names.js";
import { drop, keep, keyOf, mayChange } from "./keys.js";
import { api, catalog, get, post } from "./net.js";
import { playAgainst } from "./learners.js";
import { modelPicture } from "./picture.js";
import { draw, go } from "./router.js";

const ASK_EVERY = 1000; // milliseconds between two looks at a training
const ASK_AGAIN = 3000; // and after the server could not be reached
const AMOUNTS = [1000, 10_000, 100_000, 1_000_000];

export function training({ id }) {
  const main = $("#main");
  put(main, h("div", { class: "page" }, h("p", { class: "empty" }, t("loading"))));
  const page = id ? new Running(main, id) : new Start(main);
  return () => page.close();
}

/** The form, and the trainings there are. */
class Start {
  constructor(main) {
    this.main = main;
    /** @type {any} */
    this.choice = null;
    Promise.all([catalog(), get("/api/trainings").catch(() => [])])
      .then(([offer, list]) => this.closed || this.draw(offer, list))
      .catch((error) => {
        const again = h("button", { class: "button small", onclick: draw }, t("retry"));
        put(main, h("div", { class: "page" }, h("p", { class: "notice bad" }, explain(error), " ", again)));
      });
  }

  close() {
    this.closed = true;
  }

  draw(offer, list) {
    const games = offer.games.filter((game) => game.learners.length > 0);
    this.choice ??= { game: games[0], deals: AMOUNTS[1], opponents: "" };
    const { choice } = this;
    const again = () => (this.draw(offer, list), this.main);
    const fields = learnerFields(choice, games, (game) => game.learners, again);
    const learner = choice.game.learners.find(({ name }) => name === choice.learner);
    put(
      this.main,
      h(
        "div",
        { class: "page" },
        h("header", {}, h("h1", {}, t("training")), h("p", { class: "soft" }, t("training.about"))),
        h(
          "form",
          { class: "panel", onsubmit: (event) => (event.preventDefault(), this.start()) },
          h("h2", {}, t("training.new")),
          h(
            "div",
            { class: "row fields" },
            fields,
            select(
              t("training.deals"),
              "deals",
              AMOUNTS.map((amount) => [amount, number(amount), amount === choice.deals]),
              (value) => (choice.deals = Number(value)),
              again,
            ),
            h("button", { class: "button primary", type: "submit" }, t("training.start")),
          ),
          h("p", { class: "soft tiny" }, learner ? playerAbout(choice.game.name, learner) : ""),
          h(
            "div",
            { class: "row" },
            h(
              "button",
              { class: "button", type: "button", data: { key: "shipped" }, onclick: () => this.look() },
              t("training.shipped"),
            ),
          ),
        ),
        list.length > 0 &&
          h(
            "section",
            { class: "panel" },
            h("h2", {}, t("training.list")),
            h(
              "ul",
              { class: "plain" },
              list.map((one) =>
                h(
                  "li",
                  {},
                  h(
                    "a",
                    { href: `#/train/${one.training}` },
                    `${gameName(one.game)} · ${rulesName(one.game, one.rules)} · ${playerName(one.learner)}`,
                  ),
                  " ",
                  h(
                    "span",
                    { class: "soft tiny" },
                    t("training.count", { deals: number(one.deals), of: number(one.of) }),
                    " · ",
                    t(one.done || one.error ? "training.done" : "training.runs"),
                  ),
                ),
              ),
            ),
          ),
      ),
    );
  }

  async look() {
    const { game, rules, learner } = this.choice;
    try {
      const picture = await get(`/api/picture?${new URLSearchParams({ game: game.name, rules, learner })}`);
      dialog(t("picture.of", { name: playerName(learner) }), modelPicture(picture), { wide: true });
    } catch (error) {
      complain(error);
    }
  }

  async start() {
    const { game, rules, learner, deals } = this.choice;
    try {
      const made = await post("/api/trainings", { game: game.name, rules, learner, opponents: null, deals, seed: null });
      keep(made.training, made.token);
      go(`/train/${made.training}`);
    } catch (error) {
      if (error.code === "busy") toast(t("training.busy"), "error");
      else complain(error);
    }
  }
}

/** How fast it goes, and how long it will take yet. */
function pace({ deals, of, speed }) {
  if (!speed || deals === 0) return "";
  return ` ${t("training.speed", { n: number(speed), seconds: number(Math.ceil((of - deals) / speed)) })}`;
}

/** One training, asked about again and again until it is done. */
class Running {
  constructor(main, id) {
    this.main = main;
    this.id = id;
    /** @type {any} */
    this.offer = null;
    /** @type {Record<string, HTMLElement>} Empty before the first answer. */
    this.parts = {};
    this.bar = h("progress", { "aria-label": t("training.progress") });
    this.words = h("p", {});
    this.ask();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async ask() {
    clearTimeout(this.timer);
    try {
      this.offer ??= await catalog();
      const data = await get(`/api/trainings/${encodeURIComponent(this.id)}`);
      if (this.closed) return;
      this.draw(data);
      const over = data.done || data.error;
      if (over && this.running) announce(t("training.done"));
      this.running = !over;
      if (!over) this.timer = setTimeout(() => this.ask(), ASK_EVERY);
    } catch (error) {
      if (this.closed) return;
      // A line that is broken for a moment must not end the picture of a training that goes on.
      if (error.code === "offline" && this.parts.state) {
        this.timer = setTimeout(() => this.ask(), ASK_AGAIN);
        return;
      }
      const words = error.code === "unknown" ? t("training.unknown") : explain(error);
      put(
        this.main,
        h("div", { class: "page" }, h("p", { class: "notice bad" }, words, " ", h("a", { href: "#/train" }, t("training")))),
      );
    }
  }

  draw(data) {
    if (!this.parts.state) {
      this.parts = Object.fromEntries(
        ["state", "buttons", "curve", "picture"].map((name) => [
          name,
          h("section", { class: name === "buttons" ? "row" : "panel" }),
        ]),
      );
      put(
        this.main,
        h(
          "div",
          { class: "page" },
          h(
            "header",
            {},
            h("a", { href: "#/train" }, t("training")),
            h("h1", {}, `${gameName(data.game)} · ${playerName(data.learner)}`),
            h("p", { class: "soft" }, rulesName(data.game, data.rules)),
          ),
          this.parts.state,
          this.parts.buttons,
          this.parts.curve,
          this.parts.picture,
        ),
      );
    }
    this.showState(data);
    // What is open or in focus must stay so at every look: parts are drawn only when they have changed.
    const stand = `${data.curve.length} ${JSON.stringify(data.picture?.title)}`;
    if (this.drawn !== stand) {
      this.drawn = stand;
      this.showCurve(data);
      put(this.parts.picture, h("h2", {}, t("picture")), modelPicture(data.picture));
    }
    const stage = data.error ? "failed" : data.done ? "done" : "running";
    if (this.stage !== stage) {
      this.stage = stage;
      this.showButtons(data, stage);
    }
  }

  showState(data) {
    const { deals, of, note, done, error } = data;
    Object.assign(this.bar, { max: of, value: deals });
    const ended = done || error;
    put(
      this.words,
      t("training.count", { deals: number(deals), of: number(of) }),
      " · ",
      h("span", { class: "soft" }, t(ended ? "training.done" : "training.runs"), !ended && pace(data)),
      note && h("span", { class: "soft" }, ` ${note}`),
    );
    if (!this.bar.isConnected || error)
      put(
        this.parts.state,
        this.bar,
        this.words,
        error && h("p", { class: "notice bad" }, typeof error === "string" ? error : error.message),
      );
  }

  showCurve({ curve, of, measure, against, less_is_better: less }) {
    const points = curve.map(({ deals, score, ci95 }) => ({ x: deals, y: score, error: ci95 }));
    const opponent = against && t("training.against", { name: playerName(against) });
    const scored = [told(`measure.${measure}`, measure), opponent, less && t("training.less")];
    put(
      this.parts.curve,
      h("h2", {}, t("training.curve")),
      lines([{ name: t("training.score"), points }], {
        title: t("training.curve"),
        x: t("training.deals"),
        y: scored.filter(Boolean).join(t("list.comma")),
        wide: innerWidth > 800,
        span: [0, of],
      }),
    );
  }

  showButtons(data, stage) {
    const address = `/api/trainings/${encodeURIComponent(this.id)}`;
    const end = () => api("DELETE", address, undefined, { key: keyOf(this.id) });
    const stop = () =>
      end()
        .then(() => this.ask())
        .catch(complain);
    const remove = () =>
      end()
        .then(() => (drop(this.id), go("/train")))
        .catch(complain);
    const mine = mayChange(this.offer, this.id);
    const sure = () => confirm(t("training.remove.sure"), t("learners.remove"), remove);
    put(
      this.parts.buttons,
      stage === "running" && mine && h("button", { class: "button", data: { key: "stop" }, onclick: stop }, t("training.stop")),
      stage === "done" && this.playButton(data),
      stage === "done" && h("a", { class: "button", href: `${address}/model`, download: "model.kfm" }, t("model.download")),
      stage !== "running" &&
        mine &&
        h("button", { class: "button quiet", data: { key: "remove" }, onclick: sure }, t("learners.remove")),
      !mine && h("p", { class: "soft tiny" }, t("keys.none")),
    );
  }

  /** What came out plays as a learner; kinds that do not go on learning can only be taken home. */
  playButton({ game, rules, learner, deals }) {
    const kinds = this.offer.games.find(({ name }) => name === game)?.learners ?? [];
    if (!kinds.find(({ name }) => name === learner)?.adapts) return h("p", { class: "soft tiny" }, t("training.home"));
    const name = `${playerName(learner)} ${number(deals)}`.slice(0, 24);
    const play = async () => {
      try {
        const made = await post("/api/learners", { game, rules, learner, name, start: `training:${this.id}` });
        keep(made.id, made.token);
        await playAgainst({ id: made.id, game, rules, name }, this.offer);
      } catch (error) {
        complain(error);
      }
    };
    return h("button", { class: "button primary", onclick: play }, t("training.play"));
  }
}
