import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../core/index.ts";
import type { CheckpointReply, CheckpointRequest } from "./checkpoint-thread.ts";
import type { SqliteSettings } from "./sqlite-options.ts";

/** Milliseconds until the log is tried to be emptied again, doubled from the first to the last. */
const FIRST_RETRY = 50;
const LAST_RETRY = 800;

const { path, synchronous } = workerData as Pick<SqliteSettings, "path" | "synchronous">;
const database = new DatabaseSync(path);
database.exec(`PRAGMA busy_timeout = 0; PRAGMA synchronous = ${synchronous}`);
let cancelRetry = (): void => {};

parentPort?.on("message", (request: CheckpointRequest) => {
  if (request === "close") {
    cancelRetry();
    database.close();
    parentPort?.close();
    return;
  }
  if (request === "empty") {
    cancelRetry();
    empty(FIRST_RETRY);
    return;
  }
  // Copies what it can without anybody having to wait for it.
  checkpoint("PASSIVE");
  const reply: CheckpointReply = "copied";
  parentPort?.postMessage(reply);
});

/** Most is copied before, so that those who write are held up for a moment only. */
function empty(pause: number): void {
  if (checkpoint("PASSIVE") && checkpoint("TRUNCATE")) return;
  cancelRetry = systemClock.timer(pause, () => empty(Math.min(pause * 2, LAST_RETRY)));
}

/** Gives whether it came to its end. */
function checkpoint(mode: "PASSIVE" | "TRUNCATE"): boolean {
  try {
    return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.["busy"] === 0;
  } catch {
    // A full disk, or one that failed: it may be better the next time.
    return false;
  }
}
