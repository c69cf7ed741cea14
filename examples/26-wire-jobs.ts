// All open jobs of a company's board as CSV. From the command line the same is
//   dragline wire run greenhouse.export_jobs_csv --param board=lampen --output .
import { text } from "node:stream/consumers";
import { createFetcher } from "dragline/fetcher";
import { MemoryBlobs } from "dragline/storage/memory";
import { builtInCatalog, createRunner } from "dragline/wire";
import { playBoard } from "./play-board.ts";

// `createFetcher()` asks the real board.
await using fetcher = createFetcher({ transport: playBoard() });
// #region files
const blobs = new MemoryBlobs();
const runner = createRunner({ fetcher, blobs });

const catalog = await builtInCatalog();
const action = catalog.action("greenhouse.export_jobs_csv");
if (action === undefined) throw new Error("the catalog has no such action");

const { signal } = new AbortController();
for (const board of ["lampen", "candles"]) {
  const result = await runner.run(action, { params: { board }, signal });
  if (result.status === "failed") {
    console.log(`${result.error.code}: ${result.error.message}`);
    continue;
  }
  for (const { name, key } of result.files) {
    const file = await blobs.get(key, { signal });
    if (file !== undefined) console.log(`${name}\n${await text(file.body)}`);
  }
}
// #endregion
