import { describe, expect, it } from "vitest";
import { FakeClock, FakeIds } from "dragline/testing";
import { RecordsQueue } from "dragline/queue/records";
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
  it("keeps its job for 8 s; then another runs it, without a change of status", async () => {
    const { first, second, job, running, gate, account } = await makeLost();
    await second.clock.advance(5000);
    await expect(second.queue.deliver(job.id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await first.rig.row(job.id)).toMatchObject({ status: "processing", runs: 1 });
    await second.clock.advance(3000);
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
    await second.clock.advance(8000);
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

  it("has its job waited for, where the queue notices first that it is silent", async () => {
    const { first, second, job, running, gate } = await makeLost();
    await second.clock.advance(5400);
    const again = second.queue.deliver(job.id);
    await second.clock.timerOf(2600);
    expect(await first.rig.row(job.id)).toMatchObject({ status: "processing", runs: 1 });
    await second.clock.advance(2600);
    await again;
    expect(await first.rig.row(job.id)).toMatchObject({ status: "completed", runs: 2 });
    gate.resolve(done);
    await running;
  });

  it("has a second delivery turned away when it wakes up meanwhile", async () => {
    const { first, second, job, running, gate } = await makeLost();
    await second.clock.advance(5400);
    const again = second.queue.deliver(job.id).catch((error: unknown) => error);
    await second.clock.timerOf(2600);
    await first.clock.advance(5400);
    await second.clock.advance(2600);
    expect(await again).toMatchObject({ code: "CONFLICT" });
    gate.resolve(done);
    await running;
    expect(await first.rig.row(job.id)).toMatchObject({ status: "completed", runs: 1 });
  });

  it("is noticed by the sweep, which pushes its job again", async () => {
    const { second, job, gate, running } = await makeLost();
    await second.clock.advance(9000);
    expect(second.queue.pushed).toEqual([job.id]);
    await second.queue.deliver(job.id);
    expect(await second.rig.row(job.id)).toMatchObject({ status: "completed" });
    gate.resolve(done);
    await running;
  });

  it("shows every 2.7 s that it is alive, however long it runs", async () => {
    const { first, second, job, gate, running } = await makeLost();
    for (let passed = 0; passed < 120; passed += 2) {
      await first.clock.advance(2000);
      await second.clock.advance(2000);
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
    await second.clock.advance(8000);
    const again = second.queue.deliver(job.id);
    await expect.poll(async () => (await first.rig.row(job.id)).runs).toBe(2);
    await first.clock.advance(3000);
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
      await worker.clock.advance((runs - 1) * 8000);
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

describe("a job whose worker is killed, with the queue in the records", () => {
  /** A worker that looks for jobs itself. */
  async function makeLooking(
    store: { readonly records: MemoryRecords; readonly blobs: MemoryBlobs },
    run: () => Promise<JobOutcome>,
  ) {
    const [clock, ids] = [new FakeClock(), seeded()];
    const queue = new RecordsQueue({ records: store.records, clock, ids });
    const rig = await makeRig({ ...store, queue, clock, ids, kind: { run } });
    rig.start();
    return { rig, clock };
  }

  // Between two signs of life, and whichever of queue and job showed its own last.
  it.each([0, 300, 1000, 2600, 2700, 5200, 7900, 61_000])(
    "goes on within 10 s, when it ran for %i ms",
    async (ranFor) => {
      const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
      const gate = Promise.withResolvers<JobOutcome>();
      const killed = await makeLooking(store, () => gate.promise);
      const job = await killed.rig.jobs.submit(newJob(killed.rig.account), call);
      await expect
        .poll(async () => {
          await killed.clock.advance(10);
          return (await killed.rig.row(job.id)).status;
        })
        .toBe("processing");
      const went = { on: false };
      const other = await makeLooking(store, async () => {
        went.on = true;
        return done;
      });
      await other.clock.advance(killed.clock.now() - other.clock.now());
      for (let ran = 0; ran < ranFor; ran += 100) {
        await killed.clock.advance(100);
        await other.clock.advance(100);
      }
      expect(went.on).toBe(false);
      // The clock of the one that was killed stands still from now on.
      let silent = 0;
      for (; !went.on && silent < 30_000; silent += 100) await other.clock.advance(100);
      expect(silent).toBeLessThanOrEqual(10_000);
      await expect
        .poll(async () => {
          await other.clock.advance(100);
          return (await other.rig.row(job.id)).status;
        })
        .toBe("completed");
      gate.resolve(done);
    },
  );
});
