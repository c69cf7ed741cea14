import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { wait } from "../../../src/core/index.ts";

describe("wait", () => {
  it("resolves when the clock has passed the time, not before", async () => {
    const clock = new FakeClock();
    let done = false;
    const waiting = wait(clock, 1000).then(() => (done = true));
    await clock.advance(999);
    expect(done).toBe(false);
    await clock.advance(1);
    await waiting;
    expect(done).toBe(true);
  });

  it("rejects with the signal's reason and leaves no timer", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const waiting = wait(clock, 1000, controller.signal);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    expect(clock.waiting).toBe(0);
    await expect(wait(clock, 1, controller.signal)).rejects.toBe("enough");
    expect(clock.waiting).toBe(0);
  });
});
