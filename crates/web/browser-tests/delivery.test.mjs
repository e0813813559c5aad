// How the page comes: few files, compressed, kept; and what is shown where there is nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { house } from "./kit.mjs";

const here = house();

test("the first screen takes at most ten requests and 150 kilobytes, and a second visit hardly any", async () => {
  const page = await here.visit();
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  let requests = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  /** What a visit takes, from another page of the house. */
  const visit = async (prepare) => {
    await page.goto(`${here.address}missing.html`);
    await page.waitForLoadState("networkidle");
    await prepare();
    [bytes, requests] = [0, 0];
    await page.goto(here.address);
    await page.waitForSelector(".game-tile");
    await page.waitForLoadState("networkidle");
    return { bytes, requests };
  };
  const first = await visit(() => client.send("Network.clearBrowserCache"));
  assert.ok(first.requests <= 10, `${first.requests} requests`);
  assert.ok(first.bytes < 150_000, `${first.bytes} bytes`);
  const again = await visit(async () => {});
  assert.ok(again.bytes < first.bytes / 4, `${again.bytes} bytes the second time, after ${first.bytes}`);
  assert.deepEqual(page.faults, []);
});

test("script and style have their contents in their names and are kept for ever", async () => {
  const page = await here.visit();
  const names = await page.evaluate(() => [
    document.querySelector("script[src]").src,
    document.querySelector("link[rel=stylesheet]").href,
  ]);
  for (const name of names) {
    assert.match(name, /\.[0-9a-f]{16}\.(js|css)$/);
    const answer = await fetch(name, { headers: { "accept-encoding": "gzip" } });
    assert.match(answer.headers.get("cache-control"), /immutable/);
    assert.equal(answer.headers.get("content-encoding"), "gzip");
    assert.ok((await answer.text()).length > 10_000);
  }
  const index = await fetch(here.address);
  assert.equal(index.headers.get("cache-control"), "no-cache");
});

test("a wrong address is answered by a page to people and by JSON to programs", async () => {
  const page = await here.visit();
  const answer = await page.goto(`${here.address}no/such/page`);
  assert.equal(answer.status(), 404);
  assert.match(await page.textContent("main"), /does not exist[\s\S]*見つかりません/);
  await page.click("main a[href='/']");
  await page.waitForSelector(".game-tile");
  const told = await fetch(`${here.address}no/such/page`, { headers: { accept: "application/json" } });
  assert.deepEqual([told.status, (await told.json()).error.code], [404, "unknown"]);
});

test("the page can be installed, and a link to it has a preview", async () => {
  const page = await here.visit();
  const manifest = await (await fetch(new URL(await page.getAttribute("link[rel=manifest]", "href"), here.address))).json();
  assert.deepEqual([manifest.short_name, manifest.display, manifest.start_url], ["Kirifuda", "standalone", "/"]);
  for (const { src } of manifest.icons) assert.equal((await fetch(new URL(src, here.address))).status, 200);
  for (const size of [192, 512]) {
    const icon = manifest.icons.find(({ sizes }) => sizes === `${size}x${size}`);
    const file = await fetch(new URL(icon.src, here.address));
    assert.equal(file.headers.get("content-type"), "image/png");
    const bytes = Buffer.from(await file.arrayBuffer());
    // Width and height stand in the first chunk of a PNG.
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [size, size]);
    assert.ok(bytes.length < 20_000, `${bytes.length} bytes`);
  }
  const preview = await page.getAttribute('meta[property="og:image"]', "content");
  assert.equal((await fetch(new URL(preview, here.address))).status, 200);
  for (const property of ["og:title", "og:description"])
    assert.ok((await page.getAttribute(`meta[property="${property}"]`, "content")).length > 5);
});
