import { appendFileSync } from "node:fs";
import { systemClock } from "dragline";
import type { SearchProvider } from "dragline/search";
import { createService } from "dragline/service";
import type { Records, Row } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { SqliteRecords } from "dragline/storage/sqlite";
import { journalRows } from "../src/service/slices/agentic-search/journal-collection.ts";
import { blobUrls } from "./service-kill-plan.ts";
import type { ResearchLife } from "./research-kill-plan.ts";

// One life of a process that researches: it goes on with what is there, then submits a research or a
// search of its own, and dies at the point that it is told.

const life = JSON.parse(process.argv[2] ?? "") as ResearchLife;
type JournalRow = Row<typeof journalRows>;

const call = { signal: new AbortController().signal };
const die = (): boolean => process.kill(process.pid, "SIGKILL");
let own = "";
let entries = 0;

/** Dies before or behind an entry of the own research's journal; says which pages were kept. */
function watched(records: Records): Records {
  const atomic: Records["atomic"] = async (operations, options) => {
    const rows = operations.flatMap((operation) =>
      operation.collection.name === journalRows.name && "rows" in operation
        ? (operation.rows as readonly JournalRow[])
        : [],
    );
    const isOwn = rows.some(({ job }) => job === own);
    if (isOwn) entries += 1;
    const isDue = isOwn && entries === life.entry;
    if (isDue && life.isBefore) die();
    const outcome = await records.atomic(operations, options);
    for (const { text } of isOwn ? rows : []) {
      const entry = JSON.parse(text ?? "{}") as { readonly kind?: string; readonly url?: string };
      if (entry.kind === "page") appendFileSync(`${life.folder}/kept`, `${entry.url}\n`);
    }
    if (isDue) die();
    return outcome;
  };
  return {
    ensure: (...args) => records.ensure(...args),
    insert: (...args) => records.insert(...args),
    find: (...args) => records.find(...args),
    count: (...args) => records.count(...args),
    tally: (...args) => records.tally(...args),
    update: (...args) => records.update(...args),
    remove: (...args) => records.remove(...args),
    close: () => records.close(),
    atomic,
  };
}

/** Finds the pages of the word that tells a prompt from others; a search that is to be lost ends the process. */
const search: SearchProvider = {
  name: "scripted",
  async search({ query, limit }) {
    const [word = ""] = /(?:after|before|lost)\w*/.exec(query) ?? [];
    if (life.point === "search" && word === life.word) die();
    const results = Array.from({ length: 3 }, (_, index) => ({
      url: `${life.site}/${index}?${word}`,
      title: "Lighthouse",
      snippet: "The lighthouse was built in 1724.",
    }));
    return { results: results.slice(0, limit), notes: [] };
  },
};

const clock = { ...systemClock, now: () => systemClock.now() + life.offset };
const store = new SqliteRecords({}, { path: `${life.folder}/store` });
const records = watched(store);
await using blobs = new FsBlobs({}, { folder: `${life.folder}/blobs`, ...blobUrls });
const options = { allow: ["127.0.0.1"], engine: "http", graceMs: 1000 } as const;
await using service = createService({ records, blobs, search, clock }, options);
const stop = new AbortController();
const running = service.run({ signal: stop.signal });
const accounts = await service.accounts.list();
const account = accounts[0]?.id ?? (await service.accounts.create({ credits: 1000 })).id;
const { key } = await service.keys.create(account);

async function ask(method: string, path: string, json?: object) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const body = json === undefined ? null : JSON.stringify(json);
  const answer = await service.fetch(
    new Request(`http://service/v1${path}`, { method, headers, body }),
  );
  return (await answer.json()) as { readonly [name: string]: unknown };
}

/** Waits until every job that is there is settled. */
async function settleAll(): Promise<void> {
  const { jobRows } = await import("../src/service/jobs/collections.ts");
  const where = { status: { in: ["pending", "queued", "processing"] } };
  while ((await store.count(jobRows, { where }, call)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

await settleAll();
if (life.point === "search") await ask("POST", "/search", { prompt: `lighthouse ${life.word}` });
if (life.point === "research") {
  const prompt = `When was the lighthouse built? ${life.word}`;
  const { jobId } = await ask("POST", "/agentic-search", { prompt, useBrowser: false });
  own = String(jobId);
}
// A research with fewer entries than that ends before its process would die.
await settleAll();
stop.abort();
await running;
await service[Symbol.asyncDispose]();
await store.close();
