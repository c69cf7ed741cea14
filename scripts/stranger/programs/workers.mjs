// Two processes with the API and two that work, on one Postgres and one Redis; a worker is killed
// while it has jobs, and all jobs end.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { Redis } from "ioredis";
import pg from "pg";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { createRedisRateLimiter } from "dragline/rate-limiter/redis";
import { createService, toNodeHandler } from "dragline/service";
import { createPostgresRecords } from "dragline/storage/postgres";
import { FsBlobs } from "dragline/storage/fs";
import { listen } from "./api.mjs";

const { DATABASE_URL: connectionString, REDIS_URL: url } = process.env;
const [role = "main", name = `stranger_${process.pid}`] = process.argv.slice(2);

if (role === "main") await main();
else await serve();

async function serve() {
  const records = await createPostgresRecords({}, { connectionString, schema: name });
  const queue = await createBullmqQueue({}, { url, prefix: name });
  const limiter = await createRedisRateLimiter({}, { url, prefix: name });
  const blobs = new FsBlobs(
    {},
    {
      folder: "blobs",
      baseUrl: "http://127.0.0.1/",
      secrets: ["a secret of the trial, and of no other"],
    },
  );
  const service = createService(
    { records, queue, limiter, blobs },
    { allow: ["127.0.0.1"], concurrency: 4 },
  );
  if (role === "api") {
    process.send({ base: await listen(createServer(toNodeHandler(service))) });
    if (process.argv[4] === "first") {
      const { id } = await service.accounts.create();
      const { key } = await service.keys.create(id);
      process.send({ key });
    }
    return;
  }
  void service.run({ signal: new AbortController().signal });
  process.send({ runs: true });
}

async function main() {
  const children = [];
  const start = async (...args) => {
    const child = fork(import.meta.filename, [args[0], name, ...args.slice(1)]);
    children.push(child);
    const [message] = await once(child, "message");
    return { child, ...message };
  };
  try {
    const first = await start("api", "first");
    const [{ key }] = await once(first.child, "message");
    const second = await start("api");
    const workers = [await start("worker"), await start("worker")];
    await work({ bases: [first.base, second.base], key, workers });
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await forget();
  }
  process.exit(0);
}

async function work({ bases, key, workers }) {
  const asked = Promise.withResolvers();
  const waiting = [];
  let isOpen = false;
  // Holds what comes until the worker is dead.
  const site = createServer((_, response) => {
    const answer = () => {
      response.setHeader("content-type", "text/html");
      response.end("<h1>Slow</h1>");
    };
    if (isOpen) answer();
    else if (waiting.push(answer) === 8) asked.resolve();
  });
  const url = await listen(site);
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const ids = [];
  for (let at = 0; at < 8; at += 1) {
    const body = JSON.stringify({ url: `${url}/${at}`, formats: ["markdown"] });
    const answer = await fetch(`${bases[at % 2]}/v1/url-scraper`, {
      method: "POST",
      headers,
      body,
    });
    ids.push((await answer.json()).jobId);
  }
  await asked.promise;
  workers[0].child.kill("SIGKILL");
  await once(workers[0].child, "exit");
  const killed = performance.now();
  isOpen = true;
  for (const answer of waiting) answer();
  for (const [at, id] of ids.entries()) {
    // From the other process than it was given to.
    const job = await settled(`${bases[(at + 1) % 2]}/v1/url-scraper/${id}`, headers);
    assert.equal(job.status, "completed", JSON.stringify(job));
  }
  const credits = await (await fetch(`${bases[0]}/v1/credits`, { headers })).json();
  assert.equal(credits.used, ids.length);
  const seconds = Math.round((performance.now() - killed) / 1000);
  console.log(`${ids.length} jobs, each paid once; the last one ${seconds} s after the kill`);
}

async function settled(url, headers) {
  for (;;) {
    const job = await (await fetch(url, { headers })).json();
    if (job.status === "completed" || job.status === "failed") return job;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Takes away what the trial has stored. */
async function forget() {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(name)} CASCADE`);
  await client.end();
  const redis = new Redis(url);
  const keys = await redis.keys(`*${name}*`);
  if (keys.length > 0) await redis.del(...keys);
  await redis.quit();
}
