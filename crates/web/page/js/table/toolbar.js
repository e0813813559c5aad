// @ts-check
// The line above the cloth: which table this is, and what can be done besides playing.

import { dialog, toast } from "../a11y.js";
import { shown } from "../cards.js";
import { $, h, put } from "../dom.js";
import { t } from "../i18n.js";
import { cardName, gameName, rulesName, seatName } from "../names.js";
import { help } from "../help.js";
import { icon } from "../icons.js";
import { get } from "../net.js";
import { Pace, watched } from "./pace.js";
import { scoreSheet } from "./score.js";

/** @import { State } from "../../../types/page.d.ts" */

export class Toolbar {
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "toolbar" });
  }

  /** @param {State} state */
  show(state) {
    const { screen } = this;
    const open = state.seats.some(({ kind }) => kind === "open");
    const last = screen.board.last(state);
    put(
      this.element,
      h(
        "h1",
        {},
        gameName(state.game),
        h("span", { class: "rules" }, rulesName(state.game, state.rules)),
        h("span", { class: "rules" }, t("deal.number", { n: state.deal })),
        state.you === null && h("span", { class: "tag" }, t("table.watching")),
        screen.due !== null && clock(screen.due),
      ),
      h(
        "div",
        { class: "tools", role: "group", "aria-label": t("table.tools") },
        open && tool("link", t("table.invite"), () => this.invite(), true),
        state.you !== null &&
          state.phase !== "over" &&
          tool("hint", t("hint"), () => screen.hint.ask(), state.hints && state.turn === state.you, "H"),
        state.you !== null && several(state) && this.agreement(state),
        state.you !== null && tool("undo", t("undo"), () => screen.ask({ type: "undo" }), state.can_undo, "U"),
        last !== null &&
          tool("last", t(state.board.kind === "daifugo" ? "last.pile" : "last.trick"), () => this.last(), Boolean(last), "L"),
        tool("score", t("score.sheet"), () => scoreSheet(screen.state), true, "S"),
        state.may_control !== false && !watched(state) && tool("pace", t("pace"), () => new Pace(screen).open(), true),
        tool("help", t("help"), () => help(state.game), true),
      ),
    );
  }

  /** Where several people play, hints are given only if all agree. */
  agreement(state) {
    const { agrees } = state.seats[state.you];
    const ask = () => this.screen.ask({ type: "hints", on: !agrees });
    return tool("agree", t(agrees ? "hints.agreed" : "hints.agree"), ask, true);
  }

  key(key) {
    const button = $(`[data-short="${CSS.escape(key.toUpperCase())}"]`, this.element);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  }

  last() {
    const { state } = this.screen;
    const last = this.screen.board.last(state);
    if (!last) return;
    const line = ({ seat, cards }) =>
      h(
        "li",
        {},
        h(
          "span",
          { class: "meld" },
          cards.map((card) => shown(card, cardName(card), { class: last.winner === seat ? "winning" : "" })),
        ),
        h("strong", {}, seatName(state, seat)),
        last.winner === seat && h("span", { class: "tag" }, t("trick.taken")),
      );
    dialog(t(state.board.kind === "daifugo" ? "last.pile" : "last.trick"), h("ul", { class: "last" }, last.cards.map(line)));
  }

  /** The link to an open seat, and from where it can be opened. */
  async invite() {
    const path = `/#/t/${this.screen.id}?join`;
    // Without an answer the own address is as good as any.
    const { scope, addresses } = await get("/api/reach").catch(() => ({ scope: "name", addresses: [] }));
    // Who looks at the table by the name that only this computer has sends the one that others can reach.
    const here = LOOPBACK.includes(location.hostname);
    const address = (here && addresses[0] ? addresses[0] : location.origin) + path;
    const alone = scope === "machine" && here;
    const field = h("input", {
      value: address,
      readonly: true,
      "aria-label": t("table.invite"),
      onfocus: (event) => event.target.select(),
    });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(address);
        toast(t("copied"));
      } catch {
        field.select();
      }
    };
    dialog(t("table.invite"), [
      h("p", {}, t("table.invite.about")),
      h("div", { class: "row" }, field, h("button", { class: "button primary", onclick: copy }, t("copy"))),
      alone
        ? h(
            "div",
            { class: "notice only-here" },
            h("p", {}, h("strong", {}, t("invite.only-here"))),
            h("p", {}, t("invite.open-up")),
            h("p", {}, h("code", {}, `kirifuda play --listen 0.0.0.0${location.port ? ` --port ${location.port}` : ""}`)),
            h("p", { class: "soft tiny" }, t("invite.open-up.means")),
          )
        : h(
            "figure",
            { class: "qr" },
            h("img", { src: `/api/qr?text=${encodeURIComponent(address)}`, alt: t("invite.qr"), width: 200, height: 200 }),
            h("figcaption", { class: "soft tiny" }, t(scope === "network" ? "invite.network" : "invite.qr")),
          ),
    ]);
  }
}

/** Names that every computer has for itself. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** @param {State} state */
const several = (state) => state.seats.filter(({ kind }) => kind === "person" || kind === "open").length > 1;

/** The seconds that are left of a move, counted down while it is shown. */
function clock(due) {
  const element = h("span", { class: "tag clock", role: "timer" });
  const tick = () => {
    const left = Math.max(0, due - performance.now());
    put(element, t("clock.left", { n: Math.ceil(left / 1000) }));
    if (left > 0) setTimeout(() => element.isConnected && tick(), 250);
  };
  tick();
  return element;
}

function tool(key, name, act, enabled, short) {
  return h(
    "button",
    {
      class: "button quiet small tool",
      data: { key: `tool-${key}`, tool: key, ...(short && { short }) },
      disabled: !enabled,
      onclick: act,
      "aria-keyshortcuts": short,
      title: short ? `${name} (${short})` : name,
    },
    icon(key),
    h("span", { class: "tool-name" }, name),
  );
}
