import { getEventListeners } from "node:events";
import { isIP } from "node:net";
import { describe, expect, it } from "vitest";
import { systemResolver } from "../../../src/net/index.ts";
import { calm } from "./recorders.ts";
import { refusalOf } from "./refusals.ts";

describe("systemResolver", () => {
  it("gives the textual addresses of a name in /etc/hosts", async () => {
    const addresses = await systemResolver.resolve("localhost", calm);
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.every((address) => isIP(address) !== 0)).toBe(true);
    expect(addresses.some((address) => address === "127.0.0.1" || address === "::1")).toBe(true);
  });

  it("fails with the system's code when there is no such name", async () => {
    // No name server is asked: the label is longer than DNS can carry.
    const host = `${"a".repeat(64)}.test`;
    const error = await refusalOf(() => systemResolver.resolve(host, calm));
    expect(error.code).toBe("DNS_FAILED");
    expect(error.details.host).toBe(host);
    expect(error.details.reason).toMatch(/^E/);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("stops waiting when the signal aborts, and throws its reason", async () => {
    const controller = new AbortController();
    const resolving = systemResolver.resolve("localhost", controller.signal);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(resolving).rejects.toBe(reason);
    await systemResolver.resolve("localhost", calm);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("throws the reason of a signal that has aborted already", async () => {
    const reason = new Error("never mind");
    await expect(systemResolver.resolve("localhost", AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
  });
});
