import { describe, expect, it } from "vitest";
import { counts, good, paced, state } from "./paced.ts";

describe("Politeness, of wishes in vain", () => {
  /** A host whose URLs wait for something that politeness cannot see. */
  function barred() {
    const parts = paced();
    parts.politeness.learn([state("a", 9)]);
    expect(counts(parts.politeness)).toEqual({ a: 1 });
    parts.politeness.learn([state("a", 9)]);
    return parts;
  }

  it("asks again after a while, which grows", () => {
    const { politeness, time } = barred();
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < 6; n += 1) {
      const wait = politeness.waitMs();
      waits.push(wait);
      expect(counts(politeness)).toEqual({});
      time.ms += wait ?? 0;
      expect(counts(politeness)).toEqual({ a: 1 });
      politeness.learn([state("a", 9)]);
    }
    expect(waits).toEqual([25, 50, 100, 200, 400, 400]);
  });

  it("begins with the shortest wait again once a wish was met", () => {
    const { politeness, time } = barred();
    time.ms += politeness.waitMs() ?? 0;
    expect(counts(politeness)).toEqual({ a: 1 });
    politeness.learn([state("a", 8)]);
    politeness.started("a");
    politeness.ended("a", good);
    expect(counts(politeness)).toEqual({ a: 2 });
    politeness.learn([state("a", 8)]);
    expect(politeness.waitMs()).toBe(25);
  });

  it("asks at once when a step has passed and nothing runs", () => {
    const { politeness } = barred();
    expect(counts(politeness)).toEqual({});
    politeness.learn([state("a", 9)]);
    expect(counts(politeness)).toEqual({ a: 1 });
  });

  it("asks at once when the last request has ended", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 9), state("b", 9)]);
    expect(counts(politeness)).toEqual({ a: 1, b: 1 });
    politeness.learn([state("a", 9), state("b", 8)]);
    politeness.started("b");
    expect(counts(politeness)).toEqual({});
    politeness.ended("b", good);
    expect(counts(politeness)).toEqual({ a: 1, b: 2 });
  });

  it("does not ask when what waited is gone", () => {
    const { politeness } = paced();
    politeness.learn([state("a", 1)]);
    politeness.wishes();
    politeness.learn([state("a", 0)]);
    expect(politeness.waitMs()).toBeUndefined();
    expect(politeness.hosts(9)).toEqual([]);
  });
});
