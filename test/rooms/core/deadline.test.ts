import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { deadline, DeadlineExceeded } from "../../../src/core/index.ts";

describe("deadline", () => {
  it("aborts with DeadlineExceeded when time is up", async () => {
    const clock = new FakeClock();
    const limit = deadline(clock, 500);
    expect(limit.remaining()).toBe(500);
    await clock.advance(200);
    expect([limit.remaining(), limit.expired, limit.signal.aborted]).toEqual([300, false, false]);
    await clock.advance(300);
    expect([limit.remaining(), limit.expired, limit.signal.aborted]).toEqual([0, true, true]);
    expect(limit.signal.reason).toBeInstanceOf(DeadlineExceeded);
    expect((limit.signal.reason as DeadlineExceeded).ms).toBe(500);
  });

  it("carries the caller's reason, also when it had aborted before", () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const limit = deadline(clock, 500, controller.signal);
    controller.abort("stop");
    expect([limit.signal.reason, limit.expired, clock.waiting]).toEqual(["stop", false, 0]);
    const late = deadline(clock, 500, controller.signal);
    expect([late.signal.reason, late.expired, clock.waiting]).toEqual(["stop", false, 0]);
  });

  it("lets go of timer and signal when disposed", () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const limit = deadline(clock, 500, controller.signal);
    limit[Symbol.dispose]();
    controller.abort("stop");
    expect([limit.signal.aborted, clock.waiting]).toEqual([false, 0]);
  });

  it("sets no timer for an infinite limit", () => {
    const clock = new FakeClock();
    const limit = deadline(clock, Number.POSITIVE_INFINITY);
    expect([limit.remaining(), clock.waiting]).toEqual([Number.POSITIVE_INFINITY, 0]);
  });
});
