import { describe, expect, it } from "vitest";
import { readExpiry } from "../../../../../src/service/slices/monitors/read-expiry.ts";

describe("readExpiry", () => {
  it.each([
    ["2030-01-31T10:00:00Z", Date.UTC(2030, 0, 31, 10)],
    ["2030-01-31t10:00:00z", Date.UTC(2030, 0, 31, 10)],
    ["2030-01-31T10:00:00.25-05:30", Date.UTC(2030, 0, 31, 15, 30, 0, 250)],
    ["2030-01-31", Date.UTC(2030, 1, 1) - 1],
    ["2028-02-29", Date.UTC(2028, 2, 1) - 1],
  ])("reads %s", (text, time) => {
    expect(readExpiry(text)).toBe(time);
  });

  it.each([
    "",
    "soon",
    "2030",
    "2030-1-31",
    "2030-02-29",
    "2030-02-30T10:00:00Z",
    "2030-13-01",
    "2030-01-31T10:00:00",
    "2030-01-31 10:00:00Z",
    "2030-01-31T25:00:00Z",
    "2030-01-31T10:00Z",
    " 2030-01-31",
    "1896300000000",
  ])("is undefined for '%s'", (text) => {
    expect(readExpiry(text)).toBeUndefined();
  });
});
