import { afterEach, describe, expect, it } from "vitest";
import type { AttemptFailure, AttemptResult } from "../../../src/webhooks/attempts/attempt.ts";
import type { DeliveryStatus } from "../../../src/webhooks/deliveries/delivery.ts";
import { result, Rig, status } from "./dispatcher-rig.ts";

const MINUTE = 60_000;
/** After attempts 1 to 5. */
const WAITS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE);
const WALK = WAITS.reduce((sum, wait) => sum + wait, 0);

/** What the receiver does each time, how it ends, after how many attempts. */
type Case = readonly [
  name: string,
  answers: readonly AttemptResult[],
  ends: DeliveryStatus,
  attempts: number,
];

const failed = (failure: AttemptFailure): AttemptResult => result({ httpStatus: null, failure });
const failures: readonly AttemptFailure[] = [
  "dns",
  "address-not-allowed",
  "connect",
  "tls",
  "connection-lost",
  "timeout",
  "redirects",
  "invalid-response",
];
const refused = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (code) => code !== 408 && code !== 429,
);

const cases: readonly Case[] = [
  ...[200, 201, 202, 204, 226].map((code): Case => [
    `s${code}`,
    [result({ httpStatus: code })],
    "success",
    1,
  ]),
  ...refused.map((code): Case => [`s${code}`, [status(code)], "exhausted", 1]),
  ...[300, 303, 304, 408, 429, 500, 502, 503, 504, 599].map((code): Case => [
    `s${code}`,
    [status(code)],
    "exhausted",
    6,
  ]),
  ...failures.map((failure): Case => [failure, [failed(failure)], "exhausted", 6]),
  ...failures.map((failure): Case => [
    `permanent-${failure}`,
    [{ ...failed(failure), permanent: true }],
    "exhausted",
    1,
  ]),
  ["second", [status(503), result()], "success", 2],
  ["sixth", [...Array.from({ length: 5 }, () => failed("timeout")), result()], "success", 6],
  ["gone-later", [status(500), failed("connect"), status(410)], "exhausted", 3],
];

describe("the whole ladder", () => {
  const rig = new Rig();
  afterEach(() => rig.stop());

  it("is walked in 516 minutes, by every class of answer as far as it goes", async () => {
    await rig.open();
    const begun = rig.clock.now();
    const answers = new Map(cases.map(([name, list]) => [`https://${name}.example/`, [...list]]));
    rig.sender.answer = ({ url }) => {
      const [next = result(), ...later] = answers.get(url) ?? [];
      if (later.length > 0) answers.set(url, later);
      return next;
    };
    const ids = await rig.add(...cases.map(([name]) => ({ url: `https://${name}.example/` })));
    rig.start();
    // Five times the most jitter, and the time between two looks at the store.
    await rig.pass(WALK + 5 * MINUTE + 10_000);
    expect(WALK).toBe(516 * MINUTE);
    for (const [index, [name, , ends, attempts]] of cases.entries()) {
      const { [index]: id = "" } = ids;
      const row = await rig.row(id);
      expect([name, row.status, row.attempts]).toEqual([name, ends, attempts]);
      expect([row.dueAt, row.nextAttemptAt, row.token]).toEqual([null, null, null]);
      expect(await rig.log(id)).toHaveLength(attempts);
      const times = rig.sender.timesOf(`https://${name}.example/`);
      expect(times).toHaveLength(attempts);
      expect((times[0] ?? 0) - begun).toBeLessThanOrEqual(1000);
      for (const [step, time] of times.slice(1).entries()) {
        const waited = time - (times[step] ?? 0);
        const wait = WAITS[step] ?? 0;
        expect(waited).toBeGreaterThanOrEqual(wait);
        expect(waited).toBeLessThanOrEqual(wait + Math.min(wait / 10, MINUTE) + 100);
      }
    }
  });
});
