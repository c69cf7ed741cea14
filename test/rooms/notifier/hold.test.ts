import { describe, expect, it } from "vitest";
import {
  digestDue,
  endOfQuiet,
  isQuiet,
  type HoldRules,
} from "../../../src/notifier/times/hold.ts";
import { localTimeText, nextLocalTime, readTime } from "../../../src/notifier/times/local-time.ts";

const at = (text: string): number => Date.parse(text);
const rules = (
  quiet: string | undefined,
  timezone: string,
  digest?: HoldRules["digest"],
): HoldRules => {
  const [from = 0, to = 0] = (quiet ?? "").split("-").map((part) => readTime(part));
  return { quiet: quiet === undefined ? undefined : { from, to }, digest, timezone };
};

describe("isQuiet", () => {
  it.each([
    ["22:00-07:00", "UTC", "2026-01-01T21:59:59.999Z", false],
    ["22:00-07:00", "UTC", "2026-01-01T22:00:00Z", true],
    ["22:00-07:00", "UTC", "2026-01-02T00:00:00Z", true],
    ["22:00-07:00", "UTC", "2026-01-02T06:59:59.999Z", true],
    ["22:00-07:00", "UTC", "2026-01-02T07:00:00Z", false],
    ["12:00-13:00", "UTC", "2026-01-02T12:30:00Z", true],
    ["12:00-13:00", "UTC", "2026-01-02T23:30:00Z", false],
    ["22:00-07:00", "America/New_York", "2026-01-02T03:00:00Z", true],
    ["22:00-07:00", "Asia/Kathmandu", "2026-01-01T16:15:00Z", true],
    ["22:00-07:00", "Asia/Kathmandu", "2026-01-01T16:14:00Z", false],
  ] as const)("%s %s at %s: %s", (...[quiet, timezone, time, expected]) => {
    expect(isQuiet(at(time), rules(quiet, timezone))).toBe(expected);
  });
});

describe("endOfQuiet", () => {
  it.each([
    ["22:00-07:00", "UTC", "2026-01-01T22:00:00Z", "2026-01-02T07:00:00Z"],
    ["22:00-07:00", "UTC", "2026-01-02T03:30:15.250Z", "2026-01-02T07:00:00Z"],
    ["22:00-07:00", "UTC", "2026-01-02T12:00:00Z", "2026-01-02T12:00:00Z"],
    // The clocks go forward in the night: it is an hour shorter; and back: an hour longer.
    ["22:00-07:00", "Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"],
    ["22:00-07:00", "Europe/Berlin", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"],
    ["22:00-07:00", "America/New_York", "2026-03-08T04:00:00Z", "2026-03-08T11:00:00Z"],
    ["22:00-07:00", "Australia/Lord_Howe", "2026-04-04T12:00:00Z", "2026-04-04T20:30:00Z"],
  ] as const)("of %s %s from %s is %s", (...[quiet, timezone, from, to]) => {
    expect(new Date(endOfQuiet(at(from), rules(quiet, timezone))).toISOString()).toBe(
      new Date(to).toISOString(),
    );
  });

  it("comes on a day that passes over its time, and soon on one that shows it twice", () => {
    const gap = rules("22:00-02:30", "Europe/Berlin");
    const after = endOfQuiet(at("2026-03-29T00:00:00Z"), gap);
    expect(isQuiet(after, gap)).toBe(false);
    expect(after).toBeGreaterThanOrEqual(at("2026-03-29T01:00:00Z"));
    expect(after).toBeLessThanOrEqual(at("2026-03-29T02:00:00Z"));
    // 02:10 for the second time.
    expect(endOfQuiet(at("2026-10-25T01:10:00Z"), gap)).toBe(at("2026-10-25T01:30:00Z"));
  });

  it("is later than what it holds back, and not quiet, in every zone and season", () => {
    for (const timezone of [
      "UTC",
      "Europe/Berlin",
      "America/St_Johns",
      "Asia/Kolkata",
      "Pacific/Apia",
    ]) {
      const night = rules("21:45-06:15", timezone);
      for (
        let time = at("2026-01-01T00:00:00Z");
        time < at("2027-01-01T00:00:00Z");
        time += 9_900_000
      ) {
        const end = endOfQuiet(time, night);
        if (end === time) continue;
        expect(end).toBeGreaterThan(time);
        expect(end - time).toBeLessThanOrEqual(10 * 3_600_000);
        expect(isQuiet(end, night)).toBe(false);
      }
    }
  });
});

describe("digestDue", () => {
  it("is so long after the first notice, or the next time of day", () => {
    const first = at("2026-07-01T08:00:00Z");
    expect(digestDue(first, rules(undefined, "UTC"))).toBe(first);
    expect(digestDue(first, rules(undefined, "UTC", { every: 60_000 }))).toBe(first + 60_000);
    const daily = rules(undefined, "Europe/Berlin", { at: readTime("10:00") ?? 0 });
    // It is 10:00 in Berlin: the next one is tomorrow's.
    expect(digestDue(first, daily)).toBe(at("2026-07-02T08:00:00Z"));
    expect(digestDue(first - 1, daily)).toBe(first);
  });
});

describe("local times", () => {
  it("are written with their zone", () => {
    expect(localTimeText(at("2026-03-29T00:59:59Z"), "Europe/Berlin")).toBe(
      "2026-03-29 01:59 Europe/Berlin",
    );
    expect(localTimeText(at("2026-03-29T01:00:00Z"), "Europe/Berlin")).toBe(
      "2026-03-29 03:00 Europe/Berlin",
    );
  });

  it("are read as hours and minutes alone", () => {
    expect(["0:00", "09:05", "23:59"].map(readTime)).toEqual([0, 32_700_000, 86_340_000]);
    expect(["24:00", "9", "9:5", "9:60", "", "-1:00"].map(readTime)).toEqual(
      Array(6).fill(undefined),
    );
  });

  it("come next after a moment, never at it", () => {
    expect(nextLocalTime(at("2026-01-01T00:00:00Z"), 0, "UTC")).toBe(at("2026-01-02T00:00:00Z"));
  });
});
