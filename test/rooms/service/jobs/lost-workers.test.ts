import { describe, expect, it } from "vitest";
import { FakeClock, FakeIds } from "dragline/testing";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import type { Job, JobOutcome, JobRun } from "../../../../src/service/jobs/job.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, makeRig, newJob, type Rig } from "./jobs-rig.ts";

const done: JobOutcome = { status: "completed", result: "{}", credits: 1 };

/** A worker of its own process: with its own clock, so that it can stand still. */
async function makeWorker(
  store: { readonly records: MemoryRecords; readonly blobs: MemoryBlobs },
  run: (job: Job, run: JobRun) => Promise<JobOutcome>,
): Promise<{ rig: Rig; queue: HandQueue; clock: FakeClock }> {
  const queue = new HandQueue();
  const clock = new FakeClock();
  const rig = await makeRig({ ...store, queue, clock, ids: seeded(), kind: { run } });
  rig.start();
  return { rig, queue, clock };
}

let workers = 0;

/** Ids that differ between workers. */
function seeded(): FakeIds {
  workers += 1;
  const ids = new FakeIds();
  const own = workers.toString(36).padStart(2, "0");
  const token = ids.token.bind(ids);
  ids.token = (bytes) => `${own}${token(bytes)}`;
  const uuid = ids.uuid.bind(ids);
  ids.uuid = () => `${own}${uuid().slice(2)}`;
  return ids;
}

/** A worker whose runs wait for the test, one that stands still, and a job that it has. */
async function makeLost() {
  const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
  const gate = Promise.withResolvers<JobOutcome>();
  const first = await makeWorker(store, () => gate.promise);
  const second = await makeWorker(store, async () => done);
  const { account } = first.rig;
  const job = await first.rig.jobs.submit(newJob(account), call);
  const running = first.queue.deliver(job.id);
  await expect.poll(async () => (await first.rig.row(job.id)).status).toBe("processing");
  return { store, gate, first, second, account, job, running };
}

describe("a worker that is lost", () => {
  it("keeps its job for 30 s; then another runs it, without a change of status", async () => {
    const { first, second, job, running, gate, account } = await makeLost();
    await second.clock.advance(29_999);
    await expect(second.queue.deliver(job.id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await first.rig.row(job.id)).toMatchObject({ status: "processing", runs: 1 });
    await second.clock.advance(1);
    await second.queue.deliver(job.id);
    const settled = await first.rig.row(job.id);
    expect(settled).toMatchObject({ status: "completed", creditsUsed: 1, runs: 2 });
    // The first wakes up: what it did is for nothing.
    gate.resolve({ status: "failed", error: "late" });
    await running;
    expect(await first.rig.row(job.id)).toEqual(settled);
    expect(await first.rig.accounts.get(account)).toMatchObject({ balance: 299, used: 1 });
  });

  it("cannot settle its job any more while another runs it", async () => {
    const { store, first, job, running, gate } = await makeLost();
    const later = Promise.withResolvers<JobOutcome>();
    const second = await makeWorker(store, () => later.promise);
    await second.clock.advance(30_000);
    const again = second.queue.deliver(job.id);
    await expect.poll(async () => (await first.rig.row(job.id)).runs).toBe(2);
    const held = await first.rig.row(job.id);
    gate.resolve({ status: "failed", error: "late" });
    await running;
    expect(await first.rig.row(job.id)).toEqual(held);
    later.resolve(done);
    await again;
    expect(await first.rig.row(job.id)).toMatchObject({ status: "completed", runs: 2 });
  });

  it("is noticed by the sweep, which pushes its job again", async () => {
    const { second, job, gate, running } = await makeLost();
    await second.clock.advance(35_000);
    expect(second.queue.pushed).toEqual([job.id]);
    await second.queue.deliver(job.id);
    expect(await second.rig.row(job.id)).toMatchObject({ status: "completed" });
    gate.resolve(done);
    await running;
  });

  it("shows every 10 s that it is alive, however long it runs", async () => {
    const { first, second, job, gate, running } = await makeLost();
    for (let passed = 0; passed < 120; passed += 5) {
      await first.clock.advance(5000);
      await second.clock.advance(5000);
    }
    expect(second.queue.pushed).toEqual([]);
    await expect(second.queue.deliver(job.id)).rejects.toMatchObject({ code: "CONFLICT" });
    gate.resolve(done);
    await running;
    expect(await first.rig.row(job.id)).toMatchObject({ status: "completed", runs: 1 });
  });

  it("hears that another has its job, and stops", async () => {
    const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    let heard: unknown;
    const first = await makeWorker(store, (_, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          heard = signal.reason;
          reject(signal.reason);
        });
      });
    });
    const gate = Promise.withResolvers<JobOutcome>();
    const second = await makeWorker(store, () => gate.promise);
    const job = await first.rig.jobs.submit(newJob(first.rig.account), call);
    const running = first.queue.deliver(job.id);
    await expect.poll(async () => (await first.rig.row(job.id)).status).toBe("processing");
    await second.clock.advance(30_000);
    const again = second.queue.deliver(job.id);
    await expect.poll(async () => (await first.rig.row(job.id)).runs).toBe(2);
    await first.clock.advance(10_000);
    await running;
    expect(heard).toEqual(new Error("Another worker holds the job."));
    gate.resolve(done);
    await again;
    expect(await first.rig.row(job.id)).toMatchObject({ status: "completed", runs: 2 });
  });

  it("costs the job one of two more runs; then it fails and is refunded", async () => {
    const { first, job, account, store, gate, running } = await makeLost();
    const standing = [running];
    for (const runs of [2, 3]) {
      const worker = await makeWorker(store, () => gate.promise);
      await worker.clock.advance((runs - 1) * 30_000);
      standing.push(worker.queue.deliver(job.id));
      await expect.poll(async () => (await first.rig.row(job.id)).runs).toBe(runs);
    }
    const last = await makeWorker(store, async () => done);
    await last.clock.advance(90_000);
    await last.queue.deliver(job.id);
    const settled = await first.rig.row(job.id);
    expect(settled).toMatchObject({ status: "failed", error: "worker lost", creditsUsed: 0 });
    expect(await first.rig.accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
    gate.resolve(done);
    await Promise.all(standing);
    expect(await first.rig.row(job.id)).toEqual(settled);
  });
});
