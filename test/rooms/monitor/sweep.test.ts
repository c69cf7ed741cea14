import { describe, expect, it } from "vitest";
import {
  EnsuredRecords,
  StorageError,
  type AtomicOutcome,
  type Call,
  type Operation,
} from "dragline/storage";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { bodyRows, monitorCollections, monitorRows } from "../../../src/monitor/collections.ts";
import { HOUR, MINUTE, page, Rig, signal } from "./rig.ts";

const definition = { url: "https://example.com/", schedule: { every: HOUR } };
const DAY = 24 * HOUR;

/** Records whose steps that store snapshots fail for as long as it is told. */
class FailingRecords extends EnsuredRecords {
  fails = false;

  override async atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome> {
    const stores = operations.some(({ collection: { name } }) => name === "monitor_snapshots");
    if (this.fails && stores) throw new StorageError("CONFLICT", { message: "Told to fail." });
    return super.atomic(operations, call);
  }
}

describe("the hourly sweep of a worker", () => {
  it("removes runs that are older than 30 days, and nothing else of their monitor", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add({ ...definition, isActive: false });
    await rig.monitors.check(id);
    await rig.clock.advance(DAY);
    const kept = await rig.monitors.check(id);
    await rig.clock.advance(29 * DAY - HOUR / 2);
    rig.start();
    await rig.pass(MINUTE);
    expect(await rig.monitors.runs(id)).toHaveLength(2);
    await rig.pass(HOUR);
    expect(await rig.monitors.runs(id)).toEqual([kept]);
    const snapshots = await rig.monitors.snapshots(id);
    expect(snapshots).toHaveLength(2);
    const snapshotId = snapshots[1]?.id ?? "";
    expect(await rig.monitors.content(id, { snapshotId })).toMatchObject({ content: "v1" });
  });

  it("keeps a run that waits, however long it does", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add(definition);
    const waiting = await rig.monitors.request(id);
    await rig.clock.advance(40 * DAY);
    rig.start();
    await rig.pass(MINUTE);
    expect((await rig.monitors.runs(id)).at(-1)).toMatchObject({
      id: waiting.id,
      status: "completed",
    });
  });

  it("removes bodies with their blobs that no step came to name, once an hour has passed", async () => {
    const clock = new FakeClock();
    const blobs = new MemoryBlobs({ clock });
    const records = new FailingRecords(new MemoryRecords(), monitorCollections);
    await using rig = new Rig({ records, blobs, clock }, { inlineBytes: 0 });
    const { id } = await rig.monitors.add({ ...definition, isActive: false });
    await rig.monitors.check(id);
    records.fails = true;
    rig.acquirer.answer = async () => page("never stored");
    await expect(rig.monitors.check(id)).rejects.toMatchObject({ code: "CONFLICT" });
    records.fails = false;
    rig.acquirer.answer = async () => page("v1");
    const where = { hash: null };
    const [unnamed] = await records.find(bodyRows, { where }, { signal });
    const blobKey = unnamed?.blobKey ?? "";
    await rig.clock.advance(MINUTE);
    rig.start();
    await rig.pass(HOUR / 2);
    expect(await blobs.get(blobKey, { signal })).toMatchObject({ contentType: "application/zstd" });
    await rig.pass(2 * HOUR);
    expect(await blobs.get(blobKey, { signal })).toBeUndefined();
    expect(await records.find(bodyRows, { where }, { signal })).toEqual([]);
    for (const { id: snapshotId } of await rig.monitors.snapshots(id)) {
      expect(await rig.monitors.content(id, { snapshotId })).toMatchObject({ content: "v1" });
    }
  });
});

describe("MonitorDefinition.expiresAt", () => {
  it("makes a monitor inactive at its time, long before its next check and without one", async () => {
    await using rig = new Rig();
    const expiresAt = rig.clock.now() + 2 * HOUR;
    const schedule = { every: 7 * DAY };
    const { id } = await rig.monitors.add({ ...definition, schedule, expiresAt });
    rig.start();
    await rig.pass(2 * HOUR - 1);
    expect(await rig.monitors.list({ isActive: true })).toMatchObject([{ id, expired: false }]);
    await rig.pass(1);
    expect(await rig.monitors.list({ isActive: false })).toMatchObject([
      { id, isActive: false, expired: true, nextRunAt: null },
    ]);
    expect(rig.acquirer.asked).toHaveLength(1);
  });

  it("is written by the worker when the check would have been due, which it then is not", async () => {
    const records = new EnsuredRecords(new MemoryRecords(), monitorCollections);
    await using rig = new Rig({ records });
    const expiresAt = rig.clock.now() + HOUR / 2;
    const { id } = await rig.monitors.add({ ...definition, expiresAt });
    rig.start();
    await rig.pass(HOUR + MINUTE);
    const [row] = await records.find(monitorRows, { where: { id } }, { signal });
    expect(row).toMatchObject({ isActive: false, expired: true, dueAt: null, token: null });
    expect(rig.acquirer.asked).toHaveLength(1);
    expect(await rig.monitors.runs(id)).toHaveLength(1);
  });
});
