// The real worker, but for texts that ask for trouble.
import { parentPort } from "node:worker_threads";
import type { DiffJob } from "../../../src/diff/diff-job.ts";

parentPort?.on("message", (job: DiffJob) => {
  const text = JSON.stringify(job.before).slice(0, 100);
  if (text.includes("CRASH")) process.exit(3);
  if (text.includes("HANG")) {
    parentPort?.postMessage({ kind: "note", note: "hangs" });
    for (;;);
  }
});

await import("../../../src/diff/diff-worker.ts");
