// What all browser tests share: a server of their own, a browser, and hands to play with.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const START = 30_000; // milliseconds in which the server must be there
const MOVE = Number(process.env.PATIENCE_MS || 20_000); // milliseconds that anything at the table may take

/** A server on a free port with a database of its own; `options`: more of its command line. */
export async function serve(database, options = []) {
  const folder = database ? null : await mkdtemp(join(tmpdir(), "kirifuda-browser-"));
  const file = database ?? join(folder, "table.sqlite");
  const child = spawn(resolve(process.env.KIRIFUDA), ["play", "--no-browser", "--port", "0", "--database", file, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((found, fail) => {
    let text = "";
    const late = setTimeout(() => fail(new Error(`the server did not start: ${text}`)), START);
    child.on("exit", (code) => fail(new Error(`the server ended with ${code}: ${text}`)));
    child.stdout.on("data", (part) => {
      text += part;
      const match = text.match(/https?:\/\/\S+/);
      if (!match) return;
      clearTimeout(late);
      found(match[0].replace(/#.*$/, ""));
    });
  });
  return {
    address,
    file,
    async stop(signal = "SIGTERM") {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill(signal);
      await ended;
      if (folder && signal !== "SIGKILL") await rm(folder, { recursive: true, force: true });
    },
  };
}

const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: ["--no-sandbox", "--disable-gpu"] });

/** A server and a browser for all tests of a file, there as soon as its first test begins. */
export function house() {
  let server;
  let browser;
  before(async () => {
    [server, browser] = await Promise.all([serve(), launch()]);
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return {
    get address() {
      return server.address;
    },
    /** A page of a new visitor, of this server or of another one. */
    visit: (options, address = server.address) => visit(browser, address, options),
  };
}

/** A page of a new visitor. What goes wrong in it is kept in `page.faults`. */
async function visit(browser, address, { width = 1280, height = 800, settings = {}, touch = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: touch,
    reducedMotion: "reduce",
    locale: "en-GB",
    ...options,
  });
  await context.addInitScript(
    (likes) => {
      if (!localStorage.getItem("kirifuda.settings")) localStorage.setItem("kirifuda.settings", JSON.stringify(likes));
    },
    { pace: 0, language: "en", guided: { hearts: true, daifugo: true, monsters: true }, ...settings },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(MOVE);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on(
    "request",
    (request) => new URL(request.url()).host !== new URL(address).host && page.faults.push(`asked ${request.url()}`),
  );
  await page.goto(address);
  await page.waitForSelector(".game-tile");
  return page;
}

/** Sits down at a new table of a game, by one press, or after what `prepare` changes. */
export async function sit(page, game, prepare = null) {
  if (prepare) {
    await page.click(`[data-customise="${game}"]`);
    await prepare(page);
    await page.click("[data-key=start]");
  } else await page.click(`[data-play="${game}"]`);
  await page.waitForSelector(".table .plate, .table .choice-board, .table .arena");
}

const visible = (page, selector) => page.locator(selector).first().isVisible();

/** Plays until the deal is over, by clicking; `see(turn)` may look at every own turn. */
export async function playDeal(page, game, see = async () => {}) {
  for (let turn = 0; turn < 400; turn++) {
    await page.waitForSelector(`.result, ${MINE[game]}`);
    if (await visible(page, ".result")) return turn;
    await see(turn);
    await MOVES[game](page);
  }
  throw new Error("the deal does not end");
}

/** Asks for the next deal and waits until it has begun: the result of the last one stays until then. */
export async function nextDeal(page) {
  await page.click("[data-key=next]");
  await page.waitForSelector(".result", { state: "detached" });
}

/** What is there to press when it is the own turn. */
const MINE = {
  hearts: ".hand .card.playable",
  "plain-tricks": ".hand .card.playable",
  "oh-hell": ".hand .card.playable, .actions .bid:enabled",
  spades: ".hand .card.playable, .actions .bid:enabled",
  daifugo: ".actions button",
  monsters: ".options button:enabled:not(.refused), .monster-card:enabled",
};

const MOVES = { hearts: trick, "plain-tricks": trick, "oh-hell": contract, spades: contract, daifugo: meld, monsters: battle };

async function trick(page) {
  const before = await page.locator(".hand .card").count();
  if (await visible(page, "[data-key=pass-cards]")) {
    for (let card = 0; card < 3; card++) await page.locator(".hand .card.playable:not(.chosen)").first().click();
    await page.click("[data-key=pass-cards]");
    await page.waitForSelector("[data-key=pass-cards]", { state: "detached" });
    return;
  }
  await page.locator(".hand .card.playable").first().click();
  await page.waitForFunction(
    (count) => document.querySelectorAll(".hand:not([hidden]) .card").length !== count || document.querySelector(".result"),
    before,
  );
}

/** A bid in the middle of those that are allowed, then cards. */
async function contract(page) {
  const bids = page.locator(".actions .bid:enabled:not(.refused)");
  const many = await bids.count();
  if (many === 0) return trick(page);
  const version = await turns(page);
  await bids.nth(Math.floor(many / 3)).click();
  await moved(page, version);
}

async function meld(page) {
  const version = await turns(page);
  const play = page.locator("[data-key=play]");
  for (
    let card = 0;
    card < 6 && (await visible(page, ".hand .card.playable:not(.chosen)")) && (await disabled(play));
    card++
  ) {
    await press(page, ".hand .card.playable:not(.chosen)", version);
  }
  await press(page, (await play.isEnabled({ timeout: 1_000 }).catch(() => false)) ? "[data-key=play]" : "[data-key=pass]", version);
  if (await visible(page, "dialog[open] .dialog-body .button"))
    await page.locator("dialog[open] .dialog-body .button").first().click();
  await moved(page, version);
}

async function battle(page) {
  const version = await turns(page);
  if (await visible(page, ".monster-card")) {
    for (const choice of [0, 4, 7]) await page.locator(".monster-card").nth(choice).click();
    await page.click("[data-key=team]");
    await page.waitForSelector(".monster-card", { state: "detached" });
    return;
  }
  await page.locator(".options button:enabled:not(.refused)").first().click();
  await moved(page, version);
}

/** Whether a button is there and cannot be pressed. */
const disabled = async (button) => (await button.count()) > 0 && button.isDisabled({ timeout: 1_000 }).catch(() => false);

/** Presses, unless the table has gone on by itself meanwhile: a forced pass is made without the player. */
async function press(page, selector, version) {
  for (let attempt = 0; attempt < 20; attempt++) {
    if ((await turns(page)) !== version) return;
    const pressed = await page
      .locator(selector)
      .first()
      .click({ timeout: 1_000 })
      .then(() => true)
      .catch(() => false);
    if (pressed) return;
  }
  throw new Error(`${selector} cannot be pressed`);
}

/** A number that changes with every state that is shown. */
const turns = (page) => page.locator(".table").getAttribute("data-version");

async function moved(page, version) {
  await page.waitForFunction((old) => document.querySelector(".table")?.dataset.version !== old, version);
}
