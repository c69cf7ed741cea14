import { systemIds } from "dragline";
import { FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";

describe("Ids", () => {
  it("systemIds gives UUIDs, tokens of the asked length and numbers in [0, 1)", () => {
    expect(systemIds.uuid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(systemIds.token(24)).toMatch(/^[\w-]{32}$/);
    expect(systemIds.random()).toBeLessThan(1);
  });

  it("FakeIds repeats its sequence for a seed", () => {
    const draw = (seed: number): number[] => {
      const ids = new FakeIds(seed);
      return [ids.random(), ids.random(), ids.random()];
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    for (const value of draw(9)) expect(value >= 0 && value < 1).toBe(true);
    const ids = new FakeIds();
    expect(ids.uuid()).not.toBe(ids.uuid());
    expect(ids.token(24)).toHaveLength(32);
  });
});
