import type { Clock } from "../../../core/index.ts";
import { AccountBound } from "../../base/account-bound.ts";
import { ServiceError } from "../../base/service-error.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { JobBoard } from "../../jobs/board/job-board.ts";
import { listedJob } from "./codec.ts";

/** Milliseconds between two comments, by which proxies and clients see that the stream is alive. */
const COMMENT_MS = 15_000;
/**
 * Milliseconds after which a stream ends: its client comes back, and its key is looked at again.
 */
const LONGEST_MS = 300_000;
/** Milliseconds after which a client whose stream has ended comes back. */
const RETRY_MS = 1000;
/** Streams of one account that are open at the same time, in a process. */
const streams = new AccountBound("streams of job events", 20);

/** The dependencies of streams. */
interface StreamParts {
  readonly board: Pick<JobBoard, "follow" | "titleOf" | "pathOf">;
  readonly clock: Clock;
}

/**
 * Changes of the account's jobs as server-sent events, each with the time of the change as its id.
 * What is not read is not looked for.
 * @throws ServiceError `INVALID_REQUEST` for a `Last-Event-ID` that is none of ours,
 *   `RATE_LIMIT_EXCEEDED`
 */
export function streamChanges(
  parts: StreamParts,
  call: Pick<KeyedCall<unknown, unknown>, "caller" | "baseUrl" | "signal"> & {
    readonly request: Request;
  },
): Answer {
  const { caller, signal } = call;
  const since = sinceOf(call.request) ?? parts.clock.now();
  const giveBack = streams.take(caller.account);
  const left = new AbortController();
  const until = AbortSignal.any([signal, left.signal]);
  const frames = framesOf(parts, { ...call, since, until });
  return {
    status: 200,
    body: bodyOf(frames, { left, ended: giveBack }),
    contentType: "text/event-stream; charset=utf-8",
    // Nothing between may gather the frames.
    headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
  };
}

function sinceOf({ headers }: Request): number | undefined {
  const id = headers.get("last-event-id")?.trim() ?? "";
  if (id === "") return undefined;
  if (/^\d{1,15}$/.test(id)) return Number(id);
  const message = "The header Last-Event-ID must be the id of an event of this stream.";
  throw new ServiceError("INVALID_REQUEST", { message });
}

interface Following {
  readonly caller: { readonly account: string };
  readonly baseUrl: string;
  readonly since: number;
  /** Aborts when the client has gone, or the service ends. */
  readonly until: AbortSignal;
}

/** The frames, until the stream is old or following ends; an empty text where there is none for now. */
async function* framesOf(
  { board, clock }: StreamParts,
  { caller, baseUrl, since, until }: Following,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n: listening\n\n`;
  const end = clock.monotonic() + LONGEST_MS;
  let commentAt = clock.monotonic() + COMMENT_MS;
  for await (const jobs of board.follow(caller.account, since, { signal: until })) {
    for (const job of jobs) {
      const shown = JSON.stringify(listedJob(board, job, baseUrl));
      yield `id: ${job.changedAt}\nevent: job\ndata: ${shown}\n\n`;
    }
    const now = clock.monotonic();
    if (now >= end) return;
    if (jobs.length > 0) commentAt = now + COMMENT_MS;
    else if (now >= commentAt) {
      yield ": still listening\n\n";
      commentAt = now + COMMENT_MS;
    }
  }
}

/** @param until `left` is aborted when the client goes; `ended` is called once nothing more is sent */
function bodyOf(
  frames: AsyncGenerator<string>,
  { left, ended }: { readonly left: AbortController; readonly ended: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const frame = await frames.next();
        if (frame.done !== true) return controller.enqueue(encoder.encode(frame.value));
        controller.close();
        ended();
      } catch (error) {
        ended();
        // What ends with its client or its service has no failure to tell.
        if (left.signal.aborted) return;
        controller.error(error);
      }
    },
    cancel() {
      left.abort(new Error("The client closed the stream."));
      ended();
    },
  });
}
