import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { startWorker } from "../../core/index.ts";
import type { SqliteSettings } from "./sqlite-options.ts";

/** What the thread is asked for. */
export type CheckpointRequest = "copy" | "empty" | "close";
/** What it says. */
export type CheckpointReply = "copied";

/** What a checkpoint thread reports. */
interface CheckpointEvents {
  /** The thread copies, or does so no more: then the connection has to. */
  onChange(copies: boolean): void;
}

/** Bytes written after which the log is copied into the file. */
const COPY_EVERY = 16_777_216;
/** What a commit writes besides the text that it is given: pages of the tables and indexes. */
const COMMIT_BYTES = 32_768;
/** Bytes of heap; the thread has none of its own to speak of. */
const MEMORY_BYTES = 67_108_864;

/**
 * Copies the write-ahead log of a file that is written a lot into the file itself, on a thread with a
 * connection of its own. SQLite would do it within a commit, which then takes several times as long
 * and lets nothing else happen meanwhile. The thread starts with the first few MiB.
 */
export class CheckpointThread implements AsyncDisposable {
  readonly #settings: Pick<SqliteSettings, "path" | "synchronous">;
  readonly #events: CheckpointEvents;
  #worker: Worker | undefined;
  #written = 0;
  #isUnderWay = false;
  #isOver: boolean;

  constructor({ path, synchronous }: SqliteSettings, events: CheckpointEvents) {
    this.#settings = { path, synchronous };
    this.#events = events;
    // What is in memory, or may be, is one connection's own.
    const isFile = path !== ":memory:" && !path.startsWith("file:");
    this.#isOver = !isFile || availableParallelism() === 1;
  }

  /** Called with a commit and the bytes that it wrote. */
  committed(bytes: number): void {
    this.#written += bytes + COMMIT_BYTES;
    if (this.#written < COPY_EVERY || this.#isUnderWay || this.#isOver) return;
    this.#written = 0;
    this.#isUnderWay = true;
    this.#worker ??= this.#start();
    this.#worker.postMessage("copy" satisfies CheckpointRequest);
  }

  /**
   * Empties the log as soon as no other connection needs what is in it.
   * @returns false where no thread can
   */
  empty(): boolean {
    if (this.#isOver) return false;
    this.#worker ??= this.#start();
    this.#worker.postMessage("empty" satisfies CheckpointRequest);
    return true;
  }

  /** Ends the thread, after the copy under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    const exit = new Promise((resolve) => worker.once("exit", resolve));
    worker.ref();
    worker.postMessage("close" satisfies CheckpointRequest);
    await exit;
  }

  #start(): Worker {
    const worker = startWorker({
      beside: import.meta.url,
      name: "checkpoint-worker",
      memoryBytes: MEMORY_BYTES,
      workerData: this.#settings,
    });
    // A store that nobody closes does not keep its process.
    worker.unref();
    worker.on("message", () => {
      this.#isUnderWay = false;
      if (!this.#isOver) this.#events.onChange(true);
    });
    // It can always be done without: the connection copies again.
    worker.on("error", () => {});
    worker.once("exit", () => {
      this.#worker = undefined;
      if (!this.#isOver) this.#events.onChange(false);
      this.#isOver = true;
    });
    return worker;
  }
}
