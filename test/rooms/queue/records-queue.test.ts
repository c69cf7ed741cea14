import { describe, expect, it, onTestFinished } from "vitest";
import { RecordsQueue } from "dragline/queue/records";
import { StorageError, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { jobRows } from "../../../src/queue/records/job-rows.ts";
import { watchedRecords } from "./watched-records.ts";

const { signal } = new AbortController();

/** Records in memory that can be made to fail, a fake clock, and queues over them. */
function setUp() {
  const memory = new MemoryRecords();
  const state = { gone: false, calls: [] as string[], operations: [] as number[] };
  const failing = new Proxy(memory, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...parts: unknown[]): Promise<unknown> => {
        state.calls.push(String(name));
        if (name === "atomic") state.operations.push((parts[0] as readonly object[]).length);
        if (state.gone) throw new StorageError("UNAVAILABLE", { message: "Gone." });
        return (await Reflect.apply(value, target, parts)) as unknown;
      };
    },
  });
  const { records, quiet } = watchedRecords(failing);
  const clock = new FakeClock();
  const ids = new FakeIds();
  const advance = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await quiet();
  };
  const open = (store: Records = records): RecordsQueue => {
    const queue = new RecordsQueue({ records: store, clock, ids });
    onTestFinished(() => queue.close(0));
    return queue;
  };
  return { memory, records, state, clock, advance, open };
}

