// The real worker, but for pages that ask for trouble.
import { parentPort } from "node:worker_threads";
import type { MakerJob } from "../../../src/scraper/run/maker-threads.ts";

parentPort?.on("message", ({ page: { text } }: MakerJob) => {
  if (text.includes("CRASH")) process.exit(3);
  if (text.includes("HANG")) for (;;);
});

await import("../../../src/scraper/run/maker-worker.ts");
