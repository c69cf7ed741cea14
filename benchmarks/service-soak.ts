import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { startChild } from "./service-run.ts";

// Mixed load on one service at 70 % of what it can carry, and whether its memory stays flat:
// node --conditions=dragline-source benchmarks/service-soak.ts [MINUTES]
const MINUTES = Number(process.argv[2] ?? 10);
const SHARE = 0.7;
const PROBE_MS = 20_000;
const UNDER_WAY = 48;

using site = await startChild<number>("service-site-server.ts");
using served = await startChild<{ readonly origin: string; readonly key: string }>(
  "service-server.ts",
);
const pages = `http://127.0.0.1:${site.first}`;
const pool = new Pool(served.first.origin, { connections: 64 });
const memory: number[] = [];
const errors = new Map<string, number>();
let number = 0;
served.child.on("message", (bytes: number) => memory.push(bytes / 1e6));

async function call(method: "GET" | "POST", path: string, body?: object) {
  const answer = await pool.request({
    method,
    path: `/v1${path}`,
    headers: { "x-api-key": served.first.key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const document = (await answer.body.json()) as Record<string, unknown>;
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode}`);
  return document;
}

async function follow(path: string, body: object): Promise<void> {
  const { jobId } = await call("POST", path, body);
  for (;;) {
    await pause(50);
    const { status, error } = await call("GET", `${path.replace("/batch", "")}/${String(jobId)}`);
    if (status === "failed") throw new Error(`${path}: ${String(error)}`);
    if (status === "completed") return;
  }
}

/** One piece of the load: mostly scrapes, some of everything else. */
async function piece(): Promise<void> {
  number += 1;
  const kind = number % 50;
  const url = `${pages}/page/${number}`;
  const hook = number % 5 === 0 ? { webhook_url: `${pages}/hook` } : {};
  if (kind === 0) return follow("/crawl", { url, maxPages: 5, ...hook });
  if (kind === 1 || kind === 2) return follow("/map", { url, limit: 20, depth: 1, ...hook });
  if (kind === 3 || kind === 4) {
    const urls = [1, 2, 3, 4, 5].map((step) => `${url}/${step}`);
    return follow("/url-scraper/batch", { urls, formats: ["markdown"], ...hook });
  }
  if (kind < 9) return void (await call("POST", "/url-scraper/scrape", { url }));
  if (kind < 11) return follow("/url-scraper", { url: `${pages}/page/1`, formats: ["markdown"] });
  return follow("/url-scraper", { url, formats: ["markdown", "links"], ...hook });
}

async function counted(): Promise<void> {
  try {
    await piece();
  } catch (error) {
    const text = String(error);
    errors.set(text, (errors.get(text) ?? 0) + 1);
  }
}

async function maximum(): Promise<number> {
  const until = performance.now() + PROBE_MS;
  let finished = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      await counted();
      finished += 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: UNDER_WAY }, worker));
  return (finished * 1000) / (performance.now() - started);
}

async function atRate(perSecond: number, ms: number): Promise<number> {
  const started = performance.now();
  const open = new Set<Promise<void>>();
  let begun = 0;
  while (performance.now() - started < ms) {
    const due = ((performance.now() - started) / 1000) * perSecond;
    while (begun < due && open.size < 500) {
      begun += 1;
      const one: Promise<void> = counted().finally(() => open.delete(one));
      open.add(one);
    }
    await pause(10);
  }
  await Promise.all(open);
  return (begun * 1000) / (performance.now() - started);
}

const most = await maximum();
console.log(`maximum: ${most.toFixed(0)} pieces/s; now ${SHARE * 100} % for ${MINUTES} minutes`);
memory.length = 0;
const rate = await atRate(most * SHARE, MINUTES * 60_000);
const third = Math.floor(memory.length / 3);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const thirds = [0, 1, 2].map((at) => median(memory.slice(at * third, (at + 1) * third)));
console.log(`carried: ${rate.toFixed(0)} pieces/s`);
console.log(`memory by thirds, median MB: ${thirds.map((value) => value.toFixed(0)).join(", ")}`);
console.log(`last third / middle third: ${((thirds[2] ?? 0) / (thirds[1] ?? 1)).toFixed(3)}`);
console.log(`errors: ${errors.size === 0 ? "none" : JSON.stringify([...errors])}`);
await pool.close();
const ended = once(served.child, "exit");
served.child.disconnect();
await ended;
