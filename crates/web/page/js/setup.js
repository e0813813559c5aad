// @ts-check
// The form of a new table: rules, seats, start.

import { $, h, put } from "./dom.js";
import { t, told } from "./i18n.js";
import { gameName, playerName, presetAbout, presetName, switchAbout, switchName, valueName } from "./names.js";
import { openTable } from "./opening.js";
import { SeatList, shareOf, usual, wire } from "./seats.js";
import { change, setting } from "./settings.js";
import { strengthWord } from "./strength.js";
import { gallery } from "./gallery.js";
import { able, company, levelWord, rivalName, rung } from "./rivals.js";

/** The form of a new table. */
export class Setup {
  constructor(game, learners) {
    this.game = game;
    this.learners = learners.filter((learner) => learner.game === game.name);
    const last = setting("setups")?.[game.name] ?? {};
    const known = game.presets.some(({ name }) => name === last.preset);
    this.preset = known ? last.preset : game.presets[0].name;
    this.switches = (known && last.switches) || {};
    this.series = game.series && (last.series ?? true);
    this.clock = 0;
    this.element = h("form", { class: "panel setup-form", onsubmit: (event) => (event.preventDefault(), this.start()) });
    this.summary = h("p", { class: "soft tiny", role: "status" });
    /** @type {SeatList | null} */
    this.list = null;
    // As the last time, where that still can be.
    this.seats = (known && last.company) || [];
    this.reseat();
  }

  rules() {
    return [this.preset, ...Object.entries(this.switches).map(([name, value]) => `${name}=${value}`)].join(",");
  }

  count() {
    const own = Number(this.switches?.players);
    return own || this.game.seats[this.preset] || 4;
  }

  /** The game with those players only that can play under these rules. */
  able() {
    return { ...this.game, players: this.game.players.filter(({ presets }) => !presets || presets.includes(this.preset)) };
  }

  /** Other rules may have other seats; who sits already stays. */
  reseat() {
    this.seats = this.fresh();
    this.draw();
  }

  /** Who sits under these rules. */
  fresh() {
    const game = this.able();
    const fresh = usual(game, this.count(), this.rules());
    const plays = (seat) =>
      seat.kind === "rival"
        ? !seat.fits && able(game, this.rules()).some(({ name }) => name === seat.rival)
        : seat.kind !== "player" || game.players.some(({ name }) => name === seat.player);
    const stays = (seat) => seat && seat.kind !== "learner" && plays(seat);
    return fresh.map((seat, index) => (stays(this.seats[index]) ? this.seats[index] : seat));
  }

  draw() {
    const { game } = this;
    this.gallery = h("div", {});
    this.showCharacters();
    const preset = game.presets.find(({ name }) => name === this.preset);
    this.list = new SeatList({
      game: this.able(),
      rules: () => this.rules(),
      seats: this.seats,
      // A learner knows its own rules only.
      learners: this.learners.filter(({ rules }) => rules === this.rules()),
      onchange: () => this.note(),
    });
    put(
      this.element,
      h("h2", {}, gameName(game.name)),
      h(
        "div",
        { class: "setup-columns" },
        h(
          "div",
          { class: "setup-rules" },
          h(
            "fieldset",
            {},
            h("legend", {}, t("lobby.rules")),
            h(
              "div",
              { class: "choices" },
              game.presets.map((one) => this.presetChoice(one)),
            ),
          ),
          h("p", { class: "soft tiny" }, presetAbout(game.name, preset)),
          game.switches.length > 0 && this.switchList(),
          game.series &&
            h(
              "label",
              { class: "row" },
              h("input", { type: "checkbox", checked: this.series, onchange: (event) => (this.series = event.target.checked) }),
              told(`series.${game.name}`, t("series")),
            ),
        ),
        h("div", { class: "setup-seats" }, h("h3", {}, t("lobby.seats")), this.gallery, this.list.element),
      ),
      h(
        "div",
        { class: "row setup-go" },
        h(
          "label",
          { class: "field" },
          h("span", {}, t("your.name")),
          h("input", {
            value: setting("name"),
            maxlength: 24,
            autocomplete: "nickname",
            placeholder: t("you"),
            oninput: (event) => change("name", event.target.value.trim()),
          }),
        ),
        h("div", { class: "grow" }, this.summary),
        h("button", { class: "button primary big", type: "submit", data: { key: "start" } }, t("lobby.play")),
      ),
    );
    this.note();
  }

  showCharacters() {
    if (this.gallery) put(this.gallery, this.characters() ?? []);
  }

  /** The characters to choose from; a press takes one as the level, with those around it at the other seats. */
  characters() {
    const those = able(this.game, this.rules());
    const others = this.seats.flatMap((seat, index) => (seat.kind === "person" || seat.kind === "open" ? [] : [index]));
    if (those.length === 0 || others.length === 0) return null;
    const pick = (rival) => {
      const around = company(those, those.indexOf(rival), others.length);
      // Who was asked for is there, however few fit beside it.
      if (!around.includes(rival)) around[0] = rival;
      others.forEach((index, place) => (this.seats[index] = { kind: "rival", rival: around[place].name }));
      this.draw();
      $(`[data-rival="${CSS.escape(rival.name)}"]`, this.element)?.focus();
    };
    const here = new Set(this.seats.filter(({ kind }) => kind === "rival").map(({ rival }) => rival));
    return gallery(this.game, those, this.rules(), here, pick);
  }

