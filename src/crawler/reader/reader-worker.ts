import { workerData } from "node:worker_threads";
import { serveJobs } from "../../core/index.ts";
import { createReading } from "./read-page.ts";
import type { ReaderSettings } from "./reader-threads.ts";

const { rules, options } = workerData as ReaderSettings;
const read = createReading(rules, options);

const utf8 = new TextDecoder();

serveJobs((job) => {
  const { url, text, bytes } = job as { url: string; text: string; bytes?: Uint8Array };
  return { result: read({ url, text: bytes === undefined ? text : utf8.decode(bytes) }) };
});
