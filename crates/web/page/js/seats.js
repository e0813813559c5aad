// @ts-check
// Who sits where: you, another person, a player of the list, one of your learners.

import { $, h, put } from "./dom.js";
import { t } from "./i18n.js";
import { playerAbout, playerLabel } from "./names.js";
import { able, fitting, levelWord, rivalAbout, rivalName } from "./rivals.js";
import { curve, slider } from "./strength.js";

/** The player whom one meets where no character is asked for: the strongest of the ladder that does not think for long. */
export function favourite(game) {
  const quick = game.players.filter(({ pace, presets }) => pace === "quick" && presets?.length !== 0);
  const climbed = [...game.rivals].reverse().find(({ player }) => quick.some(({ name }) => name === player));
  return climbed?.player ?? quick.at(-1)?.name ?? game.players[0].name;
}

/** Seats as first offered: you, and opponents of the level that fits. `game` has only those who can play. */
export function usual(game, seats, rules) {
  const those = fitting(game, rules, seats - 1);
  const other = (place) =>
    those[place] ? { kind: "rival", rival: those[place].name, fits: true } : { kind: "player", player: favourite(game) };
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? { kind: "person" } : other(seat - 1)));
}

/** How strong a player is ordered; null: as strong as it is. */
export const shareOf = (seat, game, rules) => {
  const player = game.players.find((one) => one.name === seat.player);
  return player && curve(player, rules) ? (seat.share ?? null) : null;
};

/** What the server is told about a seat. */
export function wire(seat, game, rules, name) {
  if (seat.kind === "person") return { kind: "person", player: null, name: name || null };
  if (seat.kind === "open") return { kind: "open", player: null, name: null };
  if (seat.kind === "learner") return { kind: "learner", learner: String(seat.learner), player: null, name: seat.name ?? null };
  // Which player or learner a character is, is found out when the table is made.
  if (seat.kind === "rival") return { rival: game.rivals.find(({ name: own }) => own === seat.rival) };
  const share = shareOf(seat, game, rules);
  return { kind: "player", player: share ? `${seat.player}:loses=${share}` : seat.player, name: null };
}

/** The list of seats; `seats` is changed in place, `onchange()` says that it was. */
export class SeatList {
  constructor({ game, rules, seats, learners, onchange }) {
    this.game = game;
    this.rules = rules;
    this.seats = seats;
    this.learners = learners;
    this.onchange = onchange;
    this.open = false;
    this.element = h("div", { class: "seats" });
    this.draw();
  }

  draw() {
    const single = h(
      "details",
      { class: "seat-by-seat", ...(this.open && { open: true }), ontoggle: (event) => (this.open = event.target.open) },
      h("summary", {}, t("seats.single")),
      this.seats.map((seat, index) => this.row(seat, index)),
    );
    put(this.element, this.everyone(), this.company(), single);
  }

  changed(key) {
    this.draw();
    this.onchange();
    $(`[data-key="${key}"]`, this.element)?.focus();
  }

  machines() {
    return this.seats.filter(({ kind }) => kind === "player" || kind === "learner" || kind === "rival");
  }

  /** One choice for all opponents. */
  everyone() {
    const machines = this.machines();
    if (machines.length === 0) return null;
    const alike = machines.every((seat) => valueOf(seat) === valueOf(machines[0]) && seat.share === machines[0].share);
    const set = (event) => {
      for (const seat of machines) this.seats[this.seats.indexOf(seat)] = this.parse(event.target.value);
      this.changed("seats-all");
    };
    const spread = (share) => {
      for (const seat of machines) seat.share = share;
      this.onchange();
    };
    return this.opponent(
      t(machines.length > 1 ? "seats.all" : "seats.one"),
      "seats-all",
      alike ? machines[0] : null,
      [
        !alike && h("option", { value: "", selected: true, disabled: true }, t("seats.various")),
        this.options(alike ? valueOf(machines[0]) : null),
      ],
      set,
      spread,
    );
  }

  /** A select with what it says of the player, and its strength. */
  opponent(label, key, seat, options, onpick, onshare) {
    const player = seat?.kind === "player" && this.game.players.find(({ name }) => name === seat.player);
    const measured = player && curve(player, this.rules());
    const rival = seat?.kind === "rival" && seat.rival;
    return h(
      "div",
      { class: "seat-row" },
      h("label", { class: "field" }, h("span", {}, label), h("select", { onchange: onpick, data: { key } }, options)),
      rival && h("p", { class: "soft tiny about" }, rivalAbout(rival)),
      player && h("p", { class: "soft tiny about" }, playerAbout(this.game.name, player)),
      measured && slider(measured, shareOf(seat, this.game, this.rules()), onshare),
    );
  }

