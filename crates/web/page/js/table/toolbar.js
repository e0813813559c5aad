// The line above the cloth: which table this is, and what can be done besides playing.

import { dialog, toast } from "../a11y.js";
import { chip } from "../cards.js";
import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { cardName, gameName, rulesName, seatName } from "../names.js";
import { change, setting } from "../settings.js";
import { help } from "../help.js";
import { icon } from "../icons.js";
import { scoreSheet } from "./score.js";

export class Toolbar {
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "toolbar" });
  }

  show(state) {
    const { screen } = this;
    const watching = state.you === null && state.seats.every(({ kind }) => kind !== "person" && kind !== "open");
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
      ),
      h(
        "div",
        { class: "tools", role: "group", "aria-label": t("table.tools") },
        open && tool("link", t("table.invite"), () => this.invite(), true),
        state.you !== null &&
          state.phase !== "over" &&
          tool("hint", t("hint"), () => screen.hint.ask(), state.turn === state.you, "H"),
        state.you !== null && tool("undo", t("undo"), () => screen.ask({ type: "undo" }), state.can_undo, "U"),
        last !== null &&
          tool("last", t(state.game === "daifugo" ? "last.pile" : "last.trick"), () => this.last(), Boolean(last), "L"),
        tool("score", t("score.sheet"), () => scoreSheet(screen.state), true, "S"),
        state.may_control !== false && tool("pace", t("pace"), () => this.pace(watching), true),
        tool("help", t("help"), () => help(state.game), true),
      ),
    );
  }

  key(key) {
    const button = this.element.querySelector(`[data-short="${CSS.escape(key.toUpperCase())}"]`);
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
        h("strong", {}, seatName(state, seat)),
        " ",
        h(
          "span",
          { class: "chips" },
          cards.map((card) => chip(card, cardName(card))),
        ),
        last.winner === seat && h("span", { class: "tag" }, t("trick.taken")),
      );
    dialog(t(state.game === "daifugo" ? "last.pile" : "last.trick"), h("ul", { class: "last" }, last.cards.map(line)));
  }

  invite() {
    const address = `${location.origin}/#/t/${this.screen.id}?join`;
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
    ]);
  }

  pace(watching) {
    const { screen } = this;
    const words = h("output", {});
    const say = (ms) => put(words, ms === 0 ? t("pace.none") : t("pace.value", { seconds: (ms / 1000).toFixed(1) }));
    const send = (event) => {
      const ms = Number(event.target.value);
      change("pace", ms);
      screen.ask({ type: "pace", ms });
    };
    const now = screen.state.pace_ms ?? setting("pace");
    say(now);
    const slider = h("input", {
      type: "range",
      min: 0,
      max: 3000,
      step: 100,
      value: now,
      "aria-label": t("pace"),
      oninput: (event) => say(Number(event.target.value)),
      onchange: send,
    });
    const pause = h("button", { class: "button", onclick: () => toggle() }, t(screen.state.paused ? "pause.off" : "pause.on"));
    const toggle = () => {
      const on = !screen.state.paused;
      screen.ask({ type: "pause", on });
      put(pause, t(on ? "pause.off" : "pause.on"));
    };
    dialog(t("pace"), [h("p", { class: "soft" }, t("pace.about")), slider, words, watching && pause]);
  }
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
