import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock, FakeIds } from "dragline/testing";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import type { Job, JobOutcome, JobRun } from "../../../../src/service/jobs/job.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, makeRig, newJob, type RigParts } from "./jobs-rig.ts";

const done: JobOutcome = { status: "completed", result: "{}", credits: 1 };

/** A run that ends with its signal. */
function untilAborted(_: Job, { signal }: JobRun): Promise<JobOutcome> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function makeRun(run: (job: Job, run: JobRun) => Promise<JobOutcome>, parts: RigParts = {}) {
  const queue = new HandQueue();
  const clock = new FakeClock();
  const kind = { run, timeoutMs: 300_000 };
  const rig = await makeRig({ queue, clock, ids: new FakeIds(), kind, ...parts });
  const stop = rig.start(1000);
  const job = await rig.jobs.submit(newJob(rig.account, { cost: 3 }), call);
  return { ...rig, queue, clock, stop, job, rig };
}

function failures(): unknown[] {
  const heard: unknown[] = [];
  const hear = (message: unknown): unknown => heard.push(message);
  subscribe("dragline:service:failure", hear);
  onTestFinished(() => void unsubscribe("dragline:service:failure", hear));
  return heard;
}

describe("a run of a job", () => {
  it("fails with `timeout` when its time is up", async () => {
    const { queue, clock, rig, job, accounts, account } = await makeRun(untilAborted);
    const running = queue.deliver(job.id);
    await clock.timerOf(300_000);
    await clock.advance(300_000);
    await running;
    const row = await rig.row(job.id);
    expect(row).toMatchObject({ status: "failed", error: "timeout", creditsUsed: 0 });
    expect((row.completedAt ?? 0) - (row.startedAt ?? 0)).toBe(300_000);
    expect(await accounts.get(account)).toMatchObject({ balance: 300 });
  });

  it("fails with `timeout` too where the kind takes that for a failure of its own", async () => {
    const { queue, clock, rig, job } = await makeRun(async (given, run) => {
      await untilAborted(given, run).catch(() => {});
      return { status: "failed", error: "connection closed" };
    });
    const running = queue.deliver(job.id);
    await clock.timerOf(300_000);
    await clock.advance(300_000);
    await running;
    expect(await rig.row(job.id)).toMatchObject({ error: "timeout" });
  });

  it.each([
    ["throws", () => Promise.reject(new Error("secret path /etc"))],
    ["asks for credits that are no number", async () => ({ ...done, credits: Number.NaN })],
    ["asks for half credits", async () => ({ ...done, credits: 0.5 })],
    ["has a result that is no object", async () => ({ ...done, result: "[1]" })],
    ["has an empty result", async () => ({ ...done, result: "" })],
  ] as const)("that %s fails as an internal error; the host hears why", async (_, run) => {
    const heard = failures();
    const { queue, rig, job, accounts, account } = await makeRun(run);
    await queue.deliver(job.id);
    expect(await rig.row(job.id)).toMatchObject({ status: "failed", error: "internal error" });
    expect(heard).toEqual([{ jobId: job.id, requestId: undefined, error: expect.any(Error) }]);
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
  });

  it("costs no more than was reserved, and no less than nothing", async () => {
    for (const [asked, used] of [
      [99, 3],
      [-5, 0],
    ] as const) {
      const { queue, rig, job, accounts, account } = await makeRun(async () => ({
        ...done,
        credits: asked,
      }));
      await queue.deliver(job.id);
      expect(await rig.row(job.id)).toMatchObject({ creditsUsed: used });
      expect(await accounts.get(account)).toMatchObject({ balance: 300 - used, used });
    }
  });

  it("cuts an error text that is endless, and mends one that is no Unicode", async () => {
    const error = `\ud800${"x".repeat(1e6)}`;
    const { queue, rig, job } = await makeRun(async () => ({ status: "failed", error }));
    await queue.deliver(job.id);
    expect((await rig.row(job.id)).error).toBe(`\ufffd${"x".repeat(999)}`);
  });

  it("is not begun again when its delivery comes twice, nor when it is settled", async () => {
    let runs = 0;
    const gate = Promise.withResolvers<JobOutcome>();
    const { queue, rig, job } = await makeRun(() => {
      runs += 1;
      return gate.promise;
    });
    const first = queue.deliver(job.id);
    await expect.poll(() => runs).toBe(1);
    await expect(queue.deliver(job.id)).rejects.toMatchObject({ code: "CONFLICT" });
    gate.resolve(done);
    await first;
    const settled = await rig.row(job.id);
    await queue.deliver(job.id);
    await queue.deliver("job_of_nobody");
    await queue.deliver("");
    expect(runs).toBe(1);
    expect(await rig.row(job.id)).toEqual(settled);
  });

  it("shows how far it is, without a write for every unit, and keeps the last", async () => {
    let run: JobRun | undefined;
    const gate = Promise.withResolvers<JobOutcome>();
    const records = new MemoryRecords();
    const { queue, clock, rig, job } = await makeRun(
      (_, given) => {
        run = given;
        return gate.promise;
      },
      { records },
    );
    const running = queue.deliver(job.id);
    await clock.timerOf(300_000);
    let writes = 0;
    const update = records.update.bind(records);
    records.update = (...args) => {
      writes += 1;
      return update(...args);
    };
    for (let completed = 1; completed <= 1000; completed += 1) {
      await run?.progress({ total: 1000, completed });
      if (completed === 500) await clock.advance(500);
    }
    expect(writes).toBe(2);
    expect(await rig.row(job.id)).toMatchObject({ unitsTotal: 1000, unitsCompleted: 501 });
    gate.resolve(done);
    await running;
    expect(await rig.row(job.id)).toMatchObject({ unitsTotal: 1000, unitsCompleted: 1000 });
  });

  it("is tried to be settled again and again while the store fails", async () => {
    const records = new MemoryRecords();
    const { queue, clock, rig, job } = await makeRun(async () => done, { records });
    const { StorageError } = await import("dragline/storage");
    const atomic = records.atomic.bind(records);
    let failing = 4;
    records.atomic = async (operations, options) => {
      if (operations.length < 2 || failing === 0) return atomic(operations, options);
      failing -= 1;
      throw new StorageError("UNAVAILABLE", { message: "Away." });
    };
    const running = queue.deliver(job.id);
    for (let second = 0; second < 8; second += 1) await clock.advance(1000);
    await running;
    expect(failing).toBe(0);
    expect(await rig.row(job.id)).toMatchObject({ status: "completed", runs: 1 });
  });
});

