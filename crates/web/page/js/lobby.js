// @ts-check
// The lobby: which game, which rules, against whom; and the tables of before.

import { explain } from "./a11y.js";
import { back, picture } from "./cards.js";
import { creature } from "./creatures.js";
import { dailyLinks } from "./daily.js";
import { $, h, put } from "./dom.js";
import { face } from "./faces.js";
import { t, when } from "./i18n.js";
import { icon } from "./icons.js";
import { gameAbout, gameName, rulesName } from "./names.js";
import { catalog, get } from "./net.js";
import { meet } from "./rivals.js";
import { moving } from "./settings.js";
import { Setup } from "./setup.js";
import { all, forget } from "./tables.js";

export function lobby(_, query) {
  const main = $("#main");
  put(main, h("div", { class: "page lobby" }, h("p", { class: "empty" }, t("loading"))));
  let left = false;
  Promise.all([catalog(), get("/api/learners").catch(() => []), meet()])
    .then(([offer, learners]) => left || draw(main, offer, learners, query.get("game")))
    .catch((error) => {
      put(
        main,
        h(
          "div",
          { class: "page" },
          h(
            "p",
            { class: "notice bad" },
            explain(error),
            " ",
            h("button", { class: "button small", onclick: () => lobby(_, query) }, t("retry")),
          ),
        ),
      );
    });
  return () => (left = true);
}

function draw(main, offer, learners, wanted) {
  const { games } = offer;
  const onShelf = (shelf) => games.filter((game) => game.shelf === shelf);
  const setup = h("div", { class: "setup" });
  /** Everything about a table of the game: rules, seats, names. */
  const customise = (game) => {
    for (const button of main.querySelectorAll("[data-customise]"))
      button.setAttribute("aria-expanded", String(button.dataset.customise === game.name));
    put(setup, new Setup(game, learners).element);
    if (setup.getBoundingClientRect().top > innerHeight * 0.7)
      setup.scrollIntoView({ block: "start", behavior: moving() ? "smooth" : "auto" });
  };
  const tile = (game) =>
    h(
      "article",
      { class: "game-tile", data: { game: game.name } },
      h("span", { class: "game-art", "aria-hidden": "true" }, art(game)),
      h("h3", { class: "game-name" }, gameName(game.name)),
      h("p", { class: "soft tiny" }, gameAbout(game)),
      buttons(game, learners, customise),
    );
  put(
    main,
    h(
      "div",
      { class: "page lobby" },
      h("header", { class: "hero" }, h("h1", {}, t("lobby.title")), h("p", { class: "soft" }, t("lobby.about"))),
      continued(),
      h("div", { class: "row apart" }, dailyLinks(games), h("a", { class: "tiny", href: "#/statistics" }, t("statistics"))),
      h(
        "section",
        { "aria-labelledby": "games" },
        h("h2", { id: "games", class: "hidden-visually" }, t("lobby.games")),
        h("div", { class: "games" }, onShelf("front").map(tile)),
        others(onShelf("small"), learners, customise),
      ),
      setup,
    ),
  );
  const asked = games.find(({ name }) => name === wanted);
  if (asked) customise(asked);
}

/** Play at once, as the last time or as suits a newcomer; or choose everything first. */
function buttons(game, learners, customise) {
  const play = () => new Setup(game, learners).start();
  return h(
    "div",
    { class: "tile-go" },
    opponents(new Setup(game, learners)),
    h(
      "button",
      {
        class: "button primary",
        "aria-label": t("lobby.play.game", { game: gameName(game.name) }),
        data: { play: game.name },
        onclick: play,
      },
      t("lobby.play"),
    ),
    h(
      "button",
      {
        class: "button quiet",
        "aria-label": t("lobby.customise.game", { game: gameName(game.name) }),
        "aria-expanded": "false",
        data: { customise: game.name },
        onclick: () => customise(game),
      },
      t("lobby.customise"),
    ),
  );
}

/** The faces and names of those whom one would meet. */
function opponents(setup) {
  const those = [...new Set(setup.company())];
  return h(
    "p",
    { class: "soft tiny against" },
    those.length > 0 && h("span", { class: "portraits" }, those.map(({ looks }) => face(looks))),
    setup.against(),
  );
}

function others(games, learners, customise) {
  if (games.length === 0) return null;
  return h(
    "div",
    { class: "small-games" },
    h("h3", { class: "tiny soft" }, t("lobby.small")),
    games.map((game) =>
      h(
        "article",
        { class: "game-tile-small", data: { game: game.name } },
        h("div", {}, h("strong", {}, gameName(game.name)), h("p", { class: "soft tiny" }, gameAbout(game))),
        buttons(game, learners, customise),
      ),
    ),
  );
}

/** What stands for a game: its cards, its monsters, or the back of a card. */
function art({ board, cards }) {
  if (board === "monsters")
    return [creature("Emberfox", "fire"), creature("Tidelord", "water"), creature("Sparkwing", "thunder")];
  return cards.length > 0
    ? cards.map((card) => h("span", { class: "card" }, picture(card)))
    : [h("span", { class: "card" }, back())];
}

/** Tables to go on with. */
function continued() {
  const tables = all().slice(0, 6);
  if (tables.length === 0) return null;
  const drop = (id, event) => {
    forget(id);
    event.target.closest("li").remove();
  };
  return h(
    "section",
    { class: "continued", "aria-labelledby": "continued" },
    h("h2", { id: "continued" }, t("lobby.continue")),
    h(
      "ul",
      {},
      tables.map(({ id, game, rules, deal, when: time }) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "continue", href: `#/t/${id}` },
            h("strong", {}, gameName(game)),
            h(
              "span",
              { class: "soft tiny" },
              `${rules ? rulesName(game, rules) : ""} · ${t("deal.number", { n: deal ?? 1 })} · ${when(time)}`,
            ),
          ),
          h(
            "button",
            { class: "icon", "aria-label": t("lobby.forget", { game: gameName(game) }), onclick: (event) => drop(id, event) },
            icon("close"),
          ),
        ),
      ),
    ),
  );
}
