import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import type { KeyedCall } from "../../../../../src/service/http/route.ts";
import { MonitorCalls } from "../../../../../src/service/slices/monitors/monitor-calls.ts";
import type { MonitorParts } from "../../../../../src/service/slices/monitors/monitor-parts.ts";
import {
  monitorBodySchema,
  type MonitorBody,
} from "../../../../../src/service/slices/monitors/schema.ts";

describe("MonitorCalls.create", () => {
  it("leaves neither the monitor nor its receivers behind where it fails", async () => {
    const done: string[] = [];
    const note = (what: string) => async (): Promise<void> => {
      done.push(what);
    };
    const monitors = { add: async () => ({ id: "m", owner: "a" }), remove: note("monitor") };
    const alerts = {
      check: () => {},
      set: note("receivers set"),
      get: async () => {
        throw new Error("away");
      },
      remove: note("receivers"),
    };
    const given = { clock: new FakeClock(), checkTarget: () => {}, monitors, alerts };
    const calls = new MonitorCalls(given as unknown as MonitorParts);
    const body = monitorBodySchema.parse({ url: "https://example.com/", intervalMinutes: 60 });
    const { signal } = new AbortController();
    const call = { body, caller: { account: "a" }, signal };
    const creating = calls.create(call as unknown as KeyedCall<unknown, MonitorBody>);
    await expect(creating).rejects.toThrow("away");
    expect(done).toEqual(["receivers set", "monitor", "receivers"]);
  });
});