describe("Jobs.run, when its signal aborts", () => {
  it("lets runs end for as long as the grace lasts", async () => {
    const gate = Promise.withResolvers<JobOutcome>();
    const rig = await makeRig({ kind: { run: () => gate.promise } });
    const stop = rig.start(60_000);
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    await expect.poll(async () => (await rig.row(id)).status).toBe("processing");
    const stopped = stop();
    gate.resolve(done);
    await stopped;
    expect(await rig.row(id)).toMatchObject({ status: "completed", runs: 1 });
  });

  it("puts back what does not end, without a change of status, and not as lost", async () => {
    const queue = new HandQueue();
    const rig = await makeRig({ queue, kind: { run: untilAborted } });
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    for (let round = 0; round < 5; round += 1) {
      const stop = rig.start(0);
      const delivery = queue.deliver(id);
      await expect.poll(async () => (await rig.row(id)).runs).toBe(1);
      await Promise.all([stop(), expect(delivery).rejects.toThrow("The worker is stopping.")]);
      expect(await rig.row(id)).toMatchObject({ status: "processing", runs: 0, holder: null });
    }
    const { records, blobs } = rig;
    const other = await makeRig({ records, blobs, queue });
    other.start();
    await queue.deliver(id);
    expect(await rig.row(id)).toMatchObject({ status: "completed", runs: 1 });
  });

  it("ends at once where it was aborted before", async () => {
    const rig = await makeRig();
    await rig.jobs.run({ signal: AbortSignal.abort(), graceMs: 1000 });
    expect(await rig.queue.depth("service.url_scraper", call)).toBe(0);
  });

  it("ends with the error of a queue that is closed", async () => {
    const rig = await makeRig();
    await rig.queue.close(0);
    const running = rig.jobs.run({ ...call, graceMs: 0 });
    await expect(running).rejects.toMatchObject({ code: "QUEUE_CLOSED" });
  });
});

describe("Jobs.settled", () => {
  it("hears of a job that another process settled within a second", async () => {
    const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    const clock = new FakeClock();
    const queue = new HandQueue();
    const here = await makeRig({ ...store, clock });
    const there = await makeRig({ ...store, clock, queue });
    there.start();
    const job = await here.jobs.submit(newJob(here.account), call);
    const settled = here.jobs.settled(job, { ...call, timeoutMs: 90_000 });
    await clock.timerOf(1000);
    await queue.deliver(job.id);
    await clock.advance(1000);
    expect(await settled).toMatchObject({ status: "completed" });
  });

  it("gives the job as it is when the time is up, and the job goes on", async () => {
    const clock = new FakeClock();
    const rig = await makeRig({ clock, queue: new HandQueue() });
    const job = await rig.jobs.submit(newJob(rig.account), call);
    const settled = rig.jobs.settled(job, { ...call, timeoutMs: 2500 });
    for (const step of [1000, 1000, 500]) {
      await clock.timerOf(step);
      await clock.advance(step);
    }
    expect(await settled).toEqual(job);
    expect(clock.waiting).toBe(0);
  });

  it("ends with its signal, and leaves nothing behind", async () => {
    const clock = new FakeClock();
    const rig = await makeRig({ clock, queue: new HandQueue() });
    const job = await rig.jobs.submit(newJob(rig.account), call);
    const leaving = new AbortController();
    const settled = rig.jobs.settled(job, { signal: leaving.signal, timeoutMs: 90_000 });
    await clock.timerOf(1000);
    leaving.abort(new Error("gone"));
    await expect(settled).rejects.toThrow("gone");
    expect(clock.waiting).toBe(0);
  });
});
