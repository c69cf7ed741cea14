import { FakeClock } from "dragline/testing";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { HandQueue } from "./hand-queue.ts";
import { call, documentOf, makeRig, newJob, type RigParts } from "./jobs-rig.ts";
import type { JobOutcome, JobRun } from "../../../../src/service/jobs/job.ts";

const done: JobOutcome = { status: "completed", result: `{"found":1}`, credits: 3 };

/** A process that takes immediate jobs; each waits for the test. It runs no others unless started. */
async function makeTaker(parts: RigParts = {}) {
  const [queue, clock] = [new HandQueue(), new FakeClock()];
  const gates: ((outcome?: JobOutcome) => void)[] = [];
  const run = (_: unknown, { signal }: JobRun): Promise<JobOutcome> =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      gates.push((outcome = done) => resolve(outcome));
    });
  const kind = { start: "at-once" as const, concurrency: 1, timeoutMs: 60_000, run };
  const rig = await makeRig({ queue, clock, ...parts, kind });
  const submit = (account = rig.account) => rig.jobs.submit(newJob(account, { cost: 3 }), call);
  const start = () => rig.start();
  const row = (id: string) => rig.row(id);
  return { ...rig, start, row, queue, clock, gates, submit };
}

describe("an immediate job", () => {
  it("is stored as begun and run at once, where no jobs are run", async () => {
    const { submit, row, gates, jobs, queue, accounts, account, clock } = await makeTaker();
    const job = await submit();
    expect(await row(job.id)).toMatchObject({
      status: "processing",
      startedAt: job.createdAt,
      runs: 1,
      lookAt: clock.now() + 8000,
    });
    const settled = jobs.settled(job, { ...call, timeoutMs: 75_000 });
    gates[0]?.();
    const document = await documentOf(jobs, await settled);
    expect(document).toMatchObject({ status: "completed", found: 1, creditsUsed: 3 });
    expect(queue.pushed).toEqual([]);
    expect(await accounts.get(account)).toMatchObject({ balance: 297, used: 3 });
  });

  it("needs no place: as many run as there are", async () => {
    const { submit, gates, row } = await makeTaker();
    const jobs = [await submit(), await submit(), await submit()];
    expect(gates).toHaveLength(3);
    for (const end of gates) end();
    for (const { id } of jobs) {
      await expect.poll(async () => (await row(id)).status).toBe("completed");
    }
  });

  it("is held while it runs, for as long as its kind may take", async () => {
    const { submit, row, clock, accounts, account } = await makeTaker();
    const { id } = await submit();
    await clock.advance(35_000);
    const held = await row(id);
    expect([held.status, Number(held.lookAt) > clock.now()]).toEqual(["processing", true]);
    await clock.advance(25_000);
    await expect.poll(async () => (await row(id)).error).toBe("timeout");
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
  });

  it("goes on when whoever waits for it leaves", async () => {
    const { submit, row, gates, jobs } = await makeTaker();
    const job = await submit();
    const leaving = new AbortController();
    const settled = jobs.settled(job, { signal: leaving.signal, timeoutMs: 75_000 });
    leaving.abort(new Error("gone"));
    await expect(settled).rejects.toThrow("gone");
    gates[0]?.();
    await expect.poll(async () => (await row(job.id)).status).toBe("completed");
  });

  it("is handed back when its process ends; another one runs it, and it is paid for once", async () => {
    const records = new MemoryRecords();
    const first = await makeTaker({ records });
    const job = await first.submit();
    await first.jobs[Symbol.asyncDispose]();
    expect(await first.row(job.id)).toMatchObject({ status: "processing", holder: null, runs: 0 });
    expect(first.queue.pushed).toEqual([job.id]);
    await expect(first.submit()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const second = await makeTaker({ records });
    second.start();
    const delivery = second.queue.deliver(job.id);
    await expect.poll(() => second.gates.length).toBe(1);
    second.gates[0]?.();
    await delivery;
    expect(await second.row(job.id)).toMatchObject({ status: "completed", creditsUsed: 3 });
    expect(await first.accounts.get(first.account)).toMatchObject({ balance: 297, used: 3 });
  });

  it("comes to a worker when its process was lost, and ends once", async () => {
    const records = new MemoryRecords();
    const lost = await makeTaker({ records });
    const { id } = await lost.submit();
    const clock = new FakeClock(lost.clock.now());
    const worker = await makeTaker({ records, clock });
    worker.start();
    await clock.advance(36_000);
    await expect.poll(() => worker.queue.pushed).toEqual([id]);
    const delivery = worker.queue.deliver(id);
    await expect.poll(() => worker.gates.length).toBe(1);
    // The lost one comes back, and is too late.
    lost.gates[0]?.({ status: "failed", error: "late" });
    worker.gates[0]?.();
    await delivery;
    expect(await worker.row(id)).toMatchObject({ status: "completed", error: null, runs: 2 });
    expect(await lost.accounts.get(lost.account)).toMatchObject({ balance: 297, used: 3 });
  });
});
