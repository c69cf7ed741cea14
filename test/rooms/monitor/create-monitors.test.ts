import { describe, expect, it } from "vitest";
import { HOUR, page, Rig } from "./rig.ts";

const watched = { url: "https://example.com/", schedule: { every: HOUR } };

describe("createMonitors", () => {
  it("keeps a baseline at the first check and tells no change", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add(watched);
    const run = await rig.monitors.check(id);
    expect(run).toMatchObject({ status: "completed", trigger: "manual", changeId: null });
    expect(await rig.monitors.changes(id)).toEqual([]);
    const [snapshot] = await rig.monitors.snapshots(id);
    expect(await rig.monitors.content(id, { snapshotId: snapshot?.id ?? "" })).toMatchObject({
      content: "v1",
      capturedAt: rig.clock.now(),
      contentHash: snapshot?.contentHash,
    });
  });

  it("records a change with both snapshots, and compares them", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add(watched);
    await rig.monitors.check(id);
    rig.acquirer.answer = async () => page("v2");
    const run = await rig.monitors.check(id);
    const [change] = await rig.monitors.changes(id);
    const [after, before] = await rig.monitors.snapshots(id);
    expect(run.changeId).toBe(change?.id);
    expect(change).toMatchObject({
      snapshotId: after?.id,
      beforeSnapshotId: before?.id,
      summary: null,
      diff: {
        type: "content",
        beforeSnapshotId: before?.id,
        afterSnapshotId: after?.id,
        stats: { adds: 1, dels: 1 },
      },
    });
    const detail = await rig.monitors.compare(id);
    expect(detail).toMatchObject({ before: "v1", after: "v2", change });
    expect(detail?.text?.stats).toEqual({ adds: 1, dels: 1 });
  });

  it("checks by the schedule, from the first moment on", async () => {
    await using rig = new Rig();
    const { id, createdAt } = await rig.monitors.add(watched);
    rig.start();
    await rig.pass(3 * HOUR + 1);
    const at = rig.acquirer.asked.map(({ at: time }) => time - createdAt);
    expect(at).toEqual([0, HOUR, 2 * HOUR, 3 * HOUR]);
    expect((await rig.monitors.get(id)).nextRunAt).toBe(createdAt + 4 * HOUR);
  });
});
