import { wait } from "../../../../src/core/index.ts";
import { FakeClock, FakeIds } from "dragline/testing";
import { QueueError } from "dragline/queue";
import { RateLimiterError } from "dragline/rate-limiter";
import { StorageError, type Records } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import type { JobKind, JobOutcome } from "../../../../src/service/jobs/job.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, makeRig, newJob, passing, type Rig } from "./jobs-rig.ts";

type Fault = "UNAVAILABLE" | "STORE_FULL" | "READ_ONLY";

const done: JobOutcome = { status: "completed", result: "{}", credits: 1 };
const away = (code: Fault) => new StorageError(code, { message: "planted" });

/** Records and blobs whose writes fail while they are told to; `after` the write was made. */
class Away {
  fault: Fault | undefined;
  /** Names of the methods that fail. */
  methods: readonly string[] = ["insert", "update", "remove", "atomic"];
  isAfter = false;
  readonly records: Records = this.#watched(new MemoryRecords());
  readonly blobs = this.#watched(new MemoryBlobs());

  #watched<Store extends object>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          const fails = this.fault !== undefined && this.methods.includes(String(name));
          if (fails && !this.isAfter) throw away(this.fault ?? "UNAVAILABLE");
          const result: unknown = await value.apply(target, given);
          if (fails) throw away(this.fault ?? "UNAVAILABLE");
          return result;
        };
      },
    });
  }
}

async function start(given: Partial<JobKind>) {
  const [clock, queue, stores] = [new FakeClock(), new HandQueue(), new Away()];
  const { records, blobs } = stores;
  const rig = await makeRig({
    clock,
    ids: new FakeIds(),
    queue,
    records,
    blobs,
    inlineBytes: 1000,
    kind: given,
  });
  rig.start();
  return { clock, queue, stores, rig };
}

const told = (work: Promise<void>): Promise<string> =>
  work.then(
    () => "settled",
    () => "comes again",
  );

async function stateOf(rig: Rig, id: string) {
  const { status, holder, runs, error } = await rig.row(id);
  return { status, holder, runs, error };
}

describe("a job whose run meets an outage", () => {
  it.each([
    ["a store that is away", away("UNAVAILABLE")],
    ["a store that is full", away("STORE_FULL")],
    ["a store that takes no writes", away("READ_ONLY")],
    ["a queue that is away", new QueueError("UNAVAILABLE", { message: "planted" })],
    ["a limiter that is away", new RateLimiterError("UNAVAILABLE", { message: "planted" })],
    ["an outage behind another error", new Error("lost", { cause: away("UNAVAILABLE") })],
  ])("of %s is handed back, does not count, and is done later", async (_, error) => {
    let isAway = true;
    const run = async (): Promise<JobOutcome> => {
      if (isAway) throw error;
      return done;
    };
    const { queue, rig, clock } = await start({ run });
    const { id } = await rig.jobs.submit(newJob(rig.account, { cost: 3 }), call);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await told(passing(clock, queue.deliver(id)))).toBe("comes again");
      expect(await stateOf(rig, id)).toMatchObject({ status: "processing", holder: null, runs: 0 });
    }
    isAway = false;
    expect(await told(passing(clock, queue.deliver(id)))).toBe("settled");
    expect(await stateOf(rig, id)).toMatchObject({ status: "completed" });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 299, used: 1 });
  });

  it("fails when it meets one in every run for longer than any outage is", async () => {
    const run = () => Promise.reject<JobOutcome>(away("UNAVAILABLE"));
    const { queue, rig, clock } = await start({ run, timeoutMs: 60_000 });
    const { id } = await rig.jobs.submit(newJob(rig.account, { cost: 3 }), call);
    expect(await told(passing(clock, queue.deliver(id)))).toBe("comes again");
    await clock.advance(31 * 60_000);
    expect(await told(passing(clock, queue.deliver(id)))).toBe("settled");
    expect(await stateOf(rig, id)).toMatchObject({ status: "failed", error: "internal error" });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300, used: 0 });
  });
});

describe("what a run has come to", () => {
  it.each(["UNAVAILABLE", "STORE_FULL", "READ_ONLY"] as const)(
    "is kept when the store is there again after seconds (%s), without another run",
    async (fault) => {
      let runs = 0;
      const result = JSON.stringify({ text: "x".repeat(5000) });
      const { queue, rig, clock, stores } = await start({
        run: async () => {
          runs += 1;
          Object.assign(stores, { fault, methods: ["put", "atomic"] });
          clock.timer(12_000, () => (stores.fault = undefined));
          return { status: "completed", result, credits: 1 };
        },
      });
      const { id } = await rig.jobs.submit(newJob(rig.account, { cost: 3 }), call);
      expect(await told(passing(clock, queue.deliver(id)))).toBe("settled");
      expect(await stateOf(rig, id)).toMatchObject({ status: "completed", runs: 1 });
      expect(runs).toBe(1);
    },
  );

  it("is settled once where the answer of the store was lost", async () => {
    const { queue, rig, clock, stores } = await start({
      run: async () => {
        Object.assign(stores, { fault: "UNAVAILABLE", methods: ["atomic"], isAfter: true });
        clock.timer(3000, () => (stores.fault = undefined));
        return done;
      },
    });
    const { id } = await rig.jobs.submit(newJob(rig.account, { cost: 3 }), call);
    expect(await told(passing(clock, queue.deliver(id)))).toBe("settled");
    expect(await stateOf(rig, id)).toMatchObject({ status: "completed", runs: 1 });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 299, used: 1 });
  });
});

describe("the lease of a job", () => {
  it("is given back as soon as the store answers again, not when it ends", async () => {
    const { queue, rig, clock, stores } = await start({
      run: async () => {
        stores.fault = "STORE_FULL";
        clock.timer(9000, () => (stores.fault = undefined));
        throw away("STORE_FULL");
      },
    });
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    const from = clock.now();
    expect(await told(passing(clock, queue.deliver(id)))).toBe("comes again");
    expect(clock.now() - from).toBeLessThan(9000 + 2100);
    expect(await stateOf(rig, id)).toMatchObject({ holder: null, runs: 0 });
  });

  it("is given back where the outage is longer than the lease of what it came to", async () => {
    const { queue, rig, clock, stores } = await start({
      run: async () => {
        stores.fault = "UNAVAILABLE";
        clock.timer(100_000, () => (stores.fault = undefined));
        return done;
      },
    });
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    expect(await told(passing(clock, queue.deliver(id)))).toBe("comes again");
    expect(await stateOf(rig, id)).toMatchObject({ holder: null, runs: 0, status: "processing" });
  });

  it("is known where the answer to the claim was lost: no other run has to wait for its end", async () => {
    const { queue, rig, clock, stores } = await start({ run: async () => done });
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    Object.assign(stores, { fault: "UNAVAILABLE", methods: ["atomic"], isAfter: true });
    clock.timer(1000, () => (stores.fault = undefined));
    expect(await told(passing(clock, queue.deliver(id)))).toBe("settled");
    expect(await stateOf(rig, id)).toMatchObject({ status: "completed", runs: 1 });
  });

  it("goes to the queue when that is there again, where a process ran the job itself", async () => {
    let runs = 0;
    const run = async (): Promise<JobOutcome> => {
      runs += 1;
      throw away("UNAVAILABLE");
    };
    const { queue, rig, clock } = await start({ run, start: "soon" });
    queue.isDown = true;
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    await expect.poll(() => runs).toBe(1);
    clock.timer(5000, () => (queue.isDown = false));
    await passing(clock, wait(clock, 8000));
    expect(queue.pushed).toEqual([id]);
  });
});
