import { describe, expect, it } from "vitest";
import { corpusMissing } from "../../../corpus.ts";
import { countMissed, errorsOf, realPages } from "./noise-on-pages.ts";

/** Thousands of pages are made; machines under load are slower. */
const LONGEST_MS = 600_000;

describe.skipIf(corpusMissing !== "")(`contents of real pages${corpusMissing}`, () => {
  it.each([
    [100, "markdown"],
    [30, "html"],
    [30, "cleaned_html"],
  ] as const)(
    "of %d differ as %s when something else is said, and the difference names it, but for 1 in 100",
    (pages, format) => {
      const count = countMissed(realPages(pages), format);
      expect(count.tried).toBe(pages * 10);
      expect(errorsOf(`${format}, missed changes`, count)).toBeLessThanOrEqual(0.01);
    },
    LONGEST_MS,
  );
});
