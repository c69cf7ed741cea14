import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anchorOf, nextCheckAt } from "../../../src/monitor/schedule/check-times.ts";
import { nextSlot } from "../../../src/monitor/schedule/next-slot.ts";

const HOUR = 3_600_000;

/**
 * Offsets of zones around their changes of time, written out from the rules of 2026 (Apia: 2020):
 * a daily pattern in the hour that changes, and the moments that it means, in UTC.
 */
const table: readonly (readonly [
  zone: string,
  pattern: string,
  from: string,
  times: readonly string[],
])[] = [
  // Forward on 29 March at 2:00 (+1 to +2), back on 25 October at 3:00.
  [
    "Europe/Berlin",
    "30 2 * * *",
    "2026-03-27T12:00Z",
    ["2026-03-28T01:30Z", "2026-03-29T01:00Z", "2026-03-30T00:30Z"],
  ],
  [
    "Europe/Berlin",
    "30 2 * * *",
    "2026-10-23T12:00Z",
    ["2026-10-24T00:30Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z"],
  ],
  // Forward on 8 March at 2:00 (-5 to -4), back on 1 November at 2:00.
  [
    "America/New_York",
    "30 2 * * *",
    "2026-03-06T12:00Z",
    ["2026-03-07T07:30Z", "2026-03-08T07:00Z", "2026-03-09T06:30Z"],
  ],
  [
    "America/New_York",
    "30 1 * * *",
    "2026-10-30T12:00Z",
    ["2026-10-31T05:30Z", "2026-11-01T05:30Z", "2026-11-02T06:30Z"],
  ],
  // The same in Newfoundland (-3:30 to -2:30).
  [
    "America/St_Johns",
    "30 2 * * *",
    "2026-03-06T12:00Z",
    ["2026-03-07T06:00Z", "2026-03-08T05:30Z", "2026-03-09T05:00Z"],
  ],
  [
    "America/St_Johns",
    "30 1 * * *",
    "2026-10-30T12:00Z",
    ["2026-10-31T04:00Z", "2026-11-01T04:00Z", "2026-11-02T05:00Z"],
  ],
  // Half an hour: back on 5 April at 2:00 (+11 to +10:30), forward on 4 October at 2:00.
  [
    "Australia/Lord_Howe",
    "45 1 * * *",
    "2026-04-03T12:00Z",
    ["2026-04-03T14:45Z", "2026-04-04T14:45Z", "2026-04-05T15:15Z"],
  ],
  [
    "Australia/Lord_Howe",
    "15 2 * * *",
    "2026-10-02T12:00Z",
    ["2026-10-02T15:45Z", "2026-10-03T15:30Z", "2026-10-04T15:15Z"],
  ],
  // Back on 5 April at 3:00 (+13 to +12), forward on 27 September at 2:00.
  [
    "Pacific/Auckland",
    "30 2 * * *",
    "2026-04-03T00:00Z",
    ["2026-04-03T13:30Z", "2026-04-04T13:30Z", "2026-04-05T14:30Z"],
  ],
  [
    "Pacific/Auckland",
    "30 2 * * *",
    "2026-09-25T00:00Z",
    ["2026-09-25T14:30Z", "2026-09-26T14:00Z", "2026-09-27T13:30Z"],
  ],
  // Back on 5 April 2020 at 4:00 (+14 to +13), forward on 27 September 2020 at 3:00.
  [
    "Pacific/Apia",
    "30 3 * * *",
    "2020-04-03T00:00Z",
    ["2020-04-03T13:30Z", "2020-04-04T13:30Z", "2020-04-05T14:30Z"],
  ],
  [
    "Pacific/Apia",
    "30 3 * * *",
    "2020-09-25T00:00Z",
    ["2020-09-25T14:30Z", "2020-09-26T14:00Z", "2020-09-27T13:30Z"],
  ],
  // No change of time any more: -3, +3:30.
  [
    "America/Sao_Paulo",
    "30 0 * * *",
    "2026-10-16T12:00Z",
    ["2026-10-17T03:30Z", "2026-10-18T03:30Z", "2026-10-19T03:30Z"],
  ],
  [
    "America/Sao_Paulo",
    "30 23 * * *",
    "2026-02-13T12:00Z",
    ["2026-02-14T02:30Z", "2026-02-15T02:30Z", "2026-02-16T02:30Z"],
  ],
  [
    "Asia/Tehran",
    "30 0 * * *",
    "2026-03-20T12:00Z",
    ["2026-03-20T21:00Z", "2026-03-21T21:00Z", "2026-03-22T21:00Z"],
  ],
  [
    "Asia/Tehran",
    "30 23 * * *",
    "2026-09-20T12:00Z",
    ["2026-09-20T20:00Z", "2026-09-21T20:00Z", "2026-09-22T20:00Z"],
  ],
];

