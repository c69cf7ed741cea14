import { serveJobs } from "../core/index.ts";
import type { ConversionJob } from "./conversion-job.ts";
import { convert } from "./convert.ts";
import { convertLine } from "./json-line.ts";

serveJobs((given, note) => {
  const job = given as ConversionJob;
  if (job.kind === "page") return { result: convert(job.html, job.options) };
  const result = convertLine(job, note);
  return { result, transfer: [result.line.buffer] };
});
