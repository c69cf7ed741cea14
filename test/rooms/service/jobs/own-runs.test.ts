import { describe, expect, it } from "vitest";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { jobRows } from "../../../../src/service/jobs/collections.ts";
import { call, documentOf, newJob } from "./jobs-rig.ts";
import { makeFull, makeProcess, toId } from "./short-jobs.ts";

describe("a short job, in a process that runs jobs", () => {
  it("is stored as begun and run at once, past the queue; its submitter sees it pending", async () => {
    const { submit, row, queue, gates, statusOf, accounts, account, clock } = await makeProcess();
    const job = await submit();
    expect(job).toMatchObject({ status: "pending", startedAt: null });
    expect(await row(job.id)).toMatchObject({
      status: "processing",
      startedAt: job.createdAt,
      runs: 1,
      holder: expect.any(String),
      lookAt: clock.now() + 8000,
    });
    gates[0]?.end();
    await expect.poll(() => statusOf(job)).toBe("completed");
    expect(queue.pushed).toEqual([]);
    expect(await accounts.get(account)).toMatchObject({ balance: 299, used: 1 });
  });

  it("costs two steps of the store", async () => {
    const records = new MemoryRecords();
    let steps = 0;
    const { submit, gates, statusOf, account } = await makeProcess({ records });
    for (const name of ["atomic", "update", "insert"] as const) {
      const step = records[name].bind(records) as (...args: never[]) => Promise<never>;
      records[name] = (...args: never[]) => {
        steps += 1;
        return step(...args);
      };
    }
    const job = await submit();
    gates[0]?.end();
    await expect.poll(() => statusOf(job)).toBe("completed");
    expect([account.length > 0, steps]).toEqual([true, 2]);
  });

  it("is heard of, and shown, without a look at the store", async () => {
    const records = new MemoryRecords();
    const { submit, gates, jobs } = await makeProcess({ records });
    const job = await submit();
    const looked: string[] = [];
    const find = records.find.bind(records);
    records.find = (collection, query, ...rest) => {
      // Sweeps look for times.
      if (query.where !== undefined && "id" in query.where) looked.push(collection.name);
      return find(collection, query, ...rest);
    };
    const settled = jobs.settled(job, { ...call, timeoutMs: 90_000 });
    gates[0]?.end({ status: "completed", result: `{"asked":1}`, credits: 1 });
    expect(await documentOf(jobs, await settled)).toMatchObject({ status: "completed", asked: 1 });
    expect(looked).toEqual([]);
    const later = await jobs.settled(job, { ...call, timeoutMs: 90_000 });
    expect(looked).toEqual(["service_jobs"]);
    expect(await documentOf(jobs, later)).toMatchObject({ status: "completed", asked: 1 });
  });

  it("needs no queue that works", async () => {
    const { submit, queue, gates, statusOf } = await makeProcess();
    queue.isDown = true;
    const job = await submit();
    gates[0]?.end();
    await expect.poll(() => statusOf(job)).toBe("completed");
  });

  it("waits for a place and begins when one is free, in the order of submission", async () => {
    const { submit, queue, gates, statusOf, running } = await makeFull();
    const [third, fourth] = [await submit(), await submit()];
    expect([await statusOf(third), await statusOf(fourth)]).toEqual(["pending", "pending"]);
    gates[1]?.end();
    await expect.poll(() => gates.map(({ id }) => id)).toEqual([...running, third].map(toId));
    expect(await statusOf(fourth)).toBe("pending");
    gates[0]?.end();
    await expect.poll(() => gates.length).toBe(4);
    expect([gates[3]?.id, queue.pushed]).toEqual([fourth.id, []]);
  });

  it("is pushed when it has waited for a second, and is then the queue's", async () => {
    const { submit, queue, gates, statusOf, clock } = await makeFull();
    const third = await submit();
    await clock.advance(999);
    expect(queue.pushed).toEqual([]);
    await clock.advance(1);
    expect(queue.pushed).toEqual([third.id]);
    gates[0]?.end();
    gates[1]?.end();
    const fourth = await submit();
    await expect.poll(() => gates.map(({ id }) => id)).toContain(fourth.id);
    expect(await statusOf(third)).toBe("pending");
    void queue.deliver(third.id);
    await expect.poll(() => gates.at(-1)?.id).toBe(third.id);
  });

  it("waits behind what the queue brought; both share the places", async () => {
    const { submit, queue, gates, statusOf, clock } = await makeFull();
    const brought = await submit();
    await clock.advance(1000);
    const later = await submit();
    void queue.deliver(brought.id);
    await new Promise(setImmediate);
    expect([gates.length, await statusOf(brought)]).toEqual([2, "pending"]);
    gates[0]?.end();
    await expect.poll(() => gates.length).toBe(3);
    expect([gates[2]?.id, await statusOf(later)]).toEqual([brought.id, "pending"]);
  });

  it("that is refused leaves its place to others", async () => {
    const { jobs, account, submit, statusOf } = await makeProcess();
    for (let round = 0; round < 3; round += 1) {
      const refused = jobs.submit(newJob(account, { cost: 301 }), call);
      await expect(refused).rejects.toMatchObject({ code: "INSUFFICIENT_CREDITS" });
    }
    expect(await statusOf(await submit())).toBe("processing");
  });

  it("fails with `timeout` when its time is up, counted from its start", async () => {
    const { submit, row, clock } = await makeProcess({ kind: { timeoutMs: 5000 } });
    const job = await submit();
    await clock.timerOf(5000);
    await clock.advance(5000);
    await expect.poll(() => row(job.id)).toMatchObject({ status: "failed", error: "timeout" });
  });
});

