import { describe, expect, it } from "vitest";
import { monitorModel } from "../../../../src/service/resources/monitors/monitor-model.ts";

const { signal } = new AbortController();
const page = { url: "https://example.com/", markdown: "# One", schema: { type: "object" } };
const change = { url: page.url, goal: null, before: "a", after: "b" };
const model = { extract: async () => ({ title: "One" }) };
const changeModel = { judge: async () => ({ summary: "b", meaningful: [] }) };

const missing = { code: "CONFIGURATION_ERROR" };

describe("monitorModel", () => {
  it("is undefined without any model", () => {
    expect(monitorModel({ model: undefined, changeModel: undefined })).toBeUndefined();
  });

  it("is both of the host's models", async () => {
    const both = monitorModel({ model, changeModel });
    expect(await both?.extract(page, signal)).toEqual({ title: "One" });
    expect(await both?.judge(change, signal)).toEqual({ summary: "b", meaningful: [] });
  });

  it("rejects what the model that is missing would do", async () => {
    const one = monitorModel({ model, changeModel: undefined });
    const other = monitorModel({ model: undefined, changeModel });
    await expect(one?.judge(change, signal)).rejects.toMatchObject(missing);
    await expect(other?.extract(page, signal)).rejects.toMatchObject(missing);
  });
});
