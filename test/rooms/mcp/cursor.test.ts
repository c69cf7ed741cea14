import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorOf, placeOf, uriOf } from "../../../src/mcp/results/cursor.ts";

const place = fc.record({
  ref: fc.constantFrom("jobs/a1", "jobs/a1/3", "monitors", "monitors/m/changes", "wire/5/a%20b"),
  from: fc.nat({ max: 999_999_999 }),
});

describe("placeOf", () => {
  it("reads what cursorOf and uriOf write", () => {
    fc.assert(
      fc.property(place, (given) => {
        expect(placeOf(cursorOf(given))).toEqual(given);
        expect(placeOf(uriOf(given))).toEqual(given);
      }),
    );
  });

  it("takes the mere id of a job", () => {
    expect(placeOf("7f9c2b1e-5a60")).toEqual({ ref: "jobs/7f9c2b1e-5a60", from: 0 });
  });

  it.each(["", "a b", "a@b@c", "a@-1", "@5", "a\n", "x".repeat(3000), "a@1e9"])(
    "refuses %j",
    (text) => {
      expect(placeOf(text)).toBeUndefined();
    },
  );
});
