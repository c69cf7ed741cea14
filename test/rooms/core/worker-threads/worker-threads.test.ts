import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { CoreError, WorkerThreads, type ThreadsParts } from "../../../../src/core/index.ts";

/** Answers every job with itself; tells its beginning as a note. */
const ECHO = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", (job) => {
    parentPort.postMessage({ kind: "note", note: "begun " + job });
    if (job === "exit") process.exit(1);
    if (job === "hang") for (;;);
    if (job === "fail") {
      const error = { brand: "CoreError", code: "INVALID_OPTION", message: "no", details: { a: 1 } };
      parentPort.postMessage({ kind: "failure", error });
    } else if (job === "throw") {
      parentPort.postMessage({ kind: "failure", error: { message: "plain", stack: "where" } });
    } else parentPort.postMessage({ kind: "result", result: job });
  });
  parentPort.postMessage({ kind: "ready" });`;

function threadsOf(parts: Partial<ThreadsParts> = {}): WorkerThreads {
  return new WorkerThreads({
    clock: new FakeClock(),
    startWorker: () => new Worker(ECHO, { eval: true }),
    threads: 1,
    jobsPerThread: 2,
    jobTimeoutMs: 1000,
    errors: {
      timedOut: (ms) => new Error(`timed out after ${ms}`),
      lost: (why) => new Error(`lost: ${why}`),
      closed: () => new Error("closed"),
    },
    errorClasses: [CoreError],
    ...parts,
  });
}

/** Says only what the test says. */
class SilentWorker extends EventEmitter {
  postMessage(): void {}
  async terminate(): Promise<number> {
    return 0;
  }
}

const task = (job: unknown) => ({ job, signal: undefined });

describe("WorkerThreads.run", () => {
  it("does jobs in order and passes on what they say", async () => {
    await using threads = threadsOf();
    const said: string[] = [];
    const jobs = Array.from({ length: 20 }, (_, job) =>
      threads.run({ ...task(job), onNote: (note) => said.push(note) }),
    );
    expect(await Promise.all(jobs)).toEqual(Array.from({ length: 20 }, (_, job) => job));
    expect(said).toEqual(Array.from({ length: 20 }, (_, job) => `begun ${job}`));
  });

  it("gives errors their class back when it is known", async () => {
    await using threads = threadsOf();
    await expect(threads.run(task("fail"))).rejects.toMatchObject({
      name: "CoreError",
      code: "INVALID_OPTION",
      message: "no",
      details: { a: 1 },
    });
    await expect(threads.run(task("throw"))).rejects.toMatchObject({
      name: "Error",
      message: "plain",
      stack: "where",
    });
  });

  it("rejects a job that cannot be sent, and goes on", async () => {
    await using threads = threadsOf();
    const jobs = [() => {}, 1, () => {}, 2].map((job) => threads.run(task(job)));
    const settled = await Promise.allSettled(jobs);
    expect(settled.map(({ status }) => status === "fulfilled")).toEqual([false, true, false, true]);
    await expect(threads.run(task(() => {}))).rejects.toThrow(/could not be cloned/);
    expect(await threads.run(task(3))).toBe(3);
  });

  it("rejects every job of a thread that does not load, and starts no other for them", async () => {
    let started = 0;
    const startWorker = (): Worker => {
      started += 1;
      return new Worker("throw new Error('no such module')", { eval: true });
    };
    await using threads = threadsOf({ startWorker });
    const settled = await Promise.allSettled([1, 2].map((job) => threads.run(task(job))));
    for (const result of settled) {
      expect(result).toMatchObject({ reason: { message: "lost: no such module" } });
    }
    expect(started).toBe(1);
  });

  it("rejects jobs for which no thread can be started", async () => {
    const startWorker = (): Worker => {
      throw new Error("no threads left");
    };
    await using threads = threadsOf({ startWorker });
    const jobs = await Promise.allSettled([1, 2, 3].map((job) => threads.run(task(job))));
    expect(jobs.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await expect(threads.run(task(4))).rejects.toThrow("no threads left");
  });

  it("hands the jobs behind a lost one to another thread, before those that wait", async () => {
    await using threads = threadsOf();
    const begun: string[] = [];
    const jobs = ["exit", "a", "b", "c"].map((job) =>
      threads.run({ ...task(job), onNote: (note) => begun.push(note) }),
    );
    const settled = await Promise.allSettled(jobs);
    expect(settled[0]).toMatchObject({ reason: { message: "lost: it ended by itself" } });
    expect(settled.slice(1)).toMatchObject([{ value: "a" }, { value: "b" }, { value: "c" }]);
    expect(begun.filter((note) => note !== "begun exit")).toEqual([
      "begun a",
      "begun b",
      "begun c",
    ]);
  });

  it("has no more threads than it may, those that end included", async () => {
    let alive = 0;
    let most = 0;
    const startWorker = (): Worker => {
      most = Math.max(most, ++alive);
      const worker = new Worker(ECHO, { eval: true });
      worker.once("exit", () => alive--);
      return worker;
    };
    await using threads = threadsOf({ startWorker, threads: 2 });
    const jobs = ["exit", 1, "exit", 2, "exit", 3, 4, "exit", 5, 6, 7].map((job) =>
      threads.run(task(job)),
    );
    const settled = await Promise.allSettled(jobs);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
    expect(most).toBe(2);
  });

  it("times the job behind another from when that is through", async () => {
    const clock = new FakeClock();
    await using threads = threadsOf({ clock });
    const [first, hanging] = [threads.run(task(1)), threads.run(task("hang"))];
    await first;
    expect(clock.waiting).toBe(1);
    await clock.advance(1000);
    await expect(hanging).rejects.toThrow("timed out after 1000");
  });

  it("does not listen to a thread that it ends", async () => {
    const worker = new SilentWorker();
    await using threads = threadsOf({ startWorker: () => worker as unknown as Worker });
    const abort = new AbortController();
    const job = threads.run({ job: 1, signal: abort.signal });
    worker.emit("message", { kind: "ready" });
    abort.abort("mine");
    worker.emit("message", { kind: "result", result: "late" });
    worker.emit("exit");
    await expect(job).rejects.toBe("mine");
  });

  it("says whether a job would have to wait", async () => {
    const clock = new FakeClock();
    await using threads = threadsOf({ clock });
    expect([threads.hasRoom, threads.waiting]).toEqual([true, 0]);
    const jobs = ["hang", 1, 2].map((job) => threads.run(task(job)));
    expect([threads.hasRoom, threads.waiting]).toEqual([false, 1]);
    await clock.timerOf(1000);
    await clock.advance(1000);
    await expect(jobs[0]).rejects.toThrow("timed out after 1000");
    expect(await Promise.all(jobs.slice(1))).toEqual([1, 2]);
    expect([threads.hasRoom, threads.waiting, clock.waiting]).toEqual([true, 0, 0]);
  });

  it("is rejected with the signal's reason before it begins, and takes its listeners back", async () => {
    await using threads = threadsOf();
    await expect(threads.run({ job: 1, signal: AbortSignal.abort("mine") })).rejects.toBe("mine");
    const { signal } = new AbortController();
    let listeners = 0;
    const spy = new Proxy(signal, {
      get(target, name) {
        if (name === "addEventListener") listeners += 1;
        if (name === "removeEventListener") listeners -= 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await threads.run({ job: 1, signal: spy });
    expect(listeners).toBe(0);
  });
});
