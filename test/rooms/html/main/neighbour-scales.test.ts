import { describe, expect, it } from "vitest";
import { readBlocks } from "../../../../src/html/main/block-page.ts";
import { chooseBlocks } from "../../../../src/html/main/block-choice.ts";
import {
  evidence,
  scoreBlocks,
  type ContentWeights,
} from "../../../../src/html/main/block-score.ts";
import {
  Neighbours,
  neighbourScales,
  type NeighbourScaleName,
} from "../../../../src/html/main/neighbour-scales.ts";
import { contentWeights } from "../../../../src/html/main/content-weights.ts";
import { measure } from "../../../../src/html/view/measures.ts";
import { findNeighbours } from "../../../../src/html/main/neighbourhood.ts";
import type { PageKind } from "../../../../src/html/facts/page-kind.ts";
import { summarize } from "../../../../src/html/main/page-summary.ts";
import { parse } from "../../../../src/html/tree/parse.ts";
import { shareOdds } from "../../../../src/html/main/style-odds.ts";
import { cleanView, wholePage } from "../../../../src/html/view/whole-page.ts";

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
function values(name: NeighbourScaleName, chances: readonly number[], text = html): number[] {
  const { near, page } = read(text);
  const neighbours = new Neighbours(near, Float64Array.from(chances), page.kind);
  return chances.map((_, index) => Number(neighbourScales[name](neighbours, index).toFixed(3)));
}

describe("the neighbours of a block", () => {
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
  it("are of one style where tags and first classes are, on the block and twice around it", () => {
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

describe("the style of a block", () => {
  const stylesOf = (text: string): number[] => [...read(text).near.styles];

  it.each([
    ["further classes", '<p class="price">one</p><p class="price is-lowered">two</p>', true],
    ["digits", '<p class="post-12">one</p><p class="post-7">two</p>', true],
    ["white space", '<p class=" a ">one</p><p class="a">two</p>', true],
    ["the first class", '<p class="price">one</p><p class="name">two</p>', false],
    ["the tag", "<p>one</p><h2>two</h2>", false],
    [
      "the fourth element around it",
      "<main><i><i><i><p>one</p></i></i></i></main><div><i><i><i><p>two</p></i></i></i></div>",
      false,
    ],
  ])("minds %s as it should", (_, text, alike) => {
    const [first, second] = stylesOf(`<body>${text}</body>`);
    expect(first === second).toBe(alike);
  });
});

describe("the odds of a style", () => {
  it("are drawn together where three blocks or more have it", () => {
    const odds = Float64Array.of(2, -1, 2, 5, -5, 4);
    const shared = shareOdds(odds, Int32Array.of(0, 0, 0, 1, 1, 2));
    expect([...shared].map((one) => Number(one.toFixed(6)))).toEqual([1.3, 0.4, 1.3, 5, -5, 4]);
  });

  it("are none without blocks", () => {
    expect(shareOdds(new Float64Array(0), new Int32Array(0))).toHaveLength(0);
  });
});

describe("the choice of blocks", () => {
  const chosen = (kind: PageKind) =>
    chooseBlocks(Float64Array.of(0.9, 0.42, 0.02), [10, 10, 10], kind);

  it("weighs what could be lost by the kind of page", () => {
    expect([...chosen("article").kept]).toEqual([1, 1, 0]);
    expect([...chosen("unknown").kept]).toEqual([1, 1, 0]);
    expect([...chosen("forum").kept]).toEqual([1, 0, 0]);
  });

  it("gives the F1 that is to be expected, whatever it weighs", () => {
    expect(chosen("article").expected).toBeCloseTo((2 * 13.2) / (20 + 13.4));
    expect(chosen("forum").expected).toBeCloseTo((2 * 9) / (10 + 13.4));
  });
});

describe("the second round", () => {
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

  it("judges a block by the chances of others twice, so that what it says is heard again", () => {
    const weights = {
      first: { ...round, scales: { ...scales, words: { edges: [2], weights: [-9, 9] } } },
      second: round,
      neighbours: {
        ...flat(Object.keys(contentWeights.neighbours)),
        before1: { edges: [0.5], weights: [-9, 9] },
      },
    } as unknown as ContentWeights;
    const { page, summary } = read(html);
    const chances = [...scoreBlocks(page, summary, weights)].map(Math.round);
    // The first round sees the second block; each time the likely one makes the next likely.
    expect(chances).toEqual([0, 0, 0, 1, 0, 0, 0]);
  });

  it("judges blocks that look alike together", () => {
    const scalesWithNeighbours = { ...scales, words: { edges: [1.5], weights: [-4, 9] } };
    const weights = {
      first: round,
      second: { ...round, scales: scalesWithNeighbours },
      neighbours: flat(Object.keys(contentWeights.neighbours)),
    } as unknown as ContentWeights;
    const { page, summary } = read(html);
    const chances = [...scoreBlocks(page, summary, weights)].map(Math.round);
    // The last of three items has one word only, which alone would speak against it.
    expect(chances).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });
});
