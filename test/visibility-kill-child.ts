import { systemClock } from "dragline";
import { createService } from "dragline/service";
import type { Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { SqliteRecords } from "dragline/storage/sqlite";
import { blobUrls } from "./service-kill-plan.ts";
import { LedgerEngine } from "./visibility-kill-engine.ts";

// A process of the service that asks engines, or retries one, and kills itself before or after one of
// the writes that this takes; it tells its parent when there are no more of them.

const [folder = "", key = "", work = "", write = "", side = ""] = process.argv.slice(2);
let left = Number(write);

/** Whoever is asked in steps that move a search, its sources or its money. */
function watched(records: Records): Records {
  const dying = async <Result>(make: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    const isNow = left === 0;
    if (isNow && side === "before") process.kill(process.pid, "SIGKILL");
    const done = await make();
    if (isNow) process.kill(process.pid, "SIGKILL");
    return done;
  };
  return {
    ensure: (...args) => records.ensure(...args),
    insert: (...args) => dying(() => records.insert(...args)),
    find: (...args) => records.find(...args),
    count: (...args) => records.count(...args),
    tally: (...args) => records.tally(...args),
    update: (...args) => dying(() => records.update(...args)),
    remove: (...args) => records.remove(...args),
    atomic: (...args) => dying(() => records.atomic(...args)),
    close: () => records.close(),
  };
}

const store = new SqliteRecords({}, { path: `${folder}/store` });
const blobs = new FsBlobs({}, { folder: `${folder}/blobs`, ...blobUrls });
const answerEngines = ["acme", "beta"].map((slug) => new LedgerEngine(slug, folder));
const service = createService(
  { records: watched(store), blobs, answerEngines, clock: systemClock },
  { inlineBytes: 10, limits: { "*": Infinity } },
);
const headers = { "x-api-key": key, "content-type": "application/json" };
const call = async (path: string, body?: object): Promise<{ readonly status: string }> => {
  const init = body && { method: "POST", body: JSON.stringify(body) };
  const url = `http://service.test/v1/ai-visibility${path}`;
  const response = await service.fetch(new Request(url, { headers, ...init }));
  return (await response.json()) as { readonly status: string };
};
if (work === "search") {
  const { id } = (await call("/search", { query: "Which?" })) as unknown as { readonly id: string };
  while ((await call(`/search/${id}`)).status === "running") await new Promise(setImmediate);
} else await call(`/search/${work}/retry`, { source: "acme" });
process.send?.("over");
process.disconnect();
await service[Symbol.asyncDispose]();
await store.close();
