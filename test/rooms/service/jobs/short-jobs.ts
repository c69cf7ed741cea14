import { onTestFinished } from "vitest";
import { FakeClock } from "dragline/testing";
import type { JobRow } from "../../../../src/service/jobs/collections.ts";
import type { Job, JobOutcome, JobRun } from "../../../../src/service/jobs/job.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, makeRig, newJob, type RigParts } from "./jobs-rig.ts";

const done: JobOutcome = { status: "completed", result: "{}", credits: 1 };

/** A run that the test ends. */
interface Gate {
  readonly id: string;
  end(outcome?: JobOutcome): void;
}

/** A process that runs short jobs, two at a time; each waits for the test. */
export async function makeProcess(parts: RigParts = {}) {
  const [queue, clock] = [new HandQueue(), new FakeClock()];
  const gates: Gate[] = [];
  const run = ({ id }: Job, { signal }: JobRun): Promise<JobOutcome> =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      gates.push({ id, end: (outcome = done) => resolve(outcome) });
    });
  const kind = { start: "soon" as const, concurrency: 2, run };
  const rig = await makeRig({ queue, clock, ...parts, kind: { ...kind, ...parts.kind } });
  const stop = rig.start(1000);
  onTestFinished(() => {
    for (const gate of gates) gate.end();
    // What begins only now, as others end.
    gates.push = (...late) => {
      for (const gate of late) gate.end();
      return 0;
    };
  });
  const submit = (): Promise<Job> => rig.jobs.submit(newJob(rig.account), call);
  const statusOf = async ({ id }: Job) => (await rig.row(id)).status;
  const row = (id: string): Promise<JobRow> => rig.row(id);
  return { ...rig, row, queue, clock, gates, stop, submit, statusOf };
}

/** A process whose two places are taken. */
export async function makeFull() {
  const made = await makeProcess();
  const running = [await made.submit(), await made.submit()] as const;
  return { ...made, running };
}

/** The id of a job. */
export function toId({ id }: Job): string {
  return id;
}
