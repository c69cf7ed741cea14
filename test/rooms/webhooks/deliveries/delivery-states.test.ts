import { describe, expect, it } from "vitest";
import type { AttemptFailure } from "../../../../src/webhooks/attempts/attempt.ts";
import {
  afterAttempt,
  claimed,
  cutOff,
  handedBack,
  isCutOff,
  resent,
  withdrawn,
} from "../../../../src/webhooks/deliveries/delivery-states.ts";
import { result, status } from "../dispatcher-rig.ts";

const NOW = 1_000_000;
const terms = { now: NOW, random: 0, obeyRetryAfter: false };
const unheld = { heldUntil: 0, token: null };
const over = { nextAttemptAt: null, dueAt: null, ...unheld };
const first = { mode: "ladder", attempts: 1 };
const again = { nextAttemptAt: NOW + 60_000, dueAt: NOW + 60_000, ...unheld };

describe("afterAttempt", () => {
  it.each([200, 201, 202, 204, 299])("ends in success with %i", (httpStatus) => {
    for (const mode of ["ladder", "once"]) {
      const after = afterAttempt({ mode, attempts: 1 }, result({ httpStatus }), terms);
      expect(after).toEqual({ status: "success", httpStatus, error: null, ...over });
    }
  });

  const statuses = Array.from({ length: 100 }, (_, index) => 400 + index);
  it("is exhausted at once with any 4xx but 408 and 429", () => {
    for (const httpStatus of statuses) {
      const after = afterAttempt(first, status(httpStatus), terms);
      const error = `HTTP ${httpStatus}`;
      expect(after).toEqual(
        httpStatus === 408 || httpStatus === 429
          ? { status: "pending", httpStatus, error, ...again }
          : { status: "exhausted", httpStatus, error, ...over },
      );
    }
  });

  it.each([300, 303, 304, 500, 501, 502, 503, 504, 511, 599, 600, 999])(
    "tries again with %i",
    (httpStatus) => {
      const after = afterAttempt(first, status(httpStatus), terms);
      expect(after).toEqual({
        status: "pending",
        httpStatus,
        error: `HTTP ${httpStatus}`,
        ...again,
      });
    },
  );

  it.each<[AttemptFailure, string]>([
    ["dns", "the host name has no address"],
    ["address-not-allowed", "the address is not public"],
    ["connect", "connection refused or unreachable"],
    ["tls", "TLS failed"],
    ["connection-lost", "the connection ended before the answer"],
    ["timeout", "no answer in time"],
    ["redirects", "too many redirects"],
    ["invalid-response", "the answer is not HTTP"],
  ])("tries again after %s, unless nothing can help", (failure, error) => {
    const failed = result({ httpStatus: null, failure });
    expect(afterAttempt(first, failed, terms)).toEqual({
      status: "pending",
      httpStatus: null,
      error,
      ...again,
    });
    const permanent = { ...failed, permanent: true };
    expect(afterAttempt(first, permanent, terms)).toEqual({
      status: "exhausted",
      httpStatus: null,
      error,
      ...over,
    });
  });

  it("judges no status of an answer that broke off", () => {
    const lost = result({ httpStatus: 404, failure: "connection-lost" });
    expect(afterAttempt(first, lost, terms).status).toBe("pending");
  });

  it("is exhausted by the sixth failure, not before", () => {
    const states = [1, 2, 3, 4, 5, 6].map(
      (attempts) => afterAttempt({ mode: "ladder", attempts }, status(500), terms).status,
    );
    expect(states).toEqual([...Array.from({ length: 5 }, () => "pending"), "exhausted"]);
  });

  it("fails a single attempt with whatever went wrong", () => {
    const once = { mode: "once", attempts: 7 };
    for (const wrong of [status(500), status(404), result({ failure: "dns", permanent: true })]) {
      expect(afterAttempt(once, wrong, terms)).toMatchObject({ status: "failed", ...over });
    }
  });

  it("listens to Retry-After only when told to", () => {
    const asked = status(503, { retryAfterMs: 600_000 });
    expect(afterAttempt(first, asked, terms).dueAt).toBe(NOW + 60_000);
    const listening = { ...terms, obeyRetryAfter: true };
    expect(afterAttempt(first, asked, listening).dueAt).toBe(NOW + 600_000);
    expect(afterAttempt(first, status(503), listening).dueAt).toBe(NOW + 60_000);
  });
});

describe("the other steps", () => {
  it("a withdrawal says why", () => {
    expect(withdrawn("endpoint-removed")).toEqual({
      status: "exhausted",
      error: "the endpoint was removed",
      ...over,
    });
    expect(withdrawn("endpoint-paused").error).toBe("the endpoint is paused");
    expect(withdrawn("body-missing").error).toBe("the body is no longer stored");
  });

  it("a resend is due at once, for one attempt", () => {
    const due = { nextAttemptAt: NOW, dueAt: NOW, ...unheld };
    expect(resent(NOW)).toEqual({ status: "pending", mode: "once", ...due });
  });

  it("a claim lasts as long as its lease; handed back, nobody has it", () => {
    expect(claimed(NOW, 30_000, "t")).toEqual({ heldUntil: NOW + 30_000, token: "t" });
    expect(handedBack()).toEqual(unheld);
  });

  it("a delivery is cut off when its worker was lost in the last attempt", () => {
    expect(isCutOff({ mode: "ladder", attempts: 5, token: "t" })).toBe(false);
    expect(isCutOff({ mode: "ladder", attempts: 6, token: "t" })).toBe(true);
    expect(isCutOff({ mode: "once", attempts: 9, token: null })).toBe(false);
    expect(isCutOff({ mode: "once", attempts: 1, token: "t" })).toBe(true);
    expect(cutOff("ladder")).toMatchObject({ status: "exhausted", ...over });
    expect(cutOff("once")).toMatchObject({ status: "failed", ...over });
  });
});
