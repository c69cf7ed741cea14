import { serveJobs, type JobResult } from "../core/index.ts";
import type { ConversionJob, ConvertedLine } from "./conversion-job.ts";
import { convert } from "./convert.ts";
import { convertLine } from "./json-line.ts";

serveJobs((given, note) => {
  const job = given as ConversionJob;
  if (job.kind === "page") return { result: convert(job.html, job.options) };
  if (job.kind === "line") return lineResult(convertLine(job, job.options, note));
  return (async () => {
    const { extractLine } = await import("./extract-line.ts");
    return lineResult(await extractLine(job, job.options, note));
  })();
});

function lineResult(result: ConvertedLine): JobResult {
  return { result, transfer: [result.line.buffer] };
}
