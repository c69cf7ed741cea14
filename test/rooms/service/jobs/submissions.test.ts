import { describe, expect, it } from "vitest";
import { QueueError } from "dragline/queue";
import { systemIds } from "dragline";
import { StorageError, type Records } from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { jobRows } from "../../../../src/service/jobs/collections.ts";
import { createJobs } from "../../../../src/service/jobs/create-jobs.ts";
import { eventRows } from "../../../../src/webhooks/collections.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, kindOf, makeRig, newJob } from "./jobs-rig.ts";

const webhookUrl = "https://hooks.example/in";

async function makeSubmitting() {
  const [queue, records, clock] = [new HandQueue(), new MemoryRecords(), new FakeClock()];
  await records.ensure([eventRows], call);
  const rig = await makeRig({ queue, records, clock, ids: new FakeIds() });
  return { ...rig, queue, records, clock, rig };
}

function batchOf(account: string, size: number) {
  const { type: _, hit: _hit, cost, url, ...rest } = newJob(account, { webhookUrl });
  const children = Array.from({ length: size }, () => ({ url, cost, request: {} }));
  return { ...rest, urls: children.map((child) => child.url), children };
}

describe("a submission", () => {
  it("that cannot be queued is refused and refunded; nobody is told of a job", async () => {
    const { jobs, queue, accounts, account, records } = await makeSubmitting();
    queue.isDown = true;
    await expect(jobs.submit(newJob(account, { webhookUrl }), call)).rejects.toMatchObject({
      code: "QUEUE_ERROR",
      cause: expect.any(QueueError),
    });
    expect(await records.find(jobRows, {}, call)).toMatchObject([
      { status: "failed", error: "could not be queued", creditsUsed: 0, lookAt: null },
    ]);
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
    expect(await records.count(eventRows, {}, call)).toBe(0);
  });

  it("stands where the push failed but the job was begun all the same", async () => {
    const { jobs, queue, account, rig } = await makeSubmitting();
    rig.start();
    const push = queue.push.bind(queue);
    queue.push = async (topic, body) => {
      await push(topic, body);
      await queue.deliver(body);
      throw new QueueError("UNAVAILABLE", { message: "The answer was lost." });
    };
    const job = await jobs.submit(newJob(account), call);
    expect(await rig.row(job.id)).toMatchObject({ status: "completed", creditsUsed: 1 });
  });

  it("of a batch is refused as a whole where no child can be queued", async () => {
    const { jobs, queue, accounts, account, records } = await makeSubmitting();
    queue.isDown = true;
    const submitted = jobs.submitBatch(batchOf(account, 3), call);
    await expect(submitted).rejects.toMatchObject({ code: "QUEUE_ERROR" });
    const rows = await records.find(jobRows, {}, call);
    expect(rows.map(({ status }) => status)).toEqual(Array(4).fill("failed"));
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
    expect(await records.count(eventRows, {}, call)).toBe(0);
  });

  it("of a batch stands where one child can; a sweep queues the others", async () => {
    const { jobs, queue, account, rig, clock } = await makeSubmitting();
    const push = queue.push.bind(queue);
    queue.push = async (topic, body) => {
      if (queue.pushed.length === 1) throw new QueueError("UNAVAILABLE", { message: "Full." });
      return push(topic, body);
    };
    const batch = await jobs.submitBatch(batchOf(account, 3), call);
    queue.push = push;
    rig.start();
    await clock.advance(25_000);
    const children = await jobs.children(batch, call);
    expect(new Set(queue.pushed)).toEqual(new Set(children.map(({ id }) => `${id} ${batch.id}`)));
    for (const body of new Set(queue.pushed)) await queue.deliver(body);
    expect(await rig.row(batch.id)).toMatchObject({ status: "completed", creditsUsed: 3 });
  });

  it("of a caller who has gone does nothing; one who leaves leaves a whole job", async () => {
    const { jobs, queue, account, records, accounts } = await makeSubmitting();
    const gone = { signal: AbortSignal.abort(new Error("gone")) };
    await expect(jobs.submit(newJob(account), gone)).rejects.toThrow("gone");
    await expect(jobs.submitBatch(batchOf(account, 2), gone)).rejects.toThrow("gone");
    expect(await records.count(jobRows, {}, call).catch(() => 0)).toBe(0);
    const leaving = new AbortController();
    const pushed = Promise.withResolvers<boolean>();
    queue.push = (_topic, body) => {
      queue.pushed.push(body);
      leaving.abort(new Error("leaves"));
      return pushed.promise;
    };
    const submitted = jobs.submit(newJob(account), { signal: leaving.signal });
    await expect(submitted).rejects.toThrow("leaves");
    pushed.resolve(true);
    expect(await records.find(jobRows, {}, call)).toMatchObject([{ status: "pending" }]);
    expect(await accounts.get(account)).toMatchObject({ balance: 299 });
  });

  it.each([-1, 0.5, Number.NaN, Infinity])("of a cost of %d is no submission", async (cost) => {
    const { jobs, account, accounts } = await makeSubmitting();
    const submitted = jobs.submit(newJob(account, { cost }), call);
    await expect(submitted).rejects.toMatchObject({ code: "INVALID_OPTION" });
    expect(await accounts.get(account)).toMatchObject({ balance: 300 });
  });

  it("of an account that is gone is refused", async () => {
    const { jobs, account, accounts } = await makeSubmitting();
    await accounts.remove(account);
    await expect(jobs.submit(newJob(account), call)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a process that is lost between any two writes", () => {
  /** A store that is away from the given write on, for all to come. */
  function lossy(records: Records, at: number, isMade: boolean): Records {
    let writes = 0;
    const write = async <Result>(make: () => Promise<Result>): Promise<Result> => {
      writes += 1;
      if (writes < at) return make();
      if (writes === at && isMade) await make();
      throw new StorageError("CLOSED", { message: "The process is gone." });
    };
    return {
      ensure: (...args) => records.ensure(...args),
      insert: (...args) => records.insert(...args),
      find: (...args) => records.find(...args),
      count: (...args) => records.count(...args),
      tally: (...args) => records.tally(...args),
      remove: (...args) => records.remove(...args),
      close: () => records.close(),
      update: (...args) => write(() => records.update(...args)),
      atomic: (...args) => write(() => records.atomic(...args)),
    };
  }

  /** Submits a job and a batch and runs them, with a store that is away from one write on. */
  async function lose(at: number, isMade: boolean) {
    const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    await store.records.ensure([eventRows], call);
    const setup = await makeRig({ ...store, clock: new FakeClock() });
    const [queue, clock] = [new HandQueue(), new FakeClock()];
    const settings = { inlineBytes: 100, retentionMs: 1e10 };
    const records = lossy(store.records, at, isMade);
    const parts = { ...store, records, queue, clock, ids: systemIds, settings };
    const kinds = [kindOf(), kindOf({ type: "batch_url_scraper" })];
    const jobs = createJobs({ ...parts, webhooks: setup.webhooks }, () => ({ kinds }));
    const stop = new AbortController();
    const running = jobs.run({ signal: stop.signal, graceMs: 0 }).catch(() => {});
    const submit = async (): Promise<void> => {
      await jobs.submit(newJob(setup.account, { cost: 2, webhookUrl }), call);
      await jobs.submitBatch(batchOf(setup.account, 2), call);
      for (const body of queue.pushed) await queue.deliver(body);
    };
    const isWhole = await submit().then(
      () => true,
      () => false,
    );
    stop.abort();
    await running;
    return { store, setup, isWhole };
  }

  it.each([true, false])(
    "leaves nothing that others do not bring to its end (write made: %s)",
    async (isMade) => {
      let at = 1;
      for (let isWhole = false; !isWhole; at += 1) {
        const lost = await lose(at, isMade);
        ({ isWhole } = lost);
        const { store, setup } = lost;
        const clock = new FakeClock(Date.UTC(2026, 0, 1, 0, 1));
        const queue = new HandQueue();
        const other = await makeRig({ ...store, clock, queue });
        other.start();
        await clock.advance(10_000);
        for (const body of new Set(queue.pushed)) await queue.deliver(body);
        await clock.advance(10_000);
        const rows = await store.records.find(jobRows, {}, call);
        const told = JSON.stringify({ at, rows });
        const tops = rows.filter(({ parent }) => parent === null);
        const open = rows.filter(({ status }) => status !== "completed" && status !== "failed");
        expect(open, told).toEqual([]);
        const used = tops.reduce((sum, { creditsUsed }) => sum + (creditsUsed ?? Number.NaN), 0);
        expect(await setup.accounts.get(setup.account), told).toMatchObject({
          balance: 300 - used,
          used,
        });
        expect(await store.records.count(eventRows, {}, call), told).toBe(tops.length);
      }
      // A job, a batch, three starts, three ends and the end of the batch.
      expect(at).toBeGreaterThanOrEqual(9);
    },
  );
});
