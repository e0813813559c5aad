// @ts-check
// The way to a table: with the key of a seat one sits down at once, by a link one chooses a seat first.

import { complain, explain, toast } from "./a11y.js";
import { $, h, put } from "./dom.js";
import { t } from "./i18n.js";
import { gameName, playerName, rulesName } from "./names.js";
import { get, post } from "./net.js";
import { draw as redraw } from "./router.js";
import { change, setting } from "./settings.js";
import { find, forget, remember } from "./tables.js";
import { TableScreen } from "./table/screen.js";

export function table({ id }, query) {
  const main = $("#main");
  document.body.dataset.screen = "table";
  /** @type {TableScreen | null} */
  let screen = null;
  let left = false;
  const sit = (access) => {
    if (!left) screen = new TableScreen(main, id, access);
  };
  const known = find(id);
  if (known?.token) sit({ token: known.token, seat: known.seat });
  else {
    put(main, h("div", { class: "page" }, h("p", { class: "empty" }, t("loading"))));
    get(`/api/tables/${encodeURIComponent(id)}`)
      .then((info) => {
        const open = info.seats.some(({ kind, taken }) => kind === "open" && !taken);
        if (left) return;
        if (open && !query.has("watch")) return invitation(main, id, info);
        if (query.has("join")) toast(t("join.full"));
        sit(null);
      })
      .catch((error) => {
        if (error.code === "unknown") forget(id);
        const words = error.code === "unknown" ? t("table.unknown") : explain(error);
        const again = h("button", { class: "button small", onclick: redraw }, t("retry"));
        put(
          main,
          h(
            "div",
            { class: "page" },
            h("p", { class: "notice bad" }, words, " ", error.code === "offline" ? again : h("a", { href: "#/" }, t("lobby"))),
          ),
        );
      });
  }
  return () => {
    left = true;
    delete document.body.dataset.screen;
    screen?.close();
  };
}

function invitation(main, id, { game, rules, seats }) {
  const join = async (seat) => {
    const name = setting("name") || t("guest");
    try {
      const access = await post(`/api/tables/${encodeURIComponent(id)}/join`, { seat, name });
      remember({ id, token: access.token, seat: access.seat, game, rules });
      history.replaceState(null, "", `#/t/${id}`);
      redraw();
    } catch (error) {
      complain(error);
      // Somebody was quicker: what is still free is asked for again.
      if (error.code === "taken" || error.code === "full") redraw();
    }
  };
  const watch = () => {
    history.replaceState(null, "", `#/t/${id}?watch`);
    redraw();
  };
  const row = ({ kind, name, player, taken }, seat) => {
    const free = kind === "open" && !taken;
    return h(
      "li",
      { class: "row apart" },
      h(
        "span",
        {},
        t("seat.number", { n: seat + 1 }),
        " · ",
        free ? t("seat.free") : player ? playerName(player) : name || t("seat.person"),
      ),
      free && h("button", { class: "button primary", data: { seat }, onclick: () => join(seat) }, t("join.sit")),
    );
  };
  put(
    main,
    h(
      "div",
      { class: "page narrow" },
      h(
        "div",
        { class: "panel" },
        h("h1", {}, t("join.title", { game: gameName(game) })),
        h("p", { class: "soft" }, rulesName(game, rules)),
        h(
          "label",
          { class: "field" },
          h("span", {}, t("your.name")),
          h("input", {
            value: setting("name"),
            maxlength: 24,
            autocomplete: "nickname",
            oninput: (event) => change("name", event.target.value.trim()),
          }),
        ),
        h("ul", { class: "plain" }, seats.map(row)),
        h("div", { class: "row end" }, h("button", { class: "button quiet", onclick: watch }, t("join.watch"))),
      ),
    ),
  );
}
