import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { EnsuredRecords, type Records } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { SqliteRecords } from "dragline/storage/sqlite";
import { FakeClock, FakeIds } from "dragline/testing";
import { createRecordingStore } from "../../../src/cdp-proxy/index.ts";
import { RecordingLedger } from "../../../src/cdp-proxy/recording/recording-ledger.ts";
import { recordingRows } from "../../../src/cdp-proxy/recording/recording-rows.ts";

/** A call that nobody cancels. */
export const call = Object.freeze({ signal: new AbortController().signal });

/** The adapters that recordings are kept in. */
export const recordStores: readonly (readonly [string, () => Promise<Records>])[] = [
  ["MemoryRecords", async () => new MemoryRecords()],
  [
    "SqliteRecords",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "dragline-test-recordings-"));
      const records = new SqliteRecords({}, { path: join(folder, "records.sqlite") });
      onTestFinished(async () => {
        await records.close();
        await rm(folder, { recursive: true });
      });
      return records;
    },
  ],
];

/** A store and a ledger of the same records, with a clock that stands still. */
export async function storeSubject(records: Records) {
  const clock = new FakeClock();
  const blobs = new MemoryBlobs({ clock });
  const ids = new FakeIds();
  const ensured = new EnsuredRecords(records, [recordingRows]);
  return {
    clock,
    blobs,
    ledger: new RecordingLedger({ records: ensured, clock, ids }),
    store: createRecordingStore({ records, blobs, clock }),
  };
}
