import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { table } from "./table.ts";

// One worker process and two on one crawl, on Postgres, of pages that take 20 ms to serve:
// node --conditions=dragline-source benchmarks/crawl-workers.ts [PAGES] [ROUNDS]
const PAGES = Number(process.argv[2] ?? 9_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const MAX_PAGES = Math.floor(PAGES * 0.9);
const COST_MS = 20;
const connectionString = process.env["DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";

const body = "<p>Twenty milliseconds of thinking went into this page.</p>".repeat(200);
let asked = 0;
const server = createServer(({ url = "/" }, response) => {
  if (url === "/robots.txt") {
    response.writeHead(404).end();
    return;
  }
  asked += 1;
  const number = Number(url.slice(1));
  const links = Array.from({ length: 60 }, (_, step) => (number * 7 + step * 13 + 1) % PAGES);
  const anchors = links.map((link) => `<a href="/${link}">to</a>`).join("");
  setTimeout(() => {
    response.setHeader("content-type", "text/html");
    response.end(`${anchors}${body}`);
  }, COST_MS);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const seed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/0`;

/** Milliseconds from when all workers are ready until all have ended. */
async function crawl(workers: number): Promise<number> {
  const schema = `bench_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const script = join(import.meta.dirname, "crawl-worker.ts");
  const argv = [connectionString, schema, seed, `${MAX_PAGES}`];
  const children = Array.from({ length: workers }, () =>
    fork(script, argv, {
      execArgv: ["--conditions=dragline-source"],
      stdio: ["ignore", 2, 2, "ipc"],
    }),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  asked = 0;
  const started = performance.now();
  const counts = await Promise.all(children.map(work));
  const ms = performance.now() - started;
  const pages = counts.reduce((sum, count) => sum + count, 0);
  if (pages !== MAX_PAGES || asked !== MAX_PAGES) {
    throw new Error(`${pages} pages came of ${MAX_PAGES}, ${asked} were asked for`);
  }
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  await client.end();
  return ms;
}

/** Lets a worker crawl; gives the pages that it had. */
async function work(child: ChildProcess): Promise<number> {
  child.send("go");
  const [pages] = (await once(child, "message")) as [number];
  if (child.exitCode === null) await once(child, "exit");
  return pages;
}

const rounds: number[][] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const order = round % 2 === 0 ? [1, 2] : [2, 1];
  const ms: number[] = [];
  for (const workers of order) ms[workers] = await crawl(workers);
  rounds.push([ms[1] ?? 0, ms[2] ?? 0]);
}
server.close();
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const rates = [0, 1].map((index) =>
  rounds.map((round) => (MAX_PAGES * 1_000) / (round[index] ?? 1)),
);
console.log(
  table([
    ["workers", "pages/s"],
    ...rates.map((values, index) => [`${index + 1}`, median(values).toFixed(0)]),
  ]),
);
const ratios = rounds.map(([one = 0, two = 1]) => one / two);
console.log(
  `two/one: ${median(ratios).toFixed(2)} x (${ratios.map((it) => it.toFixed(2)).join(", ")})`,
);