/** The next times of a schedule, as minutes in UTC. */
function timesOf(schedule: Parameters<typeof nextSlot>[0], from: string, count: number): string[] {
  const times: string[] = [];
  let at = Date.parse(from);
  while (times.length < count) {
    at = nextSlot(schedule, 0, at) ?? Number.NaN;
    times.push(`${new Date(at).toISOString().slice(0, 16)}Z`);
  }
  return times;
}

describe("nextSlot", () => {
  it.for(table)("means one moment a day in %s, `%s` from %s", ([timezone, cron, from, times]) => {
    expect(timesOf({ cron, timezone }, from, times.length)).toEqual(times);
  });

  it("keeps on through an hour that comes twice, and leaves out one that does not come", () => {
    const schedule = { cron: "*/30 * * * *", timezone: "Europe/Berlin" };
    expect(timesOf(schedule, "2026-10-25T00:00Z", 4)).toEqual([
      "2026-10-25T00:30Z",
      "2026-10-25T01:00Z",
      "2026-10-25T01:30Z",
      "2026-10-25T02:00Z",
    ]);
    expect(timesOf(schedule, "2026-03-29T00:29Z", 3)).toEqual([
      "2026-03-29T00:30Z",
      "2026-03-29T01:00Z",
      "2026-03-29T01:30Z",
    ]);
  });

  it("takes UTC without a zone, and seconds in front of five parts", () => {
    expect(timesOf({ cron: "15 30 4 * * *" }, "2026-01-01T00:00Z", 1)).toEqual([
      "2026-01-01T04:30Z",
    ]);
    expect(nextSlot({ cron: "15 30 4 * * *" }, 0, Date.UTC(2026, 0, 1))).toBe(
      Date.UTC(2026, 0, 1, 4, 30, 15),
    );
  });

  it("refuses a zone or a pattern that there is not", () => {
    expect(() => nextSlot({ cron: "0 0 * * *", timezone: "Mars/Base" }, 0, 0)).toThrow(
      /time ?zone/iu,
    );
    expect(() => nextSlot({ cron: "61 0 * * *" }, 0, 0)).toThrow(/61/u);
  });

  it("gives the first time of the grid after any moment", () => {
    const times = {
      anchor: fc.nat(1e12),
      after: fc.nat(2e12),
      every: fc.integer({ min: 1000, max: 1e9 }),
    };
    fc.assert(
      fc.property(fc.record(times), ({ anchor, after, every }) => {
        const at = nextSlot({ every }, anchor, after) ?? Number.NaN;
        expect(Math.abs((at - anchor) % every)).toBe(0);
        expect(at).toBeGreaterThan(after);
        expect(at - every).toBeLessThanOrEqual(after);
      }),
    );
  });
});

describe("nextCheckAt", () => {
  it("stays on the grid and doubles with each failure in a row after the first, up to 8 times", () => {
    const times = { schedule: { every: HOUR }, anchor: 10 };
    const next = [0, 1, 2, 3, 4, 5, 30].map((failures) => nextCheckAt(times, 10, failures));
    expect(next.map((at) => ((at ?? 0) - 10) / HOUR)).toEqual([1, 1, 2, 4, 8, 8, 8]);
  });

  it("is an interval after an anchor that lies ahead", () => {
    const times = { schedule: { every: HOUR }, anchor: 60_000 };
    expect(nextCheckAt(times, 10, 0)).toBe(60_000 + HOUR);
  });

  it("counts the times of a pattern in the same way", () => {
    const times = { schedule: { cron: "0 0 * * *" }, anchor: 0 };
    expect(nextCheckAt(times, Date.UTC(2026, 0, 1), 3)).toBe(Date.UTC(2026, 0, 5));
  });
});

describe("anchorOf", () => {
  it("puts off by the id, at most by the jitter and a tenth of the interval", () => {
    const ids = Array.from({ length: 200 }, (_, index) => `monitor-${index}`);
    const offsets = (every: number, jitterMs: number): number[] =>
      ids.map((id) => anchorOf({ id, schedule: { every } }, 1000, jitterMs) - 1000);
    const wide = offsets(HOUR, 60_000);
    expect(Math.min(...wide)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...wide)).toBeLessThan(60_000);
    expect(new Set(wide).size).toBeGreaterThan(190);
    expect(Math.max(...offsets(10_000, 60_000))).toBeLessThan(1000);
    expect(wide).toEqual(offsets(HOUR, 60_000));
  });
});
