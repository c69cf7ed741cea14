import { systemClock } from "dragline";
import { describe, expect, it } from "vitest";
import { wait } from "../../../src/core/index.ts";

describe("systemClock", () => {
  it("runs a timer and cancels another", async () => {
    const cancel = systemClock.timer(0, () => expect.fail("was cancelled"));
    cancel();
    const before = systemClock.monotonic();
    await wait(systemClock, 1);
    expect(systemClock.monotonic()).toBeGreaterThan(before);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(5000);
  });

  it("does not fire at once when asked for more than Node's longest timer", async () => {
    let fired = false;
    const cancel = systemClock.timer(Number.POSITIVE_INFINITY, () => (fired = true));
    await new Promise((resolve) => setImmediate(resolve));
    cancel();
    expect(fired).toBe(false);
  });
});
