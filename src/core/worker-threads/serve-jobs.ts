import { parentPort, type Transferable } from "node:worker_threads";
import { packError } from "./carried-error.ts";
import type { ThreadReply } from "./thread-job.ts";

/** What came of a job. */
export interface JobResult {
  readonly result: unknown;
  /** What of the result is given away. */
  readonly transfer?: readonly Transferable[];
}

/**
 * Carries out the jobs of {@link WorkerThreads} in a worker thread, one after another; one that is not
 * over at once is to be the only one with its thread. To be called once, by the module that the thread
 * begins with.
 */
export function serveJobs(
  run: (job: unknown, note: (text: string) => void) => JobResult | Promise<JobResult>,
): void {
  const say = (reply: ThreadReply, transfer: readonly Transferable[] = []): void =>
    parentPort?.postMessage(reply, transfer);
  const serve = async (job: unknown): Promise<void> => {
    try {
      const { result, transfer } = await run(job, (note) => say({ kind: "note", note }));
      say({ kind: "result", result }, transfer);
    } catch (error) {
      say({ kind: "failure", error: packError(error) });
    }
  };
  parentPort?.on("message", (job: unknown) => void serve(job));
  // When the modules have loaded to their end: a thread that is ended before that can crash Node.
  setImmediate(() => say({ kind: "ready" }));
}
