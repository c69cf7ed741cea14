import { Worker } from "node:worker_threads";
import {
  createConverterPool,
  type ConverterPool,
  type ConverterPoolOptions,
} from "dragline/converter";
import { FakeClock } from "dragline/testing";
import type { ThreadReply } from "../../../src/core/index.ts";

/** A pool whose workers hang on HANG and exit on CRASH; time stands still. */
export class MoodyPool implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly pool: ConverterPool;
  /** How many workers have been started. */
  started = 0;
  /** How many of them have ended. */
  ended = 0;
  /** Resolves when a worker has said the id of a line. */
  readonly idSaid: Promise<void>;
  readonly #sayId: () => void;

  constructor(options: ConverterPoolOptions = {}) {
    const { clock } = this;
    ({ promise: this.idSaid, resolve: this.#sayId } = Promise.withResolvers<void>());
    const createWorker = (): Worker => this.#start();
    this.pool = createConverterPool({ clock, createWorker }, { threads: 1, ...options });
  }

  #start(): Worker {
    this.started += 1;
    const worker = new Worker(new URL("./moody-worker.ts", import.meta.url));
    worker.on("message", ({ kind }: ThreadReply) => kind === "note" && this.#sayId());
    worker.once("exit", () => (this.ended += 1));
    return worker;
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.pool[Symbol.asyncDispose]();
  }
}

/** What a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
