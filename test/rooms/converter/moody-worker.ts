// The real worker, but for pages that ask for trouble.
import { parentPort } from "node:worker_threads";
import type { ConversionJob } from "../../../src/converter/conversion-job.ts";

parentPort?.on("message", (job: ConversionJob) => {
  const given = job.kind === "page" ? job.html : job.line;
  const bytes = typeof given === "object" && "id" in given ? given.html : given;
  const text = typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
  if (text.includes("CRASH")) process.exit(3);
  // The id of a line is said first, as the real worker does.
  const id = /"id":(\d+)/.exec(text)?.[1];
  if (text.includes("HANG")) {
    if (id !== undefined) parentPort?.postMessage({ kind: "note", note: id });
    for (;;);
  }
});

await import("../../../src/converter/conversion-worker.ts");
