import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { onBehalfOf, WorkerThreads, type ThreadsParts } from "../../../../src/core/index.ts";

/** Threads whose jobs end when the test says so. */
function heldThreads(parts: Partial<ThreadsParts> = {}) {
  const clock = new FakeClock();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  class HeldWorker extends EventEmitter {
    constructor() {
      super();
      queueMicrotask(() => this.emit("message", { kind: "ready" }));
    }
    postMessage(job: string): void {
      begun.push(job);
      ends.set(job, () => this.emit("message", { kind: "result", result: job }));
    }
    async terminate(): Promise<number> {
      this.emit("exit");
      return 0;
    }
  }
  const startWorker = () => new HeldWorker() as unknown as Worker;
  const threads = new WorkerThreads({
    clock,
    startWorker,
    threads: 2,
    jobsPerThread: 1,
    jobTimeoutMs: 1000,
    errors: {
      timedOut: (ms) => new Error(`timed out after ${ms}`),
      lost: (why) => new Error(`lost: ${why}`),
      closed: () => new Error("closed"),
    },
    errorClasses: [],
    ...parts,
  });
  const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return {
    clock,
    begun,
    ask: (owner: string, job: string) =>
      onBehalfOf(owner, () =>
        threads.run({ job, signal: undefined }).catch((error: unknown) => error),
      ),
    end: async (job: string) => {
      ends.get(job)?.();
      await settled();
    },
    settled,
  };
}

describe("owners of jobs", () => {
  it("take turns where more waits than there are threads", async () => {
    const held = heldThreads();
    for (const job of ["a1", "a2", "a3", "a4", "a5", "a6"]) void held.ask("a", job);
    await held.settled();
    for (const job of ["b1", "b2", "c1"]) void held.ask(job.slice(0, 1), job);
    await held.settled();
    // One thread more for who has none; then one after the other.
    expect(held.begun).toEqual(["a1", "a2", "b1"]);
    for (const job of ["a1", "a2", "b1", "a3", "c1", "b2"]) await held.end(job);
    expect(held.begun.slice(3)).toEqual(["a3", "b2", "c1", "a4", "a5"]);
  });

  it.each([1, 2, 3])("wait for no other owner who has taken all %i threads", async (count) => {
    const held = heldThreads({ threads: count, jobsPerThread: 3 });
    for (let job = 0; job < 20; job += 1) void held.ask("a", `a${job}`);
    await held.settled();
    void held.ask("b", "b");
    await held.settled();
    expect(held.begun.at(-1)).toBe("b");
    await held.end("b");
    // The thread that was one too many is gone: the next is begun where one of the others is free.
    const before = held.begun.length;
    void held.ask("a", "late");
    await held.settled();
    expect(held.begun).toHaveLength(before);
  });

  it("have one thread at most when they ran out of time, for a minute", async () => {
    const held = heldThreads({ threads: 3 });
    for (const job of ["a1", "a2", "a3", "a4", "a5", "a6", "a7"]) void held.ask("a", job);
    await held.settled();
    await held.clock.advance(1000);
    await held.settled();
    expect(held.begun).toEqual(["a1", "a2", "a3", "a4"]);
    void held.ask("b", "b1");
    void held.ask("b", "b2");
    void held.ask("b", "b3");
    await held.settled();
    expect(held.begun).toEqual(["a1", "a2", "a3", "a4", "b1", "b2"]);
    await held.end("a4");
    expect(held.begun.slice(6)).toEqual(["a5"]);
    await held.end("b1");
    await held.end("b2");
    await held.end("b3");
    await held.end("a5");
    await held.end("a6");
    void held.ask("a", "a8");
    await held.settled();
    expect(held.begun.slice(6)).toEqual(["a5", "b3", "a6", "a7"]);
    await held.clock.advance(60_000);
    await held.settled();
    void held.ask("a", "a9");
    void held.ask("a", "a10");
    await held.settled();
    expect(held.begun.slice(10)).toContain("a9");
  });

  it("get one thread more beside those who ran out of time, however many those are", async () => {
    const held = heldThreads();
    for (const job of ["a1", "b1", "a2", "b2"]) void held.ask(job.slice(0, 1), job);
    await held.settled();
    await held.clock.advance(1000);
    await held.settled();
    expect(held.begun).toEqual(["a1", "b1", "a2", "b2"]);
    void held.ask("c", "c1");
    await held.settled();
    expect(held.begun).toEqual(["a1", "b1", "a2", "b2", "c1"]);
  });

  it("are not known in a library, where all threads are one's own", async () => {
    const held = heldThreads();
    for (const job of ["1", "2", "3", "4"]) void held.ask("", job);
    await held.settled();
    await held.clock.advance(1000);
    await held.settled();
    expect(held.begun).toEqual(["1", "2", "3", "4"]);
  });
});
