import { workerData } from "node:worker_threads";
import { serveJobs } from "../../core/index.ts";
import type { PageToRead } from "./page-reader.ts";
import { createReading } from "./read-page.ts";
import type { ReaderSettings } from "./reader-threads.ts";

const { rules, options } = workerData as ReaderSettings;
const read = createReading(rules, options);

const utf8 = new TextDecoder();

serveJobs((job) => {
  const { bytes, ...page } = job as PageToRead & { readonly bytes?: Uint8Array };
  return { result: read(bytes === undefined ? page : { ...page, text: utf8.decode(bytes) }) };
});
