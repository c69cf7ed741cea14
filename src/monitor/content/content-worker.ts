import { serveJobs } from "../../core/index.ts";
import { runContentJob, type ContentJob } from "./content-job.ts";

serveJobs((job) => ({ result: runContentJob(job as ContentJob) }));
