import { serveJobs, type JobResult } from "../core/index.ts";
import type { ConversionJob, MadeLine, LineJob, PageJob } from "./conversion-job.ts";
import { convert } from "./convert.ts";
import { convertLine } from "./json-line.ts";
import { readHtml } from "./read-html.ts";

serveJobs((given, note) => {
  const job = given as ConversionJob;
  return job.kind === "page" ? convertPage(job) : answerLine(job, note);
});

async function convertPage({ html, contentType, options }: PageJob): Promise<JobResult> {
  if (typeof html === "string") return { result: convert(html, options) };
  const read = await readHtml(html, contentType);
  const result = convert(read.html, options);
  return { result: read.malformed ? { ...result, warnings: ["malformed"] } : result };
}

async function answerLine(job: LineJob, note: (text: string) => void): Promise<JobResult> {
  if (job.kind === "line") return lineResult(await convertLine(job, job.options, note));
  const { extractLine } = await import("./extract-line.ts");
  return lineResult(await extractLine(job, job.options, note));
}

function lineResult(result: MadeLine): JobResult {
  return { result, transfer: [result.line.buffer] };
}
