import { serveJobs } from "../core/index.ts";
import type { DiffJob } from "./diff-job.ts";
import { diffJson } from "./diff-json.ts";
import { diffText } from "./diff-text.ts";

serveJobs((given) => {
  const job = given as DiffJob;
  if (job.kind === "text") return { result: diffText(job.before, job.after, job.options) };
  return { result: diffJson(job.before, job.after, job.options) };
});
