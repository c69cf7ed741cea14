import { describe, expect, it } from "vitest";
import { FakeClock, FakeIds } from "dragline/testing";
import { MemoryBlobs } from "dragline/storage/memory";
import { jobRows, resultRows } from "../../../../src/service/jobs/collections.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, documentOf, makeRig, newJob } from "./jobs-rig.ts";

const MINUTE = 60_000;

async function makeSwept(parts: object = {}) {
  const queue = new HandQueue();
  const clock = new FakeClock();
  const rig = await makeRig({ queue, clock, ids: new FakeIds(), ...parts });
  return { ...rig, queue, clock, rig };
}

describe("sweeps of createJobs.run", () => {
  it("push a job again that the queue forgot: after 20 s, then ever more seldom", async () => {
    const { rig, queue, clock, jobs, account } = await makeSwept();
    rig.start();
    const { id } = await jobs.submit(newJob(account), call);
    const looks: number[] = [];
    for (let at = 0; at < 30 * MINUTE - 5000; at += 5000) {
      const before = queue.pushed.length;
      await clock.advance(5000);
      if (queue.pushed.length > before) looks.push((at + 5000) / 1000);
    }
    expect(queue.pushed.every((body) => body === id)).toBe(true);
    expect(looks).toEqual([20, 40, 80, 160, 320, 640, 1280]);
  });

  it("fail a job with `timeout` that was not started within 30 minutes, and refund it", async () => {
    const { rig, queue, clock, jobs, accounts, account } = await makeSwept();
    const job = await jobs.submit(newJob(account), call);
    rig.start();
    await clock.advance(30 * MINUTE - 1);
    expect(await rig.row(job.id)).toMatchObject({ status: "pending" });
    await clock.advance(5001);
    expect(await jobs.get(account, job.id, call)).toMatchObject({
      status: "failed",
      error: "timeout",
      creditsUsed: 0,
      startedAt: null,
    });
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
    // The queue remembers it at last.
    await queue.deliver(job.id);
    expect(await rig.row(job.id)).toMatchObject({ status: "failed", runs: 0 });
  });

  it("are not needed for that: a delivery of an overdue job fails it as well", async () => {
    const { rig, queue, clock, jobs, account } = await makeSwept();
    const job = await jobs.submit(newJob(account), call);
    await clock.advance(31 * MINUTE);
    queue.isDown = true;
    rig.start();
    await queue.deliver(job.id);
    expect(await rig.row(job.id)).toMatchObject({ status: "failed", error: "timeout", runs: 0 });
  });

  it("go on when the queue fails, and push when it is back", async () => {
    const { rig, queue, clock, jobs, account } = await makeSwept();
    const { id } = await jobs.submit(newJob(account), call);
    rig.start();
    queue.isDown = true;
    await clock.advance(MINUTE);
    queue.isDown = false;
    await clock.advance(5000);
    expect(queue.pushed).toEqual([id, id]);
  });

  it("go on when a job cannot be looked after, as one of a kind that is not there", async () => {
    const { rig, queue, clock, jobs, records, account } = await makeSwept();
    const odd = await jobs.submit(newJob(account, { webhookUrl: "https://hooks.example/" }), call);
    await records.update(jobRows, { where: { id: odd.id }, set: { type: "no_such_kind" } }, call);
    rig.start();
    await clock.advance(31 * MINUTE);
    const { id } = await jobs.submit(newJob(account), call);
    queue.pushed.length = 0;
    await clock.advance(MINUTE);
    expect(queue.pushed).toContain(id);
    expect(await rig.row(odd.id)).toMatchObject({ status: "pending" });
  });

  it("end the run when the store is closed", async () => {
    const { jobs, clock, records } = await makeSwept();
    const running = jobs.run({ ...call, graceMs: 0 });
    const ended = expect(running).rejects.toMatchObject({ code: "CLOSED" });
    await clock.timerOf(1000);
    await records.close();
    await clock.advance(1000);
    await ended;
  });

  it("forget settled jobs after 30 days, with result, blobs and what their kind stored", async () => {
    const forgotten: string[] = [];
    const blobs = new MemoryBlobs();
    const { rig, queue, clock, jobs, records, account } = await makeSwept({
      blobs,
      inlineBytes: 10,
      kind: { forget: async ({ id }: { id: string }) => void forgotten.push(id) },
    });
    const first = await jobs.submit(newJob(account), call);
    await clock.advance(1000);
    const second = await jobs.submit(newJob(account), call);
    const stop = rig.start();
    for (const { id } of [first, second]) await queue.deliver(id);
    expect(await blobs.get(`results/${first.id}/1`, call)).toBeDefined();
    await stop();
    await clock.advance(30 * 24 * 60 * MINUTE - 1000);
    // Known no more at the very moment, though nobody has swept.
    await expect(jobs.get(account, first.id, call)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await documentOf(jobs, await jobs.get(account, second.id, call))).toBeDefined();
    rig.start();
    await clock.advance(0);
    await expect.poll(() => forgotten).toEqual([first.id]);
    await expect.poll(() => records.count(resultRows, {}, call)).toBe(1);
    expect(await blobs.get(`results/${first.id}/1`, call)).toBeUndefined();
    expect(await blobs.get(`results/${second.id}/1`, call)).toBeDefined();
    await clock.advance(2 * MINUTE);
    expect(forgotten).toEqual([first.id, second.id]);
    expect(await records.count(resultRows, {}, call)).toBe(0);
  });

  it("keep a job that its kind could not forget, and are not held up by it", async () => {
    let isBroken = true;
    const { rig, clock, jobs, records, account } = await makeSwept({
      kind: {
        forget: async ({ url }: { url: string }) => {
          if (isBroken && url.endsWith("stuck")) throw new Error("stuck");
        },
      },
    });
    const hit = "{}";
    for (let index = 0; index < 120; index += 1) {
      const url = index < 110 ? "https://a.example/stuck" : "https://a.example/";
      await jobs.submit(newJob(account, { hit, url }), call);
      await clock.advance(1);
    }
    await clock.advance(31 * 24 * 60 * MINUTE);
    rig.start();
    await expect.poll(() => records.count(resultRows, {}, call)).toBe(110);
    isBroken = false;
    await clock.advance(2 * MINUTE);
    await expect.poll(() => records.count(resultRows, {}, call)).toBe(0);
  });
});