describe("a process that has short jobs, and is lost", () => {
  it("keeps what it runs for 8 s without a sign; then another has it, as a second run", async () => {
    const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    const lost = await makeProcess(store);
    const job = await lost.submit();
    const other = await makeProcess(store);
    await other.clock.advance(7999);
    expect(other.queue.pushed).toEqual([]);
    await other.clock.advance(1001);
    expect(other.queue.pushed).toEqual([job.id]);
    void other.queue.deliver(job.id);
    await expect.poll(() => other.gates.length).toBe(1);
    other.gates[0]?.end();
    await expect.poll(() => other.statusOf(job)).toBe("completed");
    expect(await other.row(job.id)).toMatchObject({ runs: 2, creditsUsed: 1 });
    // What it did is for nothing when it wakes up.
    lost.gates[0]?.end({ status: "failed", error: "late" });
    await lost.stop();
    expect(await other.row(job.id)).toMatchObject({ status: "completed", runs: 2 });
  });

  it("leaves those that waited to the sweep of another", async () => {
    const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    const lost = await makeProcess(store);
    await lost.submit();
    await lost.submit();
    const waiting = await lost.submit();
    const other = await makeProcess(store);
    await other.clock.advance(19_999);
    expect(other.queue.pushed).not.toContain(waiting.id);
    await other.clock.advance(1001);
    expect(other.queue.pushed).toContain(waiting.id);
  });

  it("keeps what it runs as long as it is alive", async () => {
    const store = { records: new MemoryRecords(), blobs: new MemoryBlobs() };
    const alive = await makeProcess(store);
    const job = await alive.submit();
    const other = await makeProcess(store);
    for (let passed = 0; passed < 120; passed += 2) {
      await alive.clock.advance(2000);
      await other.clock.advance(2000);
    }
    expect(other.queue.pushed).toEqual([]);
    expect(await alive.row(job.id)).toMatchObject({ status: "processing", runs: 1 });
  });
});

describe("a process that has short jobs, and stops", () => {
  it("pushes those that wait at once, and lets the others end", async () => {
    const { submit, queue, gates, stop, statusOf, running } = await makeFull();
    const waiting = await submit();
    const stopped = stop();
    await expect.poll(() => queue.pushed).toEqual([waiting.id]);
    for (const gate of gates) gate.end();
    await stopped;
    expect(await Promise.all(running.map(statusOf))).toEqual(["completed", "completed"]);
    expect(await statusOf(waiting)).toBe("pending");
  });

  it("gives the queue what does not end in the time of grace, as not begun", async () => {
    const { submit, queue, stop, clock, row } = await makeProcess();
    const job = await submit();
    const stopped = stop();
    await clock.timerOf(1000);
    await clock.advance(1000);
    await stopped;
    expect(queue.pushed).toEqual([job.id]);
    expect(await row(job.id)).toMatchObject({ status: "processing", runs: 0, holder: null });
  });

  it("pushes what is submitted afterwards", async () => {
    const { submit, queue, stop, statusOf } = await makeProcess();
    await stop();
    const job = await submit();
    expect([queue.pushed, await statusOf(job)]).toEqual([[job.id], "pending"]);
  });

  it("waits for a job that is being stored", async () => {
    const records = new MemoryRecords();
    const { submit, stop, queue, clock } = await makeProcess({ records });
    await records.ensure([jobRows], call);
    const gate = Promise.withResolvers<void>();
    const atomic = records.atomic.bind(records);
    records.atomic = async (...args) => {
      await gate.promise;
      return atomic(...args);
    };
    const submitted = submit();
    const stopped = stop();
    await clock.timerOf(1000);
    gate.resolve();
    const job = await submitted;
    await clock.advance(1000);
    await stopped;
    expect(queue.pushed).toEqual([job.id]);
  });
});
