// @ts-check
// Opponents that go on learning from your games: made, watched, set back, taken home.

import { complain, confirm, dialog, explain } from "./a11y.js";
import { lines } from "./charts.js";
import { $, h, put } from "./dom.js";
import { learnerFields, select } from "./fields.js";
import { number, percent, t, when } from "./i18n.js";
import { gameName, playerAbout, playerName, rulesName } from "./names.js";
import { drop, keep, keyOf, mayChange } from "./keys.js";
import { api, catalog, get, post } from "./net.js";
import { openTable } from "./opening.js";
import { modelPicture } from "./picture.js";
import { rivalName } from "./rivals.js";
import { setting } from "./settings.js";
import { favourite } from "./seats.js";

export function learners() {
  const main = $("#main");
  put(main, h("div", { class: "page" }, h("p", { class: "empty" }, t("loading"))));
  let left = false;
  const refresh = async () => {
    try {
      const [offer, list] = await Promise.all([catalog(), get("/api/learners")]);
      if (!left) draw(main, offer, list, refresh);
    } catch (error) {
      const again = h("button", { class: "button small", onclick: refresh }, t("retry"));
      put(main, h("div", { class: "page" }, h("p", { class: "notice bad" }, explain(error), " ", again)));
    }
  };
  refresh();
  return () => (left = true);
}

function draw(main, offer, list, refresh) {
  put(
    main,
    h(
      "div",
      { class: "page" },
      h("header", {}, h("h1", {}, t("learners")), h("p", { class: "soft" }, t("learners.about"))),
      form(offer, list, refresh),
      list.length > 0
        ? h(
            "div",
            { class: "grid2" },
            list.map((one) => card(one, offer, refresh)),
          )
        : h("p", { class: "empty" }, t("learners.none")),
    ),
  );
}

function card(one, offer, refresh) {
  const act = async (work) => {
    try {
      await work();
      refresh();
    } catch (error) {
      complain(error);
    }
  };
  const look = async () => {
    try {
      const picture = await get(`/api/learners/${one.id}/picture`);
      dialog(t("picture.of", { name: one.name }), modelPicture(picture), { wide: true });
    } catch (error) {
      complain(error);
    }
  };
  const chart =
    one.chart?.length > 1
      ? lines([{ name: one.name, points: one.chart.map(({ games, score }) => ({ x: games, y: score })) }], {
          title: t("learners.chart", { name: one.name }),
          x: t("learners.games"),
          y: t("learners.score"),
          format: percent,
          level: 0.5,
          small: true,
        })
      : h("p", { class: "soft tiny" }, t("learners.chart.none"));
  return h(
    "article",
    { class: "panel", data: { learner: one.id } },
    h(
      "div",
      {},
      // A character has its name in every language.
      h("h2", {}, rivalName(one.name)),
      h(
        "p",
        { class: "soft tiny" },
        `${gameName(one.game)}, ${rulesName(one.game, one.rules)} · ${playerName(one.learner)} · ${t("learners.count", { n: number(one.games) })} · ${when(one.created * 1000)}`,
      ),
    ),
    chart,
    h(
      "div",
      { class: "row" },
      h("button", { class: "button primary", onclick: () => playAgainst(one, offer) }, t("learners.play")),
      h("button", { class: "button", onclick: look }, t("picture")),
      h(
        "a",
        { class: "button quiet", href: `/api/learners/${one.id}/model`, download: `${one.name}.kfm` },
        t("model.download"),
      ),
      mayChange(offer, one.id) && changes(one, act),
    ),
    !mayChange(offer, one.id) && h("p", { class: "soft tiny" }, t("keys.none")),
  );
}

/** What only whoever made a learner may do with it. */
function changes(one, act) {
  const key = keyOf(one.id);
  const reset = () => act(() => api("POST", `/api/learners/${one.id}/reset`, {}, { key }));
  const remove = () => act(() => api("DELETE", `/api/learners/${one.id}`, undefined, { key }).then(() => drop(one.id)));
  const button = (word, work) =>
    h(
      "button",
      {
        class: "button quiet",
        data: { key: word },
        onclick: () => confirm(t(`learners.${word}.sure`, { name: one.name }), t(`learners.${word}`), work),
      },
      t(`learners.${word}`),
    );
  return [button("reset", reset), button("remove", remove)];
}

/** A table against a learner; other seats are taken by the usual opponent. */
export async function playAgainst(one, offer) {
  const game = offer.games.find(({ name }) => name === one.game);
  const count = game.seats[one.rules.split(",")[0]] ?? 4;
  const name = setting("name") || t("guest");
  const seats = Array.from({ length: count }, (_, seat) =>
    seat === 0
      ? { kind: "person", player: null, name }
      : seat === 1
        ? { kind: "learner", learner: String(one.id), player: null, name: one.name }
        : { kind: "player", player: favourite(game), name: null },
  );
  await openTable({ game: one.game, rules: one.rules, seats, series: game.series });
}

/** "Linear Q", "Linear Q 2", … : one that nobody has. */
function freeName(name, list) {
  const taken = new Set(list.map((one) => one.name));
  for (let n = 1; ; n++) {
    const wanted = n === 1 ? name : `${name} ${n}`;
    if (!taken.has(wanted)) return wanted;
  }
}

function form(offer, list, refresh) {
  const games = offer.games.filter((game) => game.learners.some(({ adapts }) => adapts));
  if (games.length === 0) return null;
  const choice = { game: games[0], rules: null, learner: null, name: "", start: "shipped", open: false };
  const box = h("form", { class: "panel", onsubmit: (event) => (event.preventDefault(), make()) });
  const make = async () => {
    try {
      const made = await post("/api/learners", {
        game: choice.game.name,
        rules: choice.rules,
        learner: choice.learner,
        name: choice.name || freeName(playerName(choice.learner), list),
        start: choice.start,
        open: choice.open,
      });
      keep(made.id, made.token);
      refresh();
    } catch (error) {
      complain(error);
    }
  };
  const show = () => {
    const adapting = (game) => game.learners.filter(({ adapts }) => adapts);
    const fields = learnerFields(choice, games, adapting, show);
    const kind = choice.game.learners.find(({ name }) => name === choice.learner);
    return put(
      box,
      h("h2", {}, t("learners.new")),
      h(
        "div",
        { class: "row fields" },
        fields,
        select(
          t("learners.start"),
          "start",
          [
            ["shipped", t("learners.start.shipped"), choice.start === "shipped"],
            ["fresh", t("learners.start.fresh"), choice.start === "fresh"],
          ],
          (value) => (choice.start = value),
          show,
        ),
        // Where others come, too, it has to be said whose games count.
        offer.shared &&
          select(
            t("learners.open"),
            "open",
            [
              ["own", t("learners.open.own"), !choice.open],
              ["all", t("learners.open.all"), choice.open],
            ],
            (value) => (choice.open = value === "all"),
            show,
          ),
        h(
          "label",
          { class: "field" },
          h("span", {}, t("learners.name")),
          h("input", {
            value: choice.name,
            maxlength: 24,
            placeholder: playerName(choice.learner),
            oninput: (event) => (choice.name = event.target.value.trim()),
          }),
        ),
        h("button", { class: "button primary", type: "submit" }, t("learners.make")),
      ),
      h("p", { class: "soft tiny" }, playerAbout(choice.game.name, kind), " ", t(`learners.start.${choice.start}.about`)),
    );
  };
  return show();
}