  /** Says what will happen on a press. */
  note() {
    const people = this.seats.filter(({ kind }) => kind === "open").length;
    const me = this.seats.some(({ kind }) => kind === "person");
    put(this.summary, me ? (people ? [t("lobby.link", { n: people }), this.clockChoice()] : "") : t("lobby.watch"));
    const button = this.element.querySelector("[data-key=start]");
    if (button) put(button, t(me ? "lobby.play" : "lobby.watch.go"));
  }

  /** Where others play, too, there may be a clock. */
  clockChoice() {
    const times = [0, 20, 60, 180];
    const name = (seconds) => (seconds ? t("clock.seconds", { n: seconds }) : t("clock.none"));
    return h(
      "label",
      { class: "row" },
      h("span", {}, t("clock")),
      h(
        "select",
        { data: { key: "clock" }, onchange: (event) => (this.clock = Number(event.target.value)) },
        times.map((seconds) => h("option", { value: seconds, selected: seconds === this.clock }, name(seconds))),
      ),
    );
  }

  presetChoice({ name }) {
    const pick = () => {
      this.preset = name;
      this.switches = {};
      this.reseat();
      $(`input[value="${CSS.escape(name)}"]`, this.element)?.focus();
    };
    return h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "preset", value: name, checked: name === this.preset, onchange: pick }),
      h("span", {}, presetName(this.game.name, name)),
    );
  }

  switchList() {
    const set = (name, value) => {
      if (value === "") delete this.switches[name];
      else this.switches[name] = value;
      if (name === "players") return this.reseat();
      // A measured strength holds for the rules that it was measured under. The fields stay as they are: somebody is in one.
      this.seats.splice(0, Infinity, ...this.fresh());
      this.list?.draw();
      this.showCharacters();
    };
    const field = ({ name, about, kind }) => {
      const list = kind.type === "switch" ? ["on", "off"] : kind.words?.map((word) => word.name);
      const input = list
        ? h(
            "select",
            { onchange: (event) => set(name, event.target.value) },
            h("option", { value: "" }, t("switch.preset")),
            list.map((value) => h("option", { value, selected: this.switches[name] === value }, valueName(value))),
          )
        : h("input", {
            type: "number",
            min: kind.least,
            max: kind.most,
            placeholder: `${kind.least}–${kind.most}`,
            value: this.switches[name] ?? "",
            onchange: (event) => set(name, event.target.value.trim()),
          });
      return h(
        "label",
        { class: "field", title: switchAbout(this.game.name, name, about) },
        h("span", {}, switchName(this.game.name, name)),
        input,
      );
    };
    const open = Object.keys(this.switches).length > 0;
    return h(
      "details",
      { class: "switches", ...(open && { open: true }) },
      h("summary", {}, t("lobby.switches")),
      h("div", { class: "switch-grid" }, this.game.switches.map(field)),
    );
  }

  /** The characters at the seats. */
  company() {
    const named = (seat) => this.game.rivals.filter(({ name }) => seat.kind === "rival" && name === seat.rival);
    return this.seats.flatMap(named);
  }

  /** Whom one would meet, in a few words: "against Pip, Momo, Bram · Easy". */
  against() {
    const names = [...new Set(this.company().map(({ name }) => rivalName(name)))];
    if (names.length > 0) {
      const level = this.seats.some(({ fits }) => fits) ? ` · ${levelWord(this.game, rung(this.game))}` : "";
      return t("lobby.against", { who: names.join(t("list.comma")) }) + level;
    }
    const machines = this.seats.filter(({ kind }) => kind === "player");
    if (machines.length === 0) return "";
    const alike = machines.every(({ player }) => player === machines[0].player);
    const share = shareOf(machines[0], this.able(), this.rules());
    const words = [alike ? playerName(machines[0].player) : t("seats.various"), share !== null && strengthWord(share)];
    return t("lobby.against", { who: words.filter(Boolean).join(t("list.comma")) });
  }

  async start() {
    const { game } = this;
    const rules = this.rules();
    const name = setting("name") || t("guest");
    const seats = this.seats.map((seat) => wire(seat, game, rules, name));
    change("setups", {
      ...setting("setups"),
      [game.name]: {
        preset: this.preset,
        switches: this.switches,
        series: this.series,
        company: this.seats.map((seat) => (seat.kind === "open" || seat.kind === "learner" ? usual(this.able(), 2, rules)[1] : seat)),
      },
    });
    const move_seconds = seats.some(({ kind }) => kind === "open") ? this.clock : 0;
    // Where nobody said how strong the opponents are, the next game goes by how this one went.
    const fits = this.seats.every((seat) => seat.kind === "person" || (seat.kind === "rival" && seat.fits));
    await openTable({ game: game.name, rules, seats, series: Boolean(this.series), move_seconds }, { fits });
  }
}
