import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateJson } from "../../../src/wire/catalog-folder/locate-json.ts";

const readAs = (text: string): { value: unknown } | "refused" => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return "refused";
  }
};

/** As `readAs`, by the scanner. */
const located = (text: string): { value: unknown } | "refused" => {
  const json = locateJson(text);
  return "message" in json ? "refused" : { value: json.value };
};

describe("locateJson", () => {
  it("reads what JSON.parse reads, and refuses what it refuses", () => {
    const json = fc
      .jsonValue({ depthSize: "small" })
      .map((value) => JSON.stringify(value, null, 2));
    const broken = fc
      .tuple(
        json,
        fc.nat(),
        fc.constantFrom("", '"', "\\", ",", "}", "]", "1", "-", "\n", "é", "\u0001"),
      )
      .map(([text, at, sign]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + sign + text.slice(place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(json, broken, fc.string()), (text) => {
        // The scanner alone refuses these two.
        fc.pre(!text.includes("__proto__") && !hasTwice(text));
        expect(located(text)).toEqual(readAs(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("knows the place of each part and of each member's name", () => {
    const json = locateJson('{\n  "a": [1,\n    {"b": "x"}]\n}');
    if ("message" in json) throw new Error(json.message);
    expect(json.place([])).toEqual({ line: 1, column: 1 });
    expect(json.place(["a"])).toEqual({ line: 2, column: 8 });
    expect(json.place(["a", 1, "b"])).toEqual({ line: 3, column: 11 });
    expect(json.place(["a", 1], "b")).toEqual({ line: 3, column: 6 });
    expect(json.place(["a", 1, "none", "deeper"])).toEqual({ line: 3, column: 5 });
  });

  it("is done with long strings that do not end", () => {
    const before = performance.now();
    expect(locateJson(`"${"a\\".repeat(300_000)}`)).toHaveProperty("message");
    expect(locateJson(`"${"a".repeat(1_000_000)}`)).toHaveProperty("message");
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});

/** Whether an object of the text has a member twice. */
function hasTwice(text: string): boolean {
  const json = locateJson(text);
  return "message" in json && json.message.endsWith("appears twice");
}
