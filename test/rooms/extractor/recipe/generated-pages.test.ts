import { describe, expect, it } from "vitest";
import { measureRecipes } from "../../../../benchmarks/quality-recipes.ts";

/** A page with facts, and one with a list. */
const only = ["job", "timetable"];

describe("recipes of the extraction set", () => {
  it("read other pages and new designs right or refuse them", { timeout: 60_000 }, async () => {
    const figures = await measureRecipes({ pages: 1, only });
    expect(figures["one.same.tuned"]?.f1).toBeGreaterThan(0.93);
    expect(figures["three.same.tuned"]?.f1).toBeGreaterThan(0.95);
    for (const [name, { wrong }] of Object.entries(figures)) expect(wrong, name).toBeLessThan(0.03);
  });
});
