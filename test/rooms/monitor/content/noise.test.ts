import { describe, expect, it } from "vitest";
import { corpusMissing } from "../../../corpus.ts";
import { countFalseAlarms, errorsOf, realPages } from "./noise-on-pages.ts";

/** Thousands of pages are made; machines under load are slower. */
const LONGEST_MS = 180_000;

describe.skipIf(corpusMissing !== "")(`contents of real pages${corpusMissing}`, () => {
  it.each([
    [100, "markdown"],
    [30, "html"],
    [30, "cleaned_html"],
  ] as const)(
    "of %d stay the same as %s when the same is said in another way, but for 1 in 100",
    (pages, format) => {
      const count = countFalseAlarms(realPages(pages), format);
      expect(count.tried).toBeGreaterThan(pages * 9);
      expect(errorsOf(`${format}, false alarms`, count)).toBeLessThanOrEqual(0.01);
    },
    LONGEST_MS,
  );
});
