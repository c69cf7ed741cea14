import { describe, expect, it } from "vitest";
import { readBlocks } from "../../../src/html/block-page.ts";
import { evidence, scoreBlocks, type ContentWeights } from "../../../src/html/block-score.ts";
import { Company, companyScales, type CompanyName } from "../../../src/html/company-scales.ts";
import { contentWeights } from "../../../src/html/content-weights.ts";
import { measure } from "../../../src/html/measures.ts";
import { findNeighbours } from "../../../src/html/neighbourhood.ts";
import { summarize } from "../../../src/html/page-summary.ts";
import { parse } from "../../../src/html/parse.ts";
import { cleanView, wholePage } from "../../../src/html/view.ts";

const html = `<body>
<section><h2>One two</h2><p class="a">three four five six</p><p class="a">seven eight</p></section>
<ul><li><b>nine ten</b></li><li><b>eleven twelve</b></li><li><b>thirteen</b></li></ul>
<h2>Last words</h2></body>`;

function read(text: string) {
  const view = wholePage(parse(text));
  const whole = measure(view.tree, view.dropped);
  const clean = cleanView(view, whole);
  const cleanMeasures = measure(clean.tree, clean.dropped);
  const page = readBlocks({ whole, clean, cleanMeasures, kind: "article" });
  const summary = summarize(page);
  const parts = Array.from(evidence(page, summary), (seen) => seen.parts);
  return { page, summary, near: findNeighbours(page, parts) };
}

/** Values of a scale, block by block. */
function values(name: CompanyName, chances: readonly number[], text = html): number[] {
  const { near, page } = read(text);
  const company = new Company(near, Float64Array.from(chances), page.kind);
  return chances.map((_, index) => Number(companyScales[name](company, index).toFixed(3)));
}

describe("the company of a block", () => {
  // Words: 2, 4, 2, then 2, 2, 1, then 2.
  const chances = [0.5, 1, 0, 0.8, 0.4, 0, 0.25];

  it.each([
    ["before1", [-1, 0.5, 1, 0, 0.8, 0.4, 0]],
    ["after1", [1, 0, 0.8, 0.4, 0, 0.25, -1]],
    ["after3", [0.7, 0.4, 0.48, 0.26, 0.167, 0.25, -1]],
    ["inParent", [0.667, 0.25, 0.833, 0.267, 0.533, 0.6, 0.569]],
    ["inList", [-1, -1, -1, 0.267, 0.533, 0.6, -1]],
    ["ofStyle", [-1, 0, 1, 0.267, 0.533, 0.6, -1]],
    ["ofHeading", [-1, 0.5, 0.5, 0.5, 0.5, 0.5, -1]],
    ["underHeading", [0.582, -1, -1, -1, -1, -1, -1]],
    ["contentBefore", [0, 0.127, 0.633, 0.633, 0.835, 0.937, 0.937]],
  ] as const)("knows %s", (name, expected) => {
    expect(values(name, chances)).toEqual(expected);
  });

  it.each([
    ["before8", 9],
    ["after8", 0],
  ] as const)("looks eight blocks far in %s", (name, index) => {
    const text = "<p>one</p>".repeat(10);
    const likely = (at: number): number[] =>
      Array.from({ length: 10 }, (_, i) => (i === at ? 1 : 0));
    const far = [8, 9].map(
      (distance) => values(name, likely(Math.abs(index - distance)), text)[index],
    );
    expect(far).toEqual([0.125, 0]);
  });

  it("keeps odds within bounds, however sure a chance is", () => {
    expect(values("odds", [0, 1, 0.5, 0.5, 0.5, 0.5, 0.5]).slice(0, 3)).toEqual([-6, 6, 0]);
  });

  it("knows which share of the page is to be expected content", () => {
    expect(values("ofPage", chances)[0]).toBe(Number((7.9 / 15).toFixed(3)));
  });

  it("is of no weight on a page without a block", () => {
    const { page, summary } = read("<body></body>");
    expect(scoreBlocks(page, summary, contentWeights)).toHaveLength(0);
  });
});

describe("the neighbours of blocks", () => {
  it("are of one style where tags and classes are, on the block and twice around it", () => {
    const item = (around: string, inner: string): string =>
      `<div class="${around}"><div><p class="${inner}">some words</p></div></div>`;
    const { near } = read(item("a", "b") + item("a", "b") + item("a", "c") + item("d", "b"));
    expect([...near.styles]).toEqual([0, 0, 1, 2]);
  });

  it("are found in time where a long class is around many of them", { timeout: 20_000 }, () => {
    const text = `<div class="${"k".repeat(1_000_000)}">${"<p>some words</p>".repeat(100_000)}`;
    const { near } = read(text);
    expect(near.styles).toHaveLength(100_000);
    expect(new Set(near.styles).size).toBe(1);
  });
});

describe("the second round", () => {
  it("judges a block by the chances that the first gave to others", () => {
    const nothing = {
      places: Array(99).fill(0),
      names: Array(99).fill(0),
      signs: Array(99).fill(0),
    };
    const bitsOfKind = { documentation: nothing, forum: nothing, goods: nothing, service: nothing };
    const flat = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, { edges: [], weights: [0] }]));
    const scales = flat(Object.keys(contentWeights.first.scales));
    const round = { base: 0, bits: nothing, bitsOfKind, scales };
    const weights = {
      first: { ...round, scales: { ...scales, words: { edges: [2], weights: [-9, 9] } } },
      second: round,
      company: {
        ...flat(Object.keys(contentWeights.company)),
        before1: { edges: [0.5], weights: [-9, 9] },
      },
    } as unknown as ContentWeights;
    const { page, summary } = read(html);
    const chances = [...scoreBlocks(page, summary, weights)].map(Math.round);
    expect(chances).toEqual([0, 0, 1, 0, 0, 0, 0]);
  });
});
