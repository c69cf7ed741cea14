import { FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import type { Job } from "../../../../src/service/jobs/job.ts";
import { LiveRuns } from "../../../../src/service/base/live-runs.ts";
import type { AiTasksParts } from "../../../../src/service/slices/ai-tasks/ai-tasks.ts";
import { streamAiTask } from "../../../../src/service/slices/ai-tasks/stream-ai-task.ts";
import { someJob } from "../site-job-rig.ts";

/** Streams of an account at the same time. */
const MOST = 100;
const refused = { code: "RATE_LIMIT_EXCEEDED" };

/** Tasks that are stored and then wait for their end. */
class Tasks {
  readonly clock = new FakeClock();
  readonly #ids = new FakeIds();
  readonly #ends: ((job: Job) => void)[] = [];
  /** Fails the next submissions. */
  failure: Error | undefined;
  readonly #abort = new AbortController();

  /** Opens a stream; gives how its client leaves it. */
  async open(account: string): Promise<ReadableStream<Uint8Array>> {
    const body = { prompt: "Find a boat.", max_steps: 5, timeout_ms: 10_000, async: false };
    const call = {
      body,
      caller: { account },
      baseUrl: "http://a.test",
      signal: this.#abort.signal,
    };
    const answer = await streamAiTask(this.#parts(), call as never);
    return (answer as { body: ReadableStream<Uint8Array> }).body;
  }

  openMany(account: string, count: number): Promise<ReadableStream<Uint8Array>[]> {
    return Promise.all(Array.from({ length: count }, () => this.open(account)));
  }

  /** Ends the task of the oldest stream that waits. */
  async settle(): Promise<void> {
    this.#ends.shift()?.(someJob("ai_task", { status: "failed", error: "no" }));
    await new Promise(setImmediate);
  }

  #parts(): AiTasksParts {
    const jobs = {
      submit: async (job: object) => {
        if (this.failure !== undefined) throw this.failure;
        return someJob("ai_task", job);
      },
      settled: (_: Job, { signal }: { signal: AbortSignal }) =>
        new Promise<Job>((resolve, reject) => {
          this.#ends.push(resolve);
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
      document: async () => "{}",
    };
    const parts = {
      jobs,
      clock: this.clock,
      ids: this.#ids,
      model: {},
      engines: { browser: { lease: () => {} } },
      liveTasks: new LiveRuns(),
      checkTarget: () => {},
      settings: { prices: { aiTask: 1 } },
    };
    return parts as unknown as AiTasksParts;
  }
}

describe("streams of tasks", () => {
  it("are a hundred of an account, opened at once, and another's are opened all the same", async () => {
    const tasks = new Tasks();
    const opened = await Promise.allSettled(
      Array.from({ length: MOST + 20 }, () => tasks.open("streams-1")),
    );
    const failures = opened.filter(({ status }) => status === "rejected");
    expect(failures).toHaveLength(20);
    expect(failures[0]).toMatchObject({ reason: refused });
    await (await tasks.open("streams-2")).cancel();
    for (const each of opened) if (each.status === "fulfilled") await each.value.cancel();
    expect(tasks.clock.waiting).toBe(0);
  });

  it("whose clients leave, half-way, give their room back, once each", async () => {
    const tasks = new Tasks();
    const opened = await tasks.openMany("streams-3", MOST);
    for (const body of opened.slice(0, 3)) {
      await body.cancel();
      await body.cancel();
    }
    const more = await tasks.openMany("streams-3", 3);
    await expect(tasks.open("streams-3")).rejects.toMatchObject(refused);
    for (const body of [...opened, ...more]) await body.cancel();
    await (await tasks.open("streams-3")).cancel();
  });

  it("that end give their room back, also where nobody has read them", async () => {
    const tasks = new Tasks();
    const opened = await tasks.openMany("streams-4", MOST);
    await tasks.settle();
    await tasks.settle();
    const more = await tasks.openMany("streams-4", 2);
    await expect(tasks.open("streams-4")).rejects.toMatchObject(refused);
    for (const body of [...opened, ...more]) await body.cancel();
  });

  it("whose task cannot be stored take no room", async () => {
    const tasks = new Tasks();
    const reason = new Error("the store is away");
    tasks.failure = reason;
    for (let at = 0; at < MOST + 5; at += 1) {
      await expect(tasks.open("streams-5")).rejects.toBe(reason);
    }
    tasks.failure = undefined;
    for (const body of await tasks.openMany("streams-5", MOST)) await body.cancel();
    expect(tasks.clock.waiting).toBe(0);
  });
});
