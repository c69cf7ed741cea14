import type { Clock } from "../../../core/index.ts";
import { AccountBound } from "../../base/account-bound.ts";
import { isServiceError } from "../../base/service-error.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import { renderError } from "../../http/render-error.ts";
import { beginAiTask, resultOf, type AiTasksParts } from "./ai-tasks.ts";
import { shownStep } from "./codec.ts";
import type { AiTaskBody } from "./schema.ts";

/** Milliseconds between two comments, by which proxies and clients see that the stream is alive. */
const COMMENT_MS = 15_000;

/** Streams of one account that are open at the same time, in a process. */
const streams = new AccountBound("event streams", 100);

/**
 * A task as a stream of server-sent events: its steps, then its result. Closing the stream ends
 * the task.
 * @throws as {@link beginAiTask}; ServiceError `RATE_LIMIT_EXCEEDED`
 */
export async function streamAiTask(
  parts: AiTasksParts,
  call: KeyedCall<unknown, AiTaskBody>,
): Promise<Answer> {
  const left = new AbortController();
  const giveBack = streams.take(call.caller.account);
  const frames = new FrameStream(parts.clock, { left, ended: giveBack });
  const onStep = (step: Parameters<typeof shownStep>[0]): void =>
    frames.send("step", shownStep(step));
  try {
    const job = await beginAiTask(parts, call, { left: left.signal, onStep });
    // Closing the service ends open streams.
    const signal = AbortSignal.any([left.signal, call.signal]);
    void resultOf(parts, job, signal).then(
      (result) => frames.end("result", result),
      (error: unknown) => frames.end("error", told(error)),
    );
  } catch (error) {
    frames.stop();
    throw error;
  }
  return {
    status: 200,
    body: frames.body,
    contentType: "text/event-stream; charset=utf-8",
    // Nothing between may gather the frames.
    headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" },
  };
}

function told(error: unknown): object {
  if (isServiceError(error)) return renderError(error, "flat").body;
  return { error: "internal_error", message: "The task failed with an internal error." };
}

class FrameStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #clock: Clock;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #ended: () => void;
  #cancel = (): void => {};

  /**
   * @param until `left` is aborted when the client goes; `ended` is called when nothing more is sent,
   *   once or more often
   */
  constructor(
    clock: Clock,
    { left, ended }: { readonly left: AbortController; readonly ended: () => void },
  ) {
    this.#clock = clock;
    this.#ended = ended;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.stop();
        left.abort(new Error("the client closed the stream"));
      },
    });
    this.#comment();
  }

  send(event: string, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(event: string, data: unknown): void {
    this.send(event, data);
    this.#controller?.close();
    this.stop();
  }

  stop(): void {
    this.#cancel();
    this.#ended();
    this.#controller = undefined;
  }

  #comment(): void {
    this.#cancel = this.#clock.timer(COMMENT_MS, () => {
      this.#write(": still running\n\n");
      this.#comment();
    });
  }

  #write(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }
}