describe("RecordsQueue", () => {
  it("extends the lease while a job runs", async () => {
    const { open, advance } = setUp();
    const [queue, other] = [open(), open()];
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    await queue.push("mail", "", { signal });
    queue.work("mail", { concurrency: 1 }, () => {
      runs += 1;
      return gate.promise;
    });
    await advance(1000);
    other.work("mail", { concurrency: 1 }, async () => {
      runs += 1;
    });
    for (let step = 0; step < 60; step += 1) await advance(5000);
    expect(runs).toBe(1);
    gate.resolve();
    await advance(1000);
    expect(await queue.depth("mail", { signal })).toBe(0);
  });

  it("aborts a run whose lease was lost, and its end changes nothing", async () => {
    const { open, advance, memory, clock } = setUp();
    const queue = open();
    const gate = Promise.withResolvers<void>();
    const aborted: unknown[] = [];
    await queue.push("mail", "", { signal, id: "1" });
    queue.work("mail", { concurrency: 1 }, async (_, signal) => {
      signal.addEventListener("abort", () => aborted.push(signal.reason), { once: true });
      await gate.promise;
    });
    await advance(1000);
    // As another worker's claim after a lease that ended would.
    const runAt = clock.now() + 100_000;
    await memory.update(jobRows, { set: { token: "other", runAt } }, { signal });
    await advance(10_000);
    expect(aborted).toMatchObject([{ name: "QueueError", code: "UNAVAILABLE" }]);
    gate.resolve();
    await advance(1000);
    expect(await memory.find(jobRows, {}, { signal })).toMatchObject([{ id: "1", token: "other" }]);
  });

  it("brings back a job whose lease ended, with its attempt counted", async () => {
    const { open, advance, memory, clock } = setUp();
    const queue = open();
    await queue.push("mail", "", { signal, id: "1" });
    const lost = { ready: false, token: "lost", attempt: 1, runAt: clock.now() + 30_000 };
    await memory.update(jobRows, { set: lost }, { signal });
    const attempts: number[] = [];
    queue.work("mail", { concurrency: 1 }, async ({ attempt }) => {
      attempts.push(attempt);
    });
    for (let step = 0; step < 29; step += 1) await advance(1000);
    expect(attempts).toEqual([]);
    for (let step = 0; step < 3; step += 1) await advance(1000);
    expect(attempts).toEqual([2]);
  });

  it("waits 1 s after the first failure, doubled up to 5 min", async () => {
    const { open, advance, clock } = setUp();
    const queue = open();
    const times: number[] = [];
    await queue.push("mail", "", { signal });
    queue.work("mail", { concurrency: 1 }, async () => {
      times.push(clock.now());
      throw new Error("never");
    });
    while (times.length < 12) await advance(500);
    const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it("refuses calls while the store is gone, and its workers go on when it is back", async () => {
    const { open, advance, state } = setUp();
    const queue = open();
    const gate = Promise.withResolvers<void>();
    const ran: string[] = [];
    for (const id of ["1", "2", "3"]) await queue.push("mail", "", { signal, id });
    queue.work("mail", { concurrency: 1 }, async ({ id }) => {
      ran.push(id);
      await gate.promise;
    });
    await advance(1000);
    state.gone = true;
    const refused = { name: "QueueError", code: "UNAVAILABLE" };
    await expect(queue.push("mail", "", { signal })).rejects.toMatchObject(refused);
    await expect(queue.drop("mail", "3", { signal })).rejects.toMatchObject(refused);
    await expect(queue.depth("mail", { signal })).rejects.toMatchObject(refused);
    gate.resolve();
    for (let step = 0; step < 20; step += 1) await advance(5000);
    expect(ran).toEqual(["1"]);
    state.gone = false;
    for (let step = 0; step < 10; step += 1) await advance(1000);
    expect(ran).toEqual(["1", "2", "3"]);
    expect(await queue.depth("mail", { signal })).toBe(0);
  });

  it("can be closed while the store is gone; the job comes back when its lease ends", async () => {
    const { open, advance, state } = setUp();
    const queue = open();
    await queue.push("mail", "", { signal });
    queue.work("mail", { concurrency: 1 }, async (_, signal) => {
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    });
    await advance(1000);
    state.gone = true;
    await queue.close(0);
    state.gone = false;
    const attempts: number[] = [];
    open().work("mail", { concurrency: 1 }, async ({ attempt }) => {
      attempts.push(attempt);
    });
    for (let step = 0; step < 32; step += 1) await advance(1000);
    expect(attempts).toEqual([2]);
  });

  it("writes pushes of one turn at once, and jobs that end in one turn with the next claim", async () => {
    const { open, advance, state } = setUp();
    const queue = open();
    await queue.push("mail", "", { signal });
    const pushes = Array.from({ length: 99 }, () => queue.push("mail", "", { signal }));
    await Promise.all(pushes);
    expect(state.calls).toEqual(["ensure", "insert", "insert"]);
    queue.work("mail", { concurrency: 100 }, async () => {});
    await advance(40);
    expect(await queue.depth("mail", { signal })).toBe(0);
    expect(state.calls.filter((name) => name === "atomic")).toHaveLength(1);
    expect(state.calls).not.toContain("remove");
  });

  it("gives back the jobs that failed in one turn by one operation", async () => {
    const { open, advance, state } = setUp();
    const queue = open();
    await Promise.all(Array.from({ length: 200 }, () => queue.push("mail", "", { signal })));
    queue.work("mail", { concurrency: 200 }, async () => {
      throw new Error("The server for mail is away.");
    });
    await advance(40);
    // The jobs, and the claim for the slots that they left.
    expect(state.operations).toEqual([2]);
    expect(await queue.depth("mail", { signal })).toBe(200);
  });

  it("drops a job of a lost worker once its lease has ended, also when nobody claims", async () => {
    const { open, advance, memory, clock } = setUp();
    const queue = open();
    await queue.push("mail", "", { signal, id: "1" });
    const lease = { ready: false, token: "lost", runAt: clock.now() + 1000 };
    await memory.update(jobRows, { where: { id: "1" }, set: lease }, { signal });
    expect(await queue.drop("mail", "1", { signal })).toBe(false);
    await advance(1000);
    expect(await queue.drop("mail", "1", { signal })).toBe(true);
  });

  it("makes no store call after close", async () => {
    const { open, advance, state } = setUp();
    const queue = open();
    queue.work("mail", { concurrency: 1 }, async () => {});
    await advance(1000);
    await queue.close(0);
    const before = state.calls.length;
    await advance(10_000);
    expect(state.calls.length).toBe(before);
  });

  it("pushes nothing for a call that was cancelled in the same turn", async () => {
    const { open } = setUp();
    const queue = open();
    const controller = new AbortController();
    const cancelled = queue.push("mail", "", { signal: controller.signal });
    const other = queue.push("mail", "", { signal });
    controller.abort(new Error("enough"));
    await expect(cancelled).rejects.toThrow("enough");
    expect(await other).toBe(true);
    expect(await queue.depth("mail", { signal })).toBe(1);
  });

  it.each([
    { leaseMs: 999 },
    { leaseMs: 1000.5 },
    { pollMs: 0 },
    { maxPollMs: 0 },
    { retryMs: 0 },
    { maxRetryMs: -1 },
    { retry: 1 },
  ])("refuses the option %o", (options) => {
    const records = new MemoryRecords();
    expect(() => new RecordsQueue({ records }, options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });
});
