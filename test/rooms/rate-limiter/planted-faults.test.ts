import { rateLimiterCases } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { faults, faultySubject } from "./faulty-limiters.ts";

describe("rateLimiterCases", () => {
  it.each(Object.entries(faults))("find that %s", async (_, fault) => {
    const cases = rateLimiterCases(() => faultySubject(fault), { patterns: 200 });
    const results = await Promise.allSettled(cases.map((promise) => promise.run()));
    const broken = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as Error).name] : [],
    );
    expect(broken).toContain("AssertionError");
  });

  it("find each fault of time by the arrival patterns alone", async () => {
    const timed = [
      "the window is a millisecond too short",
      "the window is a millisecond too long",
      "windows are fixed",
      "one call too many is accepted",
      "refused calls count",
      "an update is lost between reading and writing",
    ];
    for (const name of timed) {
      const fault = faults[name];
      if (fault === undefined) throw new Error(name);
      const last = rateLimiterCases(() => faultySubject(fault), { patterns: 200 }).at(-1);
      await expect(last?.run(), name).rejects.toThrow("pattern");
    }
  });
});
