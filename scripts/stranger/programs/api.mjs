// What a user of the service does under a prefix, whatever server it is mounted in: `tryApi` is given
// what mounts the service, and prints one line of what it saw.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createClient } from "dragline/client";
import { createService, toNodeUpgrade } from "dragline/service";

const PAGE = "<title>Quay</title><h1>Boats for hire</h1><p>Four seats, from May to October.</p>";

/** Listens on a free port of the loopback interface. */
export async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

/** @param mount gives a server of node:http that serves the service under /web */
export async function tryApi(mount, { withBrowser = true } = {}) {
  const service = createService({}, { allow: ["127.0.0.1"] });
  const server = await mount(service);
  server.on("upgrade", toNodeUpgrade(service, { basePath: "/web" }));
  const base = `${await listen(server)}/web`;
  const { id } = await service.accounts.create();
  const { key } = await service.keys.create(id);
  const stop = new AbortController();
  void service.run({ signal: stop.signal });
  await tryCalls(base, key, withBrowser);
  // Hosts keep connections open: the process ends with its work.
  process.exit(0);
}

/** The calls themselves, to a service that listens. */
export async function tryCalls(base, key, withBrowser = true) {
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(PAGE);
  });
  const url = `${await listen(site)}/`;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const seen = [];
  const ask = async (path, init) => await fetch(`${base}/v1${path}`, { headers, ...init });

  assert.equal((await ask("/health")).status, 200);
  assert.equal((await ask("/docs")).status, 200);
  const head = await ask("/credits", { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  const options = await ask("/credits", { method: "OPTIONS" });
  assert.match(options.headers.get("allow"), /GET, HEAD/);
  const body = JSON.stringify({ url, formats: ["markdown", "screenshot"].slice(0, 1) });
  const answer = await ask("/url-scraper/scrape", { method: "POST", body });
  const job = await answer.json();
  assert.equal(job.status, "completed", JSON.stringify(job));
  assert.match(job.markdown, /^# Boats for hire/);
  seen.push("scrape");
  const client = createClient({ url: base, key });
  assert.match((await client.scrape({ url, formats: ["markdown"] })).markdown, /^# Boats for hire/);
  for await (const { status } of client.each("listJobs")) assert.equal(status, "completed");
  seen.push("client");
  const nothing = await ask("/nothing");
  assert.equal((await nothing.json()).error, "not_found");
  if (withBrowser) seen.push(await tryBrowser(base, key, url));
  site.close();
  console.log(seen.join(", "));
}

async function tryBrowser(base, key, url) {
  const { default: puppeteer } = await import("puppeteer-core");
  const browserWSEndpoint = `${base.replace("http", "ws")}/v1/browser-connect?api_key=${key}`;
  const browser = await puppeteer.connect({ browserWSEndpoint });
  const page = await browser.newPage();
  await page.goto(url);
  assert.equal(await page.title(), "Quay");
  await browser.close();
  return "puppeteer";
}
