import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { EnsuredRecords } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { MonitorError } from "../../../src/monitor/monitor-error.ts";
import { hostSlotRows, monitorCollections } from "../../../src/monitor/collections.ts";
import { answerOf, ScriptedModel } from "../ai/scripted-model.ts";
import { HOUR, page, Rig, signal, turns } from "./rig.ts";

const definition = { url: "https://example.com/", schedule: { every: HOUR } };
const action = { ...definition, scope: "wire", wireActionId: "a" } as const;
const schema = { type: "object", properties: { price: { type: "number" } } };
const values = { ...definition, watchMode: "specific_data", outputSchema: schema } as const;

describe("Monitors.remove", () => {
  it("lets go of the host's place of a check that was under way", async () => {
    const records = new EnsuredRecords(new MemoryRecords(), monitorCollections);
    await using rig = new Rig({ records }, { maxPerHost: 1 });
    rig.acquirer.answer = (_, ended) =>
      new Promise((_resolve, reject) => {
        ended.addEventListener("abort", () => reject(ended.reason));
      });
    const { id } = await rig.monitors.add(definition);
    rig.start();
    await turns();
    expect(rig.acquirer.asked).toHaveLength(1);
    await rig.monitors.remove(id);
    await turns();
    expect(await records.find(hostSlotRows, {}, { signal })).toMatchObject([
      { slot: 0, heldUntil: 0, token: null },
    ]);
  });
});

describe("Monitors.replace", () => {
  it("keeps the baseline where members only stand in another order", async () => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add({ ...action, wireParams: { a: 1, b: { c: 2, d: 3 } } });
    rig.acquirer.result = async () => ({ status: "completed", result: { price: 1 } });
    await rig.monitors.check(id);
    await rig.monitors.replace(id, { ...action, wireParams: { b: { d: 3, c: 2 }, a: 1 } });
    rig.acquirer.result = async () => ({ status: "completed", result: { price: 2 } });
    expect(await rig.monitors.check(id)).toMatchObject({ changeId: expect.any(String) });
  });
});

describe("Monitor.lastError", () => {
  it("does not repeat what an error of the host's says", async () => {
    await using rig = new Rig();
    rig.acquirer.answer = async () => {
      throw new Error("connect postgres://user:secret@db");
    };
    const { id } = await rig.monitors.add(definition);
    const run = await rig.monitors.check(id);
    expect(run).toMatchObject({ status: "failed", code: "INTERNAL" });
    expect(JSON.stringify([run, await rig.monitors.get(id)])).not.toContain("secret");
  });

  it("does not repeat what a model's error says", async () => {
    const model = new ScriptedModel(new Error("Incorrect API key provided: sk-secret"));
    await using rig = new Rig({ model });
    const told: unknown[] = [];
    const hear = (event: unknown): void => void told.push(event);
    subscribe("dragline:monitor:failure", hear);
    rig.acquirer.answer = async () => page("{}");
    const { id } = await rig.monitors.add(values);
    const run = await rig.monitors.check(id);
    unsubscribe("dragline:monitor:failure", hear);
    expect(run).toMatchObject({ code: "MODEL_FAILED", error: "The model failed." });
    expect(told).toMatchObject([{ error: { message: expect.stringContaining("sk-secret") } }]);
  });

  it("repeats an error of a reader that is one of our own", async () => {
    const reader = async () => {
      throw new MonitorError("CHECK_REFUSED", { message: "There is no model." });
    };
    await using rig = new Rig({ reader });
    rig.acquirer.answer = async () => page("{}");
    const { id } = await rig.monitors.add(values);
    expect(await rig.monitors.check(id)).toMatchObject({ error: "There is no model." });
  });
});

describe("MonitorsCollaborators.model", () => {
  it.for([["[1]"], ['"a text"'], ["null"]])("fails the check with %s", async ([answer = ""]) => {
    await using rig = new Rig({ model: new ScriptedModel(answerOf(answer)) });
    rig.acquirer.answer = async () => page("{}");
    const { id } = await rig.monitors.add(values);
    expect(await rig.monitors.check(id)).toMatchObject({ status: "failed", code: "MODEL_FAILED" });
    expect(await rig.monitors.snapshots(id)).toEqual([]);
  });

  it("is refused as a name", () => {
    const model = "gpt" as unknown as ScriptedModel;
    expect(() => new Rig({ model })).toThrow("Expected a model as an object");
  });
});

describe("Acquirer.action", () => {
  it("fails the check where a long name stands above many values", async () => {
    await using rig = new Rig();
    const result = { ["k".repeat(100_000)]: Array.from({ length: 2_000 }, () => 0) };
    rig.acquirer.result = async () => ({ status: "completed", result });
    const { id } = await rig.monitors.add(action);
    expect(await rig.monitors.check(id)).toMatchObject({ status: "failed", code: "TOO_LARGE" });
  });
});
