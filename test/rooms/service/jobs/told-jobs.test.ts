import { FakeClock } from "dragline/testing";
import { collection, inserting, StorageError, type Operation } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import type { JobOutcome, JobRun } from "../../../../src/service/jobs/job.ts";
import { HandQueue } from "./hand-queue.ts";
import { call, documentOf, makeRig, newJob, type RigParts } from "./jobs-rig.ts";

const done: JobOutcome = { status: "completed", result: "{}", credits: 1 };

/** A process whose jobs wait for a delivery and, when they run, for the test. */
async function makeDesk(parts: RigParts = {}) {
  const [queue, clock] = [new HandQueue(), new FakeClock()];
  const runs: (JobRun & { end(outcome?: JobOutcome): void })[] = [];
  const run = (_: unknown, given: JobRun): Promise<JobOutcome> =>
    new Promise((resolve, reject) => {
      const { signal } = given;
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      runs.push({ ...given, end: (outcome = done) => resolve(outcome) });
    });
  const kind = { document: "queued" as const, run };
  const rig = await makeRig({ queue, clock, ...parts, kind });
  const submit = (message?: string) => rig.jobs.submit(newJob(rig.account, { message }), call);
  const shown = async (id: string) =>
    documentOf(rig.jobs, await rig.jobs.get(rig.account, id, call)) as Promise<object>;
  /** Has a job begun; gives its run and what comes of the delivery. */
  const begin = async (id: string) => {
    const delivery = queue.deliver(id);
    const count = runs.length;
    await expect.poll(() => runs.length).toBe(count + 1);
    return { run: runs[count] as (typeof runs)[number], delivery };
  };
  const start = () => rig.start();
  const row = (id: string) => rig.row(id);
  return { ...rig, start, row, queue, clock, runs, submit, shown, begin };
}

describe("a job whose waiting is shown", () => {
  it("is pending for its submitter, queued once the queue has it, then processing", async () => {
    const { submit, shown, start, begin } = await makeDesk();
    const job = await submit();
    expect(job.status).toBe("pending");
    expect(await shown(job.id)).toMatchObject({ status: "queued" });
    start();
    const { run, delivery } = await begin(job.id);
    expect(await shown(job.id)).toMatchObject({ status: "processing" });
    run.end();
    await delivery;
    expect(await shown(job.id)).toMatchObject({ status: "completed" });
  });

  it("is refunded when it could not be queued", async () => {
    const { submit, queue, accounts, account } = await makeDesk();
    queue.isDown = true;
    await expect(submit()).rejects.toMatchObject({ code: "QUEUE_ERROR" });
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
  });

  it("is failed and refunded when it was not started within 30 minutes", async () => {
    const { submit, row, clock, start, accounts, account } = await makeDesk();
    const { id } = await submit();
    await clock.advance(31 * 60_000);
    start();
    await clock.advance(5000);
    await expect.poll(async () => (await row(id)).error).toBe("timeout");
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
  });

  it("is shown as queued by a sweep, where the write failed after the push", async () => {
    const records = new MemoryRecords();
    const { submit, shown, clock, start } = await makeDesk({ records });
    const update = records.update.bind(records);
    records.update = () => Promise.reject(new StorageError("UNAVAILABLE", { message: "away" }));
    const { id } = await submit();
    records.update = update;
    expect(await shown(id)).toMatchObject({ status: "pending" });
    start();
    await clock.advance(21_000);
    await expect.poll(() => shown(id)).toMatchObject({ status: "queued" });
  });
});

describe("the message of a job", () => {
  it("is shown until the job is settled", async () => {
    const { submit, shown, start, begin } = await makeDesk();
    const { id } = await submit("Waiting.");
    expect(await shown(id)).toMatchObject({ message: "Waiting." });
    start();
    const { run, delivery } = await begin(id);
    await run.tell("Reading.");
    await run.tell("Writing.");
    expect(await shown(id)).toMatchObject({ message: "Writing." });
    await run.tell("x".repeat(600));
    expect(await shown(id)).toMatchObject({ message: "x".repeat(500) });
    run.end();
    await delivery;
    expect(await shown(id)).not.toHaveProperty("message");
  });

  it("is not there for kinds that have none", async () => {
    const { submit, shown } = await makeDesk();
    expect(await shown((await submit()).id)).not.toHaveProperty("message");
  });

  it("does not fail a run when it cannot be written", async () => {
    const records = new MemoryRecords();
    const { submit, start, begin, row } = await makeDesk({ records });
    const { id } = await submit();
    start();
    const { run, delivery } = await begin(id);
    const update = records.update.bind(records);
    records.update = () => Promise.reject(new StorageError("UNAVAILABLE", { message: "away" }));
    await run.tell("Reading.");
    records.update = update;
    await run.tell("Reading.");
    expect((await row(id)).message).toBe("Reading.");
    run.end();
    await delivery;
  });
});

const noteRows = collection({ name: "notes", fields: { id: "string" }, key: ["id"] });

describe("the fence of a run", () => {
  it("lets its steps through, until another run has the job or it is settled", async () => {
    const { submit, records, start, begin, clock, jobs, account } = await makeDesk();
    await records.ensure([noteRows], call);
    const write = async (fence: Operation, id: string) =>
      (await records.atomic([fence, inserting(noteRows, [{ id }])], call)).applied;
    const { id } = await submit();
    start();
    const { run, delivery } = await begin(id);
    expect(await write(run.fence, "held")).toBe(true);
    await jobs.removeOf(account, call);
    expect(await write(run.fence, "lost")).toBe(false);
    await clock.advance(10_000);
    await delivery;
    expect(run.signal.aborted).toBe(true);
  });
});

describe("jobs of an account that is gone", () => {
  it("end: those that wait, and those that run; what they reserved goes back, nobody is told", async () => {
    const { submit, start, begin, row, clock, jobs, account, accounts, webhooks } =
      await makeDesk();
    await webhooks.endpoints.create(account, { url: "http://127.0.0.1:9/" }, call);
    const [running, waiting] = [await submit(), await submit()];
    start();
    const { run, delivery } = await begin(running.id);
    await jobs.removeOf(account, call);
    for (const { id } of [running, waiting]) {
      const { status, error } = await row(id);
      expect([status, error]).toEqual(["failed", "the account was removed"]);
    }
    await clock.advance(10_000);
    await delivery;
    expect(run.signal.aborted).toBe(true);
    expect(await accounts.get(account)).toMatchObject({ balance: 300, used: 0 });
    expect(await webhooks.deliveries.list(account, call)).toEqual([]);
    await jobs.removeOf(account, call);
  });
});
