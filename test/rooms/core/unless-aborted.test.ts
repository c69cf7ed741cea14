import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { unlessAborted } from "../../../src/core/index.ts";

describe("unlessAborted", () => {
  it("gives what the work gives", async () => {
    const { signal } = new AbortController();
    await expect(unlessAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(unlessAborted(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
    await expect(unlessAborted(Promise.resolve(1), undefined)).resolves.toBe(1);
  });

  it("rejects with the signal's reason at once, before or during the work", async () => {
    const control = new AbortController();
    const waiting = unlessAborted(new Promise(() => {}), control.signal);
    control.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    const failing = Promise.reject(new Error("heard by nobody else"));
    await expect(unlessAborted(failing, control.signal)).rejects.toBe("enough");
  });

  it("leaves no listener", async () => {
    const { signal } = new AbortController();
    await unlessAborted(Promise.resolve(), signal);
    await unlessAborted(Promise.reject(new Error("no")), signal).catch(() => {});
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
