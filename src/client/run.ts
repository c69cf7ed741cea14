import { checkArgument, checkNumber, deadline, wait, type Clock } from "../core/index.ts";
import type { Calls } from "./api.ts";
import { ClientError } from "./client-error.ts";
import type { CallOptions } from "./call-options.ts";
import { unexpected } from "./read-body.ts";

/** Calls that begin a job, the call that shows it, and how both name it. */
export const runs = {
  submitUrlScraper: ["getUrlScraperJob", "jobId", "id"],
  submitUrlScraperBatch: ["getUrlScraperJob", "jobId", "id"],
  createMap: ["getMap", "jobId", "id"],
  createCrawl: ["getCrawl", "jobId", "id"],
  createWebScraper: ["getWebScraper", "jobId", "id"],
  createAgenticSearch: ["getAgenticSearch", "job_id", "id"],
  createWireTask: ["getWireJob", "job_id", "id"],
  evaluateAiTask: ["getAiTask", "workflow_id", "workflow_id"],
  createAiSearch: ["getAiSearch", "id", "id"],
  submitRequest: ["getRequest", "jobId", "jobId"],
} as const satisfies Partial<Record<keyof Calls, readonly [keyof Calls, string, string]>>;

/** A call that begins a job. */
export type RunName = keyof typeof runs;
/** What the call takes. */
export type RunInput<Name extends RunName> = Parameters<Calls[Name]>[0];
/** The job when it has ended: as the call that shows it has it, or as it was answered at once. */
export type RunOutput<Name extends RunName> =
  | Awaited<ReturnType<Calls[(typeof runs)[Name][0]]>>
  | Exclude<
      Awaited<ReturnType<Calls[Name]>>,
      { readonly status: "pending" | "processing" | "running" }
    >;

/** How a job is waited for. */
export interface WaitOptions extends CallOptions {
  /**
   * How long to wait at most, in milliseconds; the job goes on.
   * @default Infinity
   */
  readonly timeoutMs?: number | undefined;
  /** Is told the job each time that it was asked for. */
  readonly onProgress?: ((job: unknown) => void) | undefined;
}

const running: ReadonlySet<unknown> = new Set(["pending", "queued", "processing", "running"]);

/**
 * Whether a job has ended, however it ended.
 * @throws ClientError `UNEXPECTED_ANSWER` for what is no job
 */
export function hasEnded(job: unknown): boolean {
  if (typeof job === "object" && job !== null) {
    const { status, success }: { status?: unknown; success?: unknown } = job;
    // A task in a browser that was waited for has its success alone.
    if (typeof status === "string" || typeof success === "boolean") return !running.has(status);
  }
  throw unexpected("The answer is no job; is this a Dragline service?");
}

/** The shortest wait between two polls, the first one, and the longest. */
const SHORTEST_MS = 100;
const FIRST_MS = 500;
const LONGEST_MS = 5000;

/**
 * Asks for a job until it has ended: after half a second, then ever less often, up to every 5 s; or
 * when the answer says (`retry_after_ms`).
 * @throws ClientError `TIMEOUT`; what `ask` throws; the signal's reason
 */
export async function untilEnded<Job extends object>(
  { id, ask }: { readonly id: string; readonly ask: (signal: AbortSignal) => Promise<Job> },
  clock: Clock,
  options: WaitOptions,
): Promise<Job> {
  checkArgument("options of a wait", options, "object");
  const { signal, timeoutMs = Infinity, onProgress } = options;
  checkNumber("timeoutMs", timeoutMs, { min: 0 });
  using limit = deadline(clock, timeoutMs, signal);
  try {
    for (let pause = FIRST_MS; ; pause = Math.min(LONGEST_MS, pause * 1.5)) {
      const job = await ask(limit.signal);
      onProgress?.(job);
      if (hasEnded(job)) return job;
      const asked: unknown = Reflect.get(job, "retry_after_ms");
      await wait(
        clock,
        typeof asked === "number" ? Math.max(SHORTEST_MS, asked) : pause,
        limit.signal,
      );
    }
  } catch (error) {
    if (!limit.expired) throw error;
    const message = `The job ${id} did not end within ${timeoutMs} ms; it goes on.`;
    throw new ClientError("TIMEOUT", { message, details: { jobId: id }, cause: error });
  }
}

/**
 * The id under which an answer to a submission names its job.
 * @throws ClientError `UNEXPECTED_ANSWER`
 */
export function idOf(name: RunName, answer: object): string {
  const given = Reflect.get(answer, runs[name][1]) ?? Reflect.get(answer, "id");
  if (typeof given === "string" && given !== "") return given;
  throw unexpected(`The answer to ${name} names no job; is this a Dragline service?`);
}
