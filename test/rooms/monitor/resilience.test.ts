import { describe, expect, it } from "vitest";
import { EnsuredRecords } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import {
  bodyRows,
  monitorCollections,
  monitorRows,
  snapshotRows,
} from "../../../src/monitor/collections.ts";
import { failure, HOUR, MINUTE, page, Rig, signal } from "./rig.ts";

const definition = { url: "https://example.com/", schedule: { every: HOUR } };

describe("a monitor whose row is damaged", () => {
  it.for([
    ["a time zone that there is not", { schedule: { cron: "0 0 * * *", timezone: "Mars/Base" } }],
    ["a pattern that cannot be read", { schedule: { cron: "nonsense" } }],
    ["no URL", { url: null }],
    ["a definition that is a number", 7],
  ] as const)("fails with %s, and leaves the others alone", async ([, damage]) => {
    const records = new EnsuredRecords(new MemoryRecords(), monitorCollections);
    await using rig = new Rig({ records });
    const { id } = await rig.monitors.add(definition);
    const { id: other } = await rig.monitors.add({ ...definition, url: "https://other.example/" });
    const stored = typeof damage === "number" ? damage : { ...definition, ...damage };
    await records.update(monitorRows, { where: { id }, set: { definition: stored } }, { signal });
    rig.start();
    await rig.pass(MINUTE);
    expect((await rig.monitors.runs(id))[0]).toMatchObject({ status: "failed", code: "INTERNAL" });
    expect((await rig.monitors.get(id)).lastError).toMatch(/\w/u);
    expect((await rig.monitors.runs(other))[0]).toMatchObject({ status: "completed" });
  });
});

describe("MonitorsOptions.breakerFailures", () => {
  it("leaves a host alone that is down, and tries it again with one check", async () => {
    await using rig = new Rig({}, { breakerFailures: 2, breakerMs: 10 * MINUTE });
    rig.acquirer.answer = async () => failure("HTTP_STATUS", "HTTP 503", true);
    for (let index = 0; index < 6; index += 1) {
      await rig.monitors.add({ ...definition, url: `https://example.com/${index}` });
    }
    rig.start();
    await rig.pass(9 * MINUTE);
    const before = rig.acquirer.asked.length;
    expect(before).toBeLessThan(5);
    await rig.pass(2 * MINUTE);
    expect(rig.acquirer.asked.length - before).toBe(1);
    rig.acquirer.answer = async () => page("v1");
    await rig.pass(30 * MINUTE);
    expect(new Set(rig.acquirer.asked.map(({ url }) => url)).size).toBe(6);
  });
});

describe("MonitorsOptions.maxHistory", () => {
  it("keeps the newest and the baseline, with their bodies", async () => {
    const records = new EnsuredRecords(new MemoryRecords(), monitorCollections);
    await using rig = new Rig({ records }, { maxHistory: 3, inlineBytes: 0 });
    const { id } = await rig.monitors.add(definition);
    for (let version = 0; version < 12; version += 1) {
      rig.acquirer.answer = async () => page(`v${version}`);
      await rig.monitors.check(id);
      await rig.clock.advance(2 * HOUR);
    }
    const snapshots = await rig.monitors.snapshots(id);
    expect(snapshots).toHaveLength(3);
    expect(await rig.monitors.changes(id)).toHaveLength(3);
    for (const [index, snapshot] of snapshots.entries()) {
      const body = await rig.monitors.content(id, { snapshotId: snapshot.id });
      expect(body?.content).toBe(`v${11 - index}`);
    }
    expect(await records.count(snapshotRows, {}, { signal })).toBeLessThanOrEqual(6);
    expect(await records.count(bodyRows, {}, { signal })).toBeLessThanOrEqual(6);
  });
});

describe("ContentFilters", () => {
  it("lets small changes add up to the least that counts", async () => {
    await using rig = new Rig();
    const filters = { minimumChange: 12 };
    const { id } = await rig.monitors.add({ ...definition, filters });
    const told: boolean[] = [];
    for (const text of ["a\nb\nc", "a\nb\ncc", "a\nbb\ncc", "aaaaa\nbbbb\ncc"]) {
      rig.acquirer.answer = async () => page(text);
      told.push((await rig.monitors.check(id)).changeId !== null);
    }
    expect(told).toEqual([false, false, false, true]);
  });

  it("tells a trigger each time that it comes", async () => {
    await using rig = new Rig();
    const filters = { triggerText: ["in stock"] };
    const { id } = await rig.monitors.add({ ...definition, filters });
    const told: boolean[] = [];
    for (const text of ["in stock", "sold out", "in stock", "sold out", "in stock"]) {
      rig.acquirer.answer = async () => page(text);
      told.push((await rig.monitors.check(id)).changeId !== null);
    }
    expect(told).toEqual([false, false, true, false, true]);
  });

  it("counts only what a second look finds too", async () => {
    await using rig = new Rig();
    const filters = { confirmAfterMs: 1000 };
    const { id } = await rig.monitors.add({ ...definition, filters });
    await rig.monitors.check(id);
    const look = async (...texts: string[]): Promise<boolean> => {
      rig.acquirer.answer = async () => page(texts.shift() ?? "");
      const checking = rig.monitors.check(id);
      await rig.clock.timerOf(1000);
      await rig.clock.advance(1000);
      return (await checking).changeId !== null;
    };
    expect(await look("flicker", "v1")).toBe(false);
    expect(await look("one", "other\nv1")).toBe(false);
    expect(await look("v2\nad 1", "v2\nad 2")).toBe(true);
  });

  it("leaves the baseline where it is while the content is blocked", async () => {
    await using rig = new Rig();
    const filters = { blockText: ["maintenance"] };
    const { id } = await rig.monitors.add({ ...definition, filters });
    const told: boolean[] = [];
    for (const text of ["v1", "maintenance", "v1", "maintenance", "v2"]) {
      rig.acquirer.answer = async () => page(text);
      told.push((await rig.monitors.check(id)).changeId !== null);
    }
    expect(told).toEqual([false, false, false, false, true]);
  });
});
