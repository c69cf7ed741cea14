import { describe, expect, it } from "vitest";
import { measureGone } from "../../../benchmarks/price-gone.ts";
import { corpusMissing } from "../../corpus.ts";

describe("a page whose price is gone", () => {
  it.skipIf(corpusMissing !== "")(
    `never gets another number from a recipe${corpusMissing}`,
    { timeout: 60_000 },
    () => {
      const { generated, real } = measureGone({ perSite: 1, real: 16 });
      expect(generated).toEqual({ pages: 10, given: 0 });
      expect(real.pages).toBeGreaterThan(8);
      expect(real.given).toBe(0);
    },
  );
});
