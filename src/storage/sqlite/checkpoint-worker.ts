import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointReply, CheckpointRequest } from "./checkpoint-thread.ts";
import type { SqliteSettings } from "./sqlite-options.ts";

const { path, synchronous } = workerData as Pick<SqliteSettings, "path" | "synchronous">;
const database = new DatabaseSync(path);
database.exec(`PRAGMA busy_timeout = 0; PRAGMA synchronous = ${synchronous}`);

parentPort?.on("message", (request: CheckpointRequest) => {
  if (request === "close") {
    database.close();
    parentPort?.close();
    return;
  }
  // Copies what it can without anybody having to wait for it.
  database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  const reply: CheckpointReply = "copied";
  parentPort?.postMessage(reply);
});
