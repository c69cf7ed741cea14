import { serveJobs } from "../../core/index.ts";
import { indexPage } from "./index-page.ts";
import type { PageJob } from "./page-threads.ts";
import { rankPages } from "./rank-pages.ts";

serveJobs((given) => {
  const job = given as PageJob;
  if (job.kind === "read") return { result: indexPage(job.page) };
  return { result: rankPages(job.found, job.limit) };
});
