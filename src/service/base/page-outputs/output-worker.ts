import type { MessagePort } from "node:worker_threads";
import { SchemaJudge } from "../../../ai/index.ts";
import { serveJobs, systemClock, systemIds } from "../../../core/index.ts";
import { learnFrom, type Sample } from "./learn-from.ts";
import { makeOutputs, type OutputTask } from "./make-outputs.ts";
import type { OutputSchema } from "./lacking.ts";
import { modelBehind, type ModelFacts } from "./thread-model.ts";

/** What an output thread is asked for. */
export type OutputJob =
  | {
      readonly kind: "make";
      readonly task: OutputTask;
      /** The model of the caller's thread, and the way to it. */
      readonly model: { readonly facts: ModelFacts; readonly port: MessagePort } | undefined;
    }
  | { readonly kind: "learn"; readonly samples: readonly Sample[]; readonly schema: OutputSchema };

const parts = { judge: new SchemaJudge(systemClock), clock: systemClock, ids: systemIds };
/** The thread is ended when its job is cancelled. */
const { signal } = new AbortController();

serveJobs(async (given) => {
  const job = given as OutputJob;
  if (job.kind === "learn") return { result: learnFrom(job.samples, job.schema) };
  const { task } = job;
  const model = job.model && modelBehind(job.model.facts, job.model.port);
  try {
    return { result: await makeOutputs({ ...parts, model }, task, signal) };
  } finally {
    job.model?.port.close();
  }
});
