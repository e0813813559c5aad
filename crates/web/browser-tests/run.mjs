// Checks the types of the page's modules, then runs the browser tests: `KIRIFUDA=path/to/kirifuda node run.mjs [FILE…]`.
// Installs what they need on the first run. Modules are checked that begin with `// @ts-check`, against ../types.
// The browser is CHROMIUM, or a Chromium or Chrome of this machine, or the one that playwright-core brings.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { run as tests } from "node:test";
import { tap } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function run(command, ...options) {
  const { status, error } = spawnSync(command, options, { cwd: here, stdio: "inherit" });
  if (error || status !== 0) {
    console.error(error?.message ?? `${command} ${options.join(" ")} ended with ${status}`);
    process.exit(status || 1);
  }
}

function installed() {
  const folders = (process.env.PATH ?? "").split(":");
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

if (!process.env.KIRIFUDA || !existsSync(process.env.KIRIFUDA)) {
  console.error("KIRIFUDA must be the path of the program: KIRIFUDA=target/release/kirifuda node run.mjs");
  process.exit(2);
}
const needed = ["playwright-core", "typescript"].map((name) => join(here, "node_modules", name));
if (!needed.every((folder) => existsSync(folder))) run("npm", "ci", "--no-audit", "--no-fund");
run(process.execPath, join(here, "node_modules", "typescript", "bin", "tsc"), "--project", here);
process.env.CHROMIUM ||= installed() ?? "";
if (!process.env.CHROMIUM)
  run(process.execPath, join(here, "node_modules", "playwright-core", "cli.js"), "install", "--with-deps", "chromium");

const files = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(here).filter((name) => name.endsWith(".test.mjs"));

/** Runs test files and says which failed. */
async function failing(names) {
  const failed = new Set();
  const events = tests({ files: names.map((name) => resolve(here, name)), concurrency: 2 });
  events.on("test:fail", ({ file, name }) => failed.add(names.find((test) => resolve(here, test) === (file ?? name)) ?? name));
  events.compose(tap).pipe(process.stdout, { end: false });
  await finished(events);
  return [...failed];
}

// A browser on a busy machine may be late. What fails is tried once more, alone, and must pass then.
const failed = await failing(files);
if (failed.length > 0) {
  console.log(`# tried again: ${failed.join(" ")}`);
  const again = await failing(failed);
  console.log(again.length > 0 ? `# failed twice: ${again.join(" ")}` : "# passed when tried again");
  if (again.length > 0) process.exit(1);
}
process.exit(0);
