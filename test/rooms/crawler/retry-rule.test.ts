import { FetchError, type FetchErrorDetails } from "dragline/fetcher";
import { FakeClock, FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { retryRule, type UnmetAttempt } from "../../../src/crawler/retry-rule.ts";

const clock = new FakeClock();
/** Chance in the middle: a back-off of a second is 750 ms. */
const ids = Object.assign(new FakeIds(), { random: () => 0.5 });
const rule = { clock, ids, retries: 2, maxPauseMs: 60_000 };

function failed(code: FetchError["code"], details: FetchErrorDetails = {}): UnmetAttempt {
  return { error: new FetchError(code, { message: "It failed.", details }) };
}

function answered(status: number, retryAfter?: string | string[]): UnmetAttempt {
  return { status, retryAfter };
}

const never = { afterMs: undefined, retryAfterMs: undefined };

describe("retryRule", () => {
  it.each([408, 425, 429, 502, 503, 504])(
    "tries again after status %i, later each time",
    (status) => {
      const waits = [1, 2].map((attempt) => retryRule(answered(status), attempt, rule).afterMs);
      expect(waits).toEqual([375, 750]);
    },
  );

  it.each([400, 401, 403, 404, 410, 451, 500, 501])("lets status %i stand", (status) => {
    expect(retryRule(answered(status), 1, rule)).toEqual(never);
  });

  it.each([
    ["CONNECT_FAILED", {}],
    ["CONNECTION_LOST", {}],
    ["PROXY_FAILED", {}],
    ["DNS_FAILED", { reason: "EAI_AGAIN" }],
    ["TIMEOUT", { phase: "connect" }],
  ] as const)("tries again after %s", (code, details) => {
    expect(retryRule(failed(code, details), 1, rule).afterMs).toBe(375);
  });

  it.each(["firstByte", "idle", "total"] as const)(
    "leaves more time after a timeout of %s",
    (phase) => {
      const waits = [1, 2].map((n) => retryRule(failed("TIMEOUT", { phase }), n, rule).afterMs);
      expect(waits).toEqual([1_500, 3_000]);
    },
  );

  it.each([
    ["TLS_FAILED", {}],
    ["ADDRESS_NOT_ALLOWED", {}],
    ["DNS_FAILED", { reason: "ENOTFOUND" }],
    ["PROXY_FAILED", { status: 407 }],
    ["BODY_TOO_LARGE", {}],
  ] as const)("lets %s stand", (code, details) => {
    expect(retryRule(failed(code, details), 1, rule)).toEqual(never);
  });

  it("lets stand what is no error of a fetch", () => {
    expect(retryRule({ error: new TypeError("no") }, 1, rule)).toEqual(never);
    expect(retryRule({ error: undefined }, 1, rule)).toEqual(never);
  });

  it("ends after as many attempts as are allowed", () => {
    expect(retryRule(failed("CONNECTION_LOST"), 3, rule)).toEqual(never);
    expect(retryRule(failed("TIMEOUT"), 3, rule)).toEqual(never);
    expect(retryRule(answered(503), 3, rule)).toEqual(never);
    expect(retryRule(answered(503), 1, { ...rule, retries: 0 })).toEqual(never);
  });

  it.each([
    ["7", 7_000],
    ["0", 0],
    [["9", "1"], 9_000],
    ["Thu, 01 Jan 2026 00:00:20 GMT", 20_000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ])("waits as Retry-After %j asks", (retryAfter, ms) => {
    const verdict = retryRule(answered(429, retryAfter), 1, rule);
    expect(verdict).toEqual({ afterMs: ms, retryAfterMs: ms });
  });

  it.each(["soon", "-1", "1.5", "1e3", ""])("does not take %j for a Retry-After", (retryAfter) => {
    const verdict = retryRule(answered(503, retryAfter), 1, rule);
    expect(verdict).toEqual({ afterMs: 375, retryAfterMs: undefined });
  });

  it("lets the answer stand when it asks for longer than is waited", () => {
    const verdict = retryRule(answered(503, "61"), 1, rule);
    expect(verdict).toEqual({ afterMs: undefined, retryAfterMs: 61_000 });
  });

  it("tells what the host asks for, at the last attempt too", () => {
    expect(retryRule(answered(503, "5"), 3, rule).retryAfterMs).toBe(5_000);
  });
});
