import { serveJobs } from "../../core/index.ts";
import { makePage } from "./made-page.ts";
import type { MakerJob } from "./maker-threads.ts";
import { readDocument } from "../readers/read-page.ts";

serveJobs((job) => {
  const { page, wish } = job as MakerJob;
  const read = readDocument({ page, kind: "html", document: { html: page.text } });
  return { result: makePage(read, wish) };
});
