import type { ListedJob } from "../client/index.ts";
import { deadline, neverAborts, wait } from "../core/index.ts";
import { isOver } from "./readings/job-reading.ts";
import type { ToolCall } from "./tools/tool.ts";

/** The first wait between two looks at a job, how it grows, and the longest; milliseconds. */
const FIRST_MS = 25;
const GROWTH = 1.5;
const LONGEST_MS = 2000;

/**
 * Waits for a job, and tells how far it is: until it has ended, or for as long as one call may wait.
 * The job goes on when the call is cancelled.
 * @throws ClientError; the signal's reason
 */
export async function waitForJob(id: string, call: ToolCall): Promise<void> {
  const { client, clock, signal, waitMs } = call;
  using limit = deadline(clock, waitMs, signal);
  for (let pause = FIRST_MS; ; pause = Math.min(LONGEST_MS, pause * GROWTH)) {
    const job = await client.getJob({ id }, { signal });
    call.tell(progressOf(job));
    if (isOver(job) || limit.remaining() <= 0) return;
    await wait(clock, Math.min(pause, limit.remaining()), signal);
  }
}

/**
 * Begins a job and waits for it; it is stopped, where that can be done, when the call is cancelled.
 * Beginning is not interrupted: a job whose id is not known could not be stopped.
 * @throws ClientError; the signal's reason
 */
export async function runJob(
  begin: (uncancelled: { readonly signal: AbortSignal }) => Promise<string>,
  call: ToolCall,
): Promise<string> {
  call.signal.throwIfAborted();
  const id = await begin({ signal: neverAborts() });
  try {
    await waitForJob(id, call);
  } catch (error) {
    if (call.signal.aborted) await call.stop(id);
    throw error;
  }
  return id;
}

function progressOf({ status, jobType, unitsTotal, unitsCompleted }: ListedJob) {
  const isCounted = unitsTotal > 0;
  return {
    done: unitsCompleted,
    total: isCounted ? unitsTotal : undefined,
    message: isCounted
      ? `${jobType}: ${unitsCompleted} of ${unitsTotal} pages`
      : `${jobType}: ${status}`,
  };
}
