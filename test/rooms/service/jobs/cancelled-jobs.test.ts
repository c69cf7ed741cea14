import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import type { JobOutcome, JobRun } from "../../../../src/service/jobs/job.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, makeRig, newJob, type Rig } from "./jobs-rig.ts";

/** A rig whose runs wait until they are stopped, and what stopped them. */
async function makeHanging(): Promise<Rig & { readonly stopped: string[] }> {
  const stopped: string[] = [];
  const run = (_job: unknown, { signal }: JobRun): Promise<JobOutcome> =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        stopped.push((signal.reason as Error).message);
        reject(signal.reason as Error);
      });
    });
  return Object.assign(await makeRig({ kind: { run } }), { stopped });
}

const underWay = async (rig: Rig, id: string): Promise<void> => {
  await expect.poll(async () => (await rig.row(id)).status).toBe("processing");
};

describe("createJobs.cancel", () => {
  it("ends a job that waits, which is never run and costs nothing", async () => {
    const rig = await makeHanging();
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    expect(await rig.jobs.cancel(rig.account, id, call)).toBe(true);
    expect(await rig.row(id)).toMatchObject({ status: "failed", error: "cancelled", runs: 0 });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300 });
    rig.start();
    expect(await rig.row(id)).toMatchObject({ status: "failed", runs: 0 });
  });

  it("stops the run of this process at once, and gives the credits back", async () => {
    const rig = await makeHanging();
    rig.start();
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    await underWay(rig, id);
    expect(await rig.jobs.cancel(rig.account, id, call)).toBe(true);
    await expect.poll(() => rig.stopped).toEqual(["The job was cancelled."]);
    expect(await rig.row(id)).toMatchObject({ status: "failed", creditsUsed: 0, holder: null });
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300 });
  });

  it("stops the run of another process when that shows that it is alive", async () => {
    const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    const stopped = Promise.withResolvers<void>();
    const run = (_job: unknown, { signal }: JobRun): Promise<JobOutcome> =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          stopped.resolve();
          reject(signal.reason as Error);
        });
      });
    const clock = new FakeClock();
    const queue = new HandQueue();
    const worker = await makeRig({ ...store, clock, queue, kind: { run } });
    worker.start();
    const { id } = await worker.jobs.submit(newJob(worker.account), call);
    const running = queue.deliver(id);
    await underWay(worker, id);
    const other = await makeRig({ ...store, clock, queue: new HandQueue() });
    expect(await other.jobs.cancel(worker.account, id, call)).toBe(true);
    await clock.advance(3000);
    await stopped.promise;
    await running;
    expect(await worker.row(id)).toMatchObject({ status: "failed", error: "cancelled" });
  });

  it("ends a batch with all of its children", async () => {
    const rig = await makeHanging();
    rig.start();
    const { country, request, baseUrl, webhookUrl } = newJob(rig.account);
    const urls = ["https://example.com/a", "https://example.com/b"];
    const children = urls.map((url) => ({ url, request, cost: 1 }));
    const rest = { country, request, baseUrl, webhookUrl, urls, children };
    const batch = await rig.jobs.submitBatch({ account: rig.account, ...rest }, call);
    await underWay(rig, batch.id);
    expect(await rig.jobs.cancel(rig.account, batch.id, call)).toBe(true);
    expect(await rig.row(batch.id)).toMatchObject({ status: "failed", creditsUsed: 0 });
    await expect.poll(() => rig.stopped).toHaveLength(2);
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300 });
  });

  it("says of a job that has ended that it had, also the second time", async () => {
    const rig = await makeHanging();
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    await rig.jobs.cancel(rig.account, id, call);
    expect(await rig.jobs.cancel(rig.account, id, call)).toBe(false);
    expect(await rig.accounts.get(rig.account)).toMatchObject({ balance: 300 });
  });

  it("refuses another account's job, and one that is not there", async () => {
    const rig = await makeHanging();
    const { id } = await rig.jobs.submit(newJob(rig.account), call);
    const { id: other } = await rig.accounts.create();
    const cancelled = rig.jobs.cancel(other, id, call);
    await expect(cancelled).rejects.toMatchObject({ code: "FORBIDDEN" });
    const unknown = rig.jobs.cancel(rig.account, "none", call);
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await rig.row(id)).toMatchObject({ status: "pending" });
  });
});
