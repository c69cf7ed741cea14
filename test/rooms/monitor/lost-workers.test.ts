import { describe, expect, it } from "vitest";
import { hostSlotRows, monitorRows } from "../../../src/monitor/collections.ts";
import { MINUTE, page, signal, turns, type FakeAcquirer } from "./rig.ts";
import { LEASE, WorkerFleet } from "./worker-fleet.ts";

type Answer = FakeAcquirer["answer"];

const hang: Answer = () => Promise.withResolvers<never>().promise;
const v2: Answer = async () => page("v2");

/** As the row of a monitor stands. */
async function rowOf({ records }: WorkerFleet, id: string) {
  const [row] = await records.find(monitorRows, { where: { id } }, { signal });
  return row;
}

describe("RunCode WORKER_LOST", () => {
  it("ends a check during which three workers were lost, without touching the baseline", async () => {
    const { fleet, id } = await WorkerFleet.due();
    await using _ = fleet;
    const before = await rowOf(fleet, id);
    for (let lost = 0; lost < 3; lost += 1) {
      const worker = await fleet.start(hang);
      expect(worker.asked).toHaveLength(1);
      worker.kill();
      expect(await fleet.purse.credits()).toBe(6);
      await fleet.pass(LEASE);
    }
    const last = await fleet.start(v2);
    await fleet.ended(id);
    expect(last.asked).toEqual([]);
    const [run, ...others] = await fleet.monitors.runs(id);
    expect(run).toMatchObject({ status: "failed", code: "WORKER_LOST", creditsUsed: 0 });
    expect(others).toHaveLength(1);
    expect(await fleet.purse.credits()).toBe(8);
    const { baselineId, finalUrl, generation } = before ?? {};
    expect(await rowOf(fleet, id)).toMatchObject({
      baselineId,
      finalUrl,
      generation,
      runId: null,
      token: null,
      attempts: 0,
      failures: 1,
    });
    expect(await fleet.monitors.snapshots(id)).toHaveLength(1);
    await fleet.pass(61 * MINUTE);
    await fleet.ended(id);
    expect(await fleet.monitors.changes(id)).toHaveLength(1);
  });

  it("is not what two lost workers come to: the third ends the same run", async () => {
    const { fleet, id } = await WorkerFleet.due();
    await using _ = fleet;
    for (let lost = 0; lost < 2; lost += 1) {
      const worker = await fleet.start(hang);
      worker.kill();
      await fleet.pass(LEASE);
    }
    await fleet.start(v2);
    await fleet.ended(id);
    expect(await fleet.monitors.runs(id)).toMatchObject([{ status: "completed" }, {}]);
    expect(await fleet.monitors.changes(id)).toHaveLength(1);
    expect(await fleet.purse.credits()).toBe(6);
  });
});

describe("MonitorsOptions.leaseMs", () => {
  it("is renewed during a slow check, which no other worker takes", async () => {
    const { fleet, id } = await WorkerFleet.due();
    await using _ = fleet;
    const slow: Answer = () =>
      new Promise((resolve) => fleet.clock.timer(4 * MINUTE, () => resolve(page("v2"))));
    const workers = [await fleet.start(slow), await fleet.start(slow)];
    await fleet.pass(5 * MINUTE);
    await fleet.ended(id);
    expect(workers.flatMap(({ asked }) => asked)).toHaveLength(1);
    expect(await fleet.monitors.runs(id)).toMatchObject([{ status: "completed" }, {}]);
    expect(await fleet.monitors.changes(id)).toHaveLength(1);
  });

  it("lets a worker that was taken for lost store nothing, though it ends before it knows", async () => {
    const { fleet, id } = await WorkerFleet.due();
    await using _ = fleet;
    const late = Promise.withResolvers<ReturnType<typeof page>>();
    await fleet.start(() => late.promise);
    await takenBy(fleet, id, "another");
    late.resolve(page("late"));
    expect(await storedAfter(fleet, id)).toEqual(untouched);
  });

  it("ends the check of a worker as soon as it sees that another has it", async () => {
    const { fleet, id } = await WorkerFleet.due();
    await using _ = fleet;
    const seen = Promise.withResolvers<AbortSignal>();
    await fleet.start((_request, call) => {
      seen.resolve(call);
      return Promise.withResolvers<never>().promise;
    });
    const call = await seen.promise;
    await takenBy(fleet, id, "another");
    await fleet.pass(LEASE / 3);
    expect(call.reason).toMatchObject({ name: "LeaseLost" });
    expect(await storedAfter(fleet, id)).toEqual(untouched);
  });
});

/** Another worker takes the monitor, as when the lease had run out. */
async function takenBy({ records, clock }: WorkerFleet, id: string, token: string): Promise<void> {
  const heldUntil = clock.now() + LEASE;
  const change = { where: { id }, set: { token, heldUntil, dueAt: heldUntil } };
  await records.update(monitorRows, change, { signal });
}

/** What is stored once the worker has come to its end: when it lets its place on the host go. */
async function storedAfter({ records, monitors }: WorkerFleet, id: string) {
  const where = { token: { ne: null } };
  while ((await records.count(hostSlotRows, { where }, { signal })) > 0) await turns(5);
  const [row] = await records.find(monitorRows, { where: { id } }, { signal });
  const [run] = await monitors.runs(id);
  const snapshots = (await monitors.snapshots(id)).length;
  const changes = (await monitors.changes(id)).length;
  return { token: row?.token, failures: row?.failures, status: run?.status, snapshots, changes };
}

/** Nothing of the check that was lost. */
const untouched = {
  token: "another",
  failures: 0,
  status: "processing",
  snapshots: 1,
  changes: 0,
};

describe("Monitors.work that is told to stop", () => {
  it("gives its check back at once; another worker makes it under the same run", async () => {
    const { fleet, id } = await WorkerFleet.due();
    await using _ = fleet;
    // More often than workers may be lost: this is no loss.
    for (let turn = 0; turn < 5; turn += 1) {
      const worker = await fleet.start(hang);
      expect(worker.asked).toHaveLength(1);
      await worker.stop();
    }
    const [begun] = await fleet.monitors.runs(id);
    expect(begun).toMatchObject({ status: "processing" });
    expect(await rowOf(fleet, id)).toMatchObject({ token: null, heldUntil: 0, attempts: 0 });
    await fleet.start(v2);
    await fleet.ended(id);
    const [run, ...others] = await fleet.monitors.runs(id);
    expect(run).toMatchObject({ id: begun?.id, status: "completed" });
    expect(others).toHaveLength(1);
    expect(await fleet.monitors.changes(id)).toMatchObject([{ id: run?.changeId }]);
    expect(await fleet.purse.credits()).toBe(6);
  });
});
