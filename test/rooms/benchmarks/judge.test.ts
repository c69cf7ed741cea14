import { describe, expect, it } from "vitest";
import {
  judgeAnswers,
  judgedPages,
  judgeRecipes,
} from "../../../benchmarks/extraction-set/judge.ts";
import { f1, sumScores, wrongShare } from "../../../benchmarks/extraction-set/score-fields.ts";
import { templates } from "../../../benchmarks/extraction-set/templates.ts";

const extent = { seed: 21, pagesPerSite: 1 };

/** One of single things and one of a table are enough to see how recipes are judged. */
const few = {
  ...extent,
  templates: templates.filter(({ name }) => ["event", "timetable"].includes(name)),
};

/** The truth by page, for answers that are to be right. */
const truths = new Map(
  templates.flatMap((template) =>
    [true, false].flatMap((structured) =>
      judgedPages({ template, structured }, extent).map(
        ({ html, values }) => [html, values] as const,
      ),
    ),
  ),
);

describe("judgeAnswers", () => {
  it("gives right answers 1 on every template, with structured data and without", async () => {
    const verdicts = await judgeAnswers(({ html }) => truths.get(html), extent);
    expect(verdicts.length).toBe(2 * templates.length);
    expect(verdicts.map(({ score }) => f1(score))).toEqual(verdicts.map(() => 1));
  });

  it("counts what is made up as wrong", async () => {
    const verdicts = await judgeAnswers(() => ({ made_up: 1 }), extent);
    expect(verdicts.map(({ score }) => wrongShare(score))).toEqual(verdicts.map(() => 1));
  });
});

describe("judgeRecipes", () => {
  it("counts refusals as missing and never as wrong", async () => {
    const maker = {
      learn: (pages: readonly unknown[]) => pages.length,
      apply: (_: number, { html }: { html: string }) => truths.get(html),
    };
    const verdicts = await judgeRecipes(maker, few);
    const old = verdicts.filter(({ redesign }) => redesign === undefined);
    const changed = verdicts.filter(({ redesign }) => redesign !== undefined);
    expect(f1(sumScores(old.map(({ score }) => score)))).toBe(1);
    expect(old.every(({ refused }) => refused === 0)).toBe(true);
    expect(changed.every(({ refused, pages }) => refused === pages)).toBe(true);
    expect(wrongShare(sumScores(changed.map(({ score }) => score)))).toBe(0);
    expect(new Set(verdicts.map(({ redesign }) => redesign)).size).toBe(4);
    expect(verdicts.length).toBe(32);
  });

  it("teaches from one page and from three that it does not judge, the first complete", async () => {
    const taught: (readonly { html: string; values: object }[])[] = [];
    const learn = (pages: (typeof taught)[number]): void => void taught.push(pages);
    await judgeRecipes({ learn, apply: () => undefined }, few);
    expect(new Set(taught.map(({ length }) => length))).toEqual(new Set([1, 3]));
    expect(taught.flat().some(({ html }) => truths.has(html))).toBe(false);
    for (const [complete, ...others] of taught) {
      const names = Object.keys(complete?.values ?? {});
      expect(
        others.flatMap(({ values }) => Object.keys(values)).filter((name) => !names.includes(name)),
      ).toEqual([]);
    }
  });
});
