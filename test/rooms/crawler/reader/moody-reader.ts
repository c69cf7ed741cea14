// The real worker, but for pages that ask for trouble.
import { parentPort } from "node:worker_threads";
import type { PageToRead } from "../../../../src/crawler/reader/page-reader.ts";

parentPort?.on("message", ({ text }: PageToRead) => {
  if (text.includes("CRASH")) process.exit(3);
  if (text.includes("HANG")) for (;;);
});

await import("../../../../src/crawler/reader/reader-worker.ts");
