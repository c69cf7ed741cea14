import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reading } from "../../../src/mcp/readings/reading.ts";
import { textOf } from "../../../src/mcp/readings/fields.ts";
import { boundedResult } from "../../../src/mcp/results/bounded-result.ts";
import { placeOf } from "../../../src/mcp/results/cursor.ts";
import { answered } from "./mcp-rig.ts";

const reading = (given: Partial<Reading>): Reading => ({
  ref: "jobs/7f9c2b1e-5a60-4d0e-9a3a-0d7a5b1c2d3e",
  summary: "url_scraper completed",
  status: "completed",
  source: "https://shop.example/lamps",
  text: "",
  ...given,
});

/** Reads to the end by cursors alone; gives the text as the page had it. */
function readAll(whole: Reading, maxChars: number): { text: string; parts: number } {
  let [text, from, parts] = ["", 0, 0];
  for (;;) {
    const { structured, size } = answered(boundedResult(whole, from, { maxChars, nonce: "n0nce" }));
    expect(size).toBeLessThanOrEqual(maxChars);
    const [, inner = ""] =
      /^<web-content-n0nce source="[^"]*">\n([\s\S]*)\n<\/web-content-n0nce>$/.exec(
        textOf(structured["text"]),
      ) ?? [];
    text += inner;
    parts += 1;
    const next = textOf(structured["next"]);
    if (next === "") return { text, parts };
    const place = placeOf(next);
    expect(place?.ref).toBe(whole.ref);
    expect(place?.from).toBeGreaterThan(from);
    from = place?.from ?? Infinity;
  }
}

const strange = fc.string({ unit: "binary", maxLength: 6000 });

describe("boundedResult", () => {
  it("is never larger than its limit, and its cursors lead through all of the text", () => {
    fc.assert(
      fc.property(strange, fc.integer({ min: 1000, max: 9000 }), (text, maxChars) => {
        const whole = reading({ text });
        expect(readAll(whole, maxChars).text).toBe(text.toWellFormed());
      }),
    );
  });

  it("is never larger than its limit, whatever a page's address, title and failure are", () => {
    const words = fc.string({ unit: "binary", maxLength: 3000 });
    const maxChars = fc.integer({ min: 1000, max: 4000 });
    fc.assert(
      fc.property(
        fc.record({ source: words, summary: words, failure: words }),
        maxChars,
        (given, maxChars) => {
          const text = given.source + given.summary;
          const whole = reading({ ...given, text, ref: `jobs/${"x".repeat(40)}` });
          const result = boundedResult(whole, 0, { maxChars, nonce: "n0nce" });
          expect(JSON.stringify(result).length).toBeLessThanOrEqual(maxChars);
        },
      ),
    );
  });

  it("gives a text of 10 million characters in parts that each have what fits", () => {
    const text = "word ".repeat(2_000_000);
    const { structured, size, links } = answered(
      boundedResult(reading({ text }), 0, { maxChars: 20_000, nonce: "n0nce" }),
    );
    expect(size).toBeLessThanOrEqual(20_000);
    expect(String(structured["text"]).length).toBeGreaterThan(8000);
    expect(links).toEqual([expect.stringMatching(/^dragline:\/\/jobs\/7f9c[\w-]+\?from=\d+$/)]);
  });

  it("cuts at the end of a line where one is near", () => {
    const text = "a line of a page\n".repeat(2000);
    const { structured } = answered(
      boundedResult(reading({ text }), 0, { maxChars: 5000, nonce: "n0nce" }),
    );
    expect(placeOf(String(structured["next"]))?.from).toSatisfy((from: number) => from % 17 === 0);
  });

  it("gives a value whole where there is room, else as text by cursor", () => {
    const data = { prices: Array.from({ length: 200 }, (_, index) => index) };
    const whole = reading({ text: JSON.stringify(data), data });
    const large = answered(boundedResult(whole, 0, { maxChars: 20_000, nonce: "n0nce" }));
    expect(large.structured).toMatchObject({ data });
    expect(large.structured).not.toHaveProperty("text");
    const small = answered(boundedResult(whole, 0, { maxChars: 1000, nonce: "n0nce" }));
    expect(small.structured).not.toHaveProperty("data");
    expect(readAll(whole, 1000).text).toBe(JSON.stringify(data));
  });

  it("says a failure as an error, and an empty text as none", () => {
    const failed = boundedResult(reading({ failure: "It failed: no such host." }), 0, {
      maxChars: 20_000,
      nonce: "n0nce",
    });
    expect(failed.isError).toBe(true);
    const { text, structured } = answered(failed);
    expect(text).toContain("It failed: no such host.");
    expect(structured).not.toHaveProperty("text");
  });

  it("gives nothing behind the end", () => {
    const { structured } = answered(
      boundedResult(reading({ text: "short" }), 99, { maxChars: 1000, nonce: "n0nce" }),
    );
    expect(structured).not.toHaveProperty("next");
    expect(structured).not.toHaveProperty("text");
  });
});
