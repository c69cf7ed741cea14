import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { SignalWaits } from "../../../src/queue/signal-waits.ts";

describe("SignalWaits", () => {
  it("gives what the work gives, and leaves no listener", async () => {
    const waits = new SignalWaits();
    const { signal } = new AbortController();
    const all = [1, 2, 3].map((value) => waits.wait(Promise.resolve(value), signal));
    const failing = waits.wait(Promise.reject(new Error("failed")), signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    expect(await Promise.all(all)).toEqual([1, 2, 3]);
    await expect(failing).rejects.toThrow("failed");
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("rejects all waits of a signal with its reason, and those that come later", async () => {
    const waits = new SignalWaits();
    const controller = new AbortController();
    const never = new Promise(() => {});
    const all = [1, 2].map(() => waits.wait(never, controller.signal));
    const other = waits.wait(Promise.resolve("done"), new AbortController().signal);
    controller.abort(new Error("enough"));
    for (const wait of all) await expect(wait).rejects.toThrow("enough");
    await expect(waits.wait(never, controller.signal)).rejects.toThrow("enough");
    expect(await other).toBe("done");
  });
});
