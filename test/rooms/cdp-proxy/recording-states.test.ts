import { describe, expect, it } from "vitest";
import {
  begun,
  completed,
  failed,
  finalStatuses,
  isLost,
  LEASE_MS,
  LOST_AFTER_MS,
  openStatuses,
  processing,
  sourcesOf,
} from "../../../src/cdp-proxy/recording/recording-states.ts";
import type { RecordingStatus } from "../../../src/cdp-proxy/recording/recording-store.ts";

const all: readonly RecordingStatus[] = ["recording", "processing", "completed", "failed"];

describe("the states of a recording (decisions, 2.11)", () => {
  it("allows these steps and no others", () => {
    const steps = all.flatMap((to) => sourcesOf(to).map((from) => `${from} -> ${to}`));
    expect(steps).toEqual([
      "recording -> processing",
      "processing -> completed",
      "recording -> failed",
      "processing -> failed",
    ]);
  });

  it("tells those that go on from those that are never left", () => {
    expect(openStatuses).toEqual(["recording", "processing"]);
    expect(finalStatuses).toEqual(["completed", "failed"]);
  });

  it("begins with a lease and without figures", () => {
    const facts = { id: "r", owner: "o", connectionId: "c", token: "t" };
    expect(begun(facts, 1000)).toEqual({
      ...facts,
      status: "recording",
      duration: 0,
      fileSize: 0,
      failure: null,
      heldUntil: 1000 + LEASE_MS,
      createdAt: 1000,
    });
    expect(processing(5)).toEqual({ status: "processing", heldUntil: 5 + LEASE_MS });
  });

  it("ends without a lease, with whole seconds or the reason", () => {
    expect(completed({ durationMs: 2499.9, fileSize: 7 })).toEqual({
      status: "completed",
      heldUntil: 0,
      duration: 2,
      fileSize: 7,
    });
    expect(failed("why")).toEqual({ status: "failed", heldUntil: 0, failure: "why" });
  });

  it.each([
    ["recording", 0, true],
    ["processing", 0, true],
    ["recording", -1, false],
    ["completed", 0, false],
    ["failed", 0, false],
  ] as const)(
    "counts %s as lost when its lease ended long ago, plus %i ms: %s",
    (status, by, is) => {
      expect(isLost({ status, heldUntil: 10 }, 10 + LOST_AFTER_MS + by)).toBe(is);
    },
  );
});