  /** People: how many others come by link, and whether you only watch. */
  company() {
    const others = this.seats.filter(({ kind }) => kind === "open").length;
    const watching = !this.seats.some(({ kind }) => kind === "person");
    const invite = (event) => {
      const wanted = Number(event.target.value);
      this.seats.forEach((seat, index) => seat.kind === "open" && (this.seats[index] = this.usual()));
      // Guests sit opposite first, then beside.
      const places = [2, 1, 3, 4, 5].filter(
        (index) => index < this.seats.length && index !== this.seats.findIndex(({ kind }) => kind === "person"),
      );
      if (this.seats.length === 2) places.splice(0, places.length, 1);
      for (const index of places.slice(0, wanted)) this.seats[index] = { kind: "open" };
      this.changed("guests");
    };
    const watch = (event) => {
      this.seats.forEach(
        (seat, index) =>
          (seat.kind === "person" || (event.target.checked && seat.kind === "open")) && (this.seats[index] = this.usual()),
      );
      if (!event.target.checked) this.seats[0] = { kind: "person" };
      this.changed("watch");
    };
    return h(
      "div",
      { class: "row company" },
      !watching &&
        h(
          "label",
          { class: "row" },
          h("span", {}, t("seats.guests")),
          h(
            "select",
            { data: { key: "guests" }, onchange: invite },
            Array.from({ length: this.seats.length }, (_, n) =>
              h("option", { value: n, selected: n === others }, n === 0 ? t("seats.nobody") : n),
            ),
          ),
        ),
      h(
        "label",
        { class: "row" },
        h("input", { type: "checkbox", data: { key: "watch" }, checked: watching, onchange: watch }),
        t("seats.watch"),
      ),
    );
  }

  usual() {
    return { ...usual(this.game, 2, this.rules())[1], fits: false };
  }

  parse(value) {
    const [kind, name] = [value.split("/")[0], value.split("/").slice(1).join("/")];
    if (kind === "learner")
      return {
        kind,
        learner: this.learners.find(({ id }) => String(id) === name)?.id ?? name,
        name: this.learners.find(({ id }) => String(id) === name)?.name,
      };
    if (kind === "rival") return { kind, rival: name };
    return kind === "player" ? { kind, player: name } : { kind };
  }

  options(chosen) {
    const those = able(this.game, this.rules());
    const level = ({ name }) => levelWord(this.game, this.game.rivals.findIndex((one) => one.name === name));
    return [
      those.length > 0 &&
        h(
          "optgroup",
          { label: t("rivals") },
          those.map((one) =>
            h(
              "option",
              { value: `rival/${one.name}`, selected: chosen === `rival/${one.name}` },
              `${rivalName(one.name)} · ${level(one)}`,
            ),
          ),
        ),
      h(
        "optgroup",
        { label: t("seats.players") },
        this.game.players.map((player) =>
          h(
            "option",
            {
              value: `player/${player.name}`,
              selected: chosen === `player/${player.name}`,
              title: playerAbout(this.game.name, player),
            },
            playerLabel(player),
          ),
        ),
      ),
      this.learners.length > 0 &&
        h(
          "optgroup",
          { label: t("seats.learners") },
          this.learners.map(({ id, name }) =>
            h("option", { value: `learner/${id}`, selected: chosen === `learner/${id}` }, name),
          ),
        ),
    ];
  }

  row(seat, index) {
    const pick = (event) => {
      const chosen = this.parse(event.target.value);
      // There is one of you: who takes another seat leaves the old one to a player.
      if (chosen.kind === "person")
        this.seats.forEach((other, place) => other.kind === "person" && (this.seats[place] = this.usual()));
      this.seats[index] = chosen;
      this.changed(`seat-${index}`);
    };
    const options = [
      h("option", { value: "person", selected: seat.kind === "person" }, t("seat.me")),
      h("option", { value: "open", selected: seat.kind === "open" }, t("seat.open.choice")),
      this.options(valueOf(seat)),
    ];
    return this.opponent(
      t("seat.number", { n: index + 1 }),
      `seat-${index}`,
      seat,
      options,
      pick,
      (share) => ((seat.share = share), this.onchange()),
    );
  }
}

const valueOf = (seat) =>
  seat.kind === "rival" ? `rival/${seat.rival}` : seat.kind === "player" ? `player/${seat.player}` : seat.kind === "learner" ? `learner/${seat.learner}` : seat.kind;
