import type { Transferable, Worker } from "node:worker_threads";
import { deadline, unlessAborted, type Clock } from "../core/index.ts";
import { unpackError } from "./carried-error.ts";
import type { ConversionJob, ConversionReply } from "./conversion-job.ts";
import { ConverterError } from "./converter-error.ts";

/** A job and how to stop it. */
export interface ConversionTask {
  readonly job: ConversionJob;
  readonly signal: AbortSignal | undefined;
  /** Is told the id of a line, as JSON, before the line is converted. */
  readonly onId?: ((id: string) => void) | undefined;
}

/** How long a job may take. */
export interface ConversionLimit {
  readonly clock: Clock;
  /** Milliseconds from when the job is in the worker. */
  readonly ms: number;
}

interface Settle {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onId: ConversionTask["onId"];
}

/**
 * One worker thread that converts one page at a time. Nothing else can stop a conversion, so the
 * thread ends with the page that takes too long or is cancelled; `alive` says so.
 */
export class ConversionThread {
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<void>();
  #current: Settle | undefined;
  /** Why the thread ended. */
  #end: unknown;
  #alive = true;

  constructor(worker: Worker) {
    this.#worker = worker;
    // A thread may end while nobody waits for it.
    this.#ready.promise.catch(() => {});
    worker.on("message", (reply: ConversionReply) => this.#hear(reply));
    worker.on("error", (cause: Error) => this.#failed(cause));
    worker.on("messageerror", (cause) => void this.stop(lost(cause.message, cause)));
    worker.once("exit", () => this.#exited());
  }

  /** Whether it can take another job. */
  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Converts; settles after the thread has ended when that is what stops the work.
   * @throws what the conversion throws; the signal's reason; what `stop` is told
   * @throws ConverterError `CONVERSION_TIMEOUT`, `WORKER_LOST`
   */
  async run({ job, signal, onId }: ConversionTask, { clock, ms }: ConversionLimit) {
    await unlessAborted(this.#ready.promise, signal);
    signal?.throwIfAborted();
    const time = deadline(clock, ms, signal);
    const onStop = (): void => {
      const reason: unknown = time.expired ? timedOut(ms) : signal?.reason;
      void this.stop(reason);
    };
    time.signal.addEventListener("abort", onStop, { once: true });
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#current = { resolve, reject, onId };
        this.#worker.postMessage(job, transferable(job));
      });
    } finally {
      this.#current = undefined;
      time[Symbol.dispose]();
    }
  }

  /** Ends the thread; a job in it is rejected with `reason`. */
  async stop(reason: unknown): Promise<void> {
    if (this.#alive) this.#end ??= reason;
    this.#alive = false;
    // Node can crash when a thread is ended while it loads its modules.
    await this.#ready.promise.catch(() => {});
    await this.#worker.terminate();
  }

  #hear(reply: ConversionReply): void {
    switch (reply.kind) {
      case "ready":
        this.#ready.resolve();
        break;
      case "id":
        this.#current?.onId?.(reply.id);
        break;
      case "result":
        this.#current?.resolve(reply.result);
        break;
      case "failure":
        this.#current?.reject(unpackError(reply.error));
        break;
    }
  }

  #failed(cause: Error): void {
    this.#alive = false;
    this.#end ??= lost(cause.message, cause);
  }

  #exited(): void {
    this.#alive = false;
    const reason = this.#end ?? lost("it ended by itself");
    this.#ready.reject(reason);
    this.#current?.reject(reason);
  }
}

function transferable(job: ConversionJob): Transferable[] {
  return job.kind === "line" ? [job.line.buffer] : [];
}

function timedOut(ms: number): ConverterError {
  return new ConverterError("CONVERSION_TIMEOUT", {
    message: `The conversion took longer than ${ms} ms.`,
    details: { ms },
  });
}

function lost(why: string, cause?: unknown): ConverterError {
  return new ConverterError("WORKER_LOST", {
    message: `The worker thread was lost: ${why.replace(/\.$/, "")}.`,
    cause,
  });
}
