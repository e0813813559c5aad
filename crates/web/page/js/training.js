// Training from the page: start it, watch the curve and what is learned, play what comes out.

import { announce, complain, dialog } from "./a11y.js";
import { lines } from "./charts.js";
import { $, h, put } from "./dom.js";
import { learnerFields, select } from "./fields.js";
import { number, t, told } from "./i18n.js";
import { gameName, playerAbout, playerName } from "./names.js";
import { api, catalog, get, post } from "./net.js";
import { modelPicture } from "./picture.js";
import { go } from "./router.js";

const ASK_EVERY = 1000; // milliseconds between two looks at a training
const AMOUNTS = [1000, 5000, 20000, 100000];

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
    Promise.all([catalog(), get("/api/trainings").catch(() => [])])
      .then(([offer, list]) => this.closed || this.draw(offer, list))
      .catch(complain);
  }

  close() {
    this.closed = true;
  }

  draw(offer, list) {
    const games = offer.games.filter((game) => game.learners.length > 0);
    this.choice ??= { game: games[0], deals: AMOUNTS[1], opponents: "" };
    const { choice } = this;
    const draw = () => (this.draw(offer, list), this.main);
    const fields = learnerFields(choice, games, (game) => game.learners, draw);
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
              draw,
            ),
            h("button", { class: "button primary", type: "submit" }, t("training.start")),
          ),
          h("p", { class: "soft tiny" }, learner ? playerAbout(choice.game.name, learner) : ""),
          h("button", { class: "button quiet", type: "button", onclick: () => this.look() }, t("training.shipped")),
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
                    [one.game && gameName(one.game), one.learner && playerName(one.learner), one.training]
                      .filter(Boolean)
                      .join(" · "),
                  ),
                  " ",
                  h("span", { class: "soft tiny" }, one.done ? t("training.done") : `${number(one.deals)} / ${number(one.of)}`),
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
      go(`/train/${made.training}`);
    } catch (error) {
      complain(error);
    }
  }
}

/** One training, asked about again and again until it is done. */
class Running {
  constructor(main, id) {
    Object.assign(this, { main, id });
    this.ask();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async ask() {
    try {
      const data = await get(`/api/trainings/${encodeURIComponent(this.id)}`);
      if (this.closed) return;
      this.draw(data);
      const over = data.done || data.error;
      if (over && this.running) announce(t("training.done"));
      this.running = !over;
      if (!over) this.timer = setTimeout(() => this.ask(), ASK_EVERY);
    } catch (error) {
      if (this.closed) return;
      complain(error);
      put(
        this.main,
        h(
          "div",
          { class: "page" },
          h("p", { class: "notice bad" }, t("training.unknown"), " ", h("a", { href: "#/train" }, t("training"))),
        ),
      );
    }
  }

  draw(data) {
    const { deals, of, note, done, error, curve, against, picture } = data;
    if (!this.parts) {
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
            h(
              "h1",
              {},
              [data.game && gameName(data.game), data.learner && playerName(data.learner)].filter(Boolean).join(" · ") ||
                t("training"),
            ),
          ),
          this.parts.state,
          this.parts.buttons,
          h("div", { class: "grid2" }, this.parts.curve, this.parts.picture),
        ),
      );
    }
    put(
      this.parts.state,
      h("progress", { max: of, value: deals, "aria-label": t("training.progress") }),
      h(
        "p",
        {},
        t("training.count", { deals: number(deals), of: number(of) }),
        note && h("span", { class: "soft" }, ` ${note}`),
      ),
      error && h("p", { class: "notice bad" }, typeof error === "string" ? error : error.message),
    );
    const points = curve.map(({ deals: x, score, ci95 }) => ({ x, y: score, error: ci95 }));
    // An open table of numbers must not shut at every look: the curve is drawn only when it has grown.
    if (this.drawn !== points.length) {
      this.drawn = points.length;
      put(
        this.parts.curve,
        h("h2", {}, t("training.curve")),
        lines([{ name: t("training.score"), points }], {
          title: t("training.curve"),
          x: t("training.deals"),
          y: [
            told(`measure.${data.measure}`, data.measure),
            against && t("training.against", { name: playerName(against) }),
            data.less_is_better && t("training.less"),
          ]
            .filter(Boolean)
            .join(t("list.comma")),
        }),
      );
      put(this.parts.picture, h("h2", {}, t("picture")), modelPicture(picture));
    }
    const stop = () =>
      api("DELETE", `/api/trainings/${encodeURIComponent(this.id)}`)
        .then(() => this.ask())
        .catch(complain);
    const keep = async () => {
      try {
        await post("/api/learners", {
          game: data.game,
          rules: data.rules,
          learner: data.learner,
          name: `${data.learner ? playerName(data.learner) : ""} ${this.id}`.trim().slice(0, 24),
          start: `training:${this.id}`,
        });
        go("/learners");
      } catch (failure) {
        complain(failure);
      }
    };
    put(
      this.parts.buttons,
      !done && !error && h("button", { class: "button", data: { key: "stop" }, onclick: stop }, t("training.stop")),
      done && h("button", { class: "button primary", onclick: keep }, t("training.play")),
      done &&
        h(
          "a",
          { class: "button", href: `/api/trainings/${encodeURIComponent(this.id)}/model`, download: "model.kfm" },
          t("model.download"),
        ),
    );
  }
}
