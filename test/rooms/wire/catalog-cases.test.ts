import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtInFolder } from "../../../src/wire/catalog-folder/built-in-catalog.ts";
import { playCase } from "../../../src/wire/cases/play-case.ts";
import { loadCases, missingCases, playsOf } from "../../../src/wire/cases/test-cases.ts";
import { testDrift } from "../../../src/wire/cases/test-drift.ts";
import { playSites, type PlayedSites } from "./played-sites.ts";

const { signal } = new AbortController();
const catalog = await loadCases(builtInFolder());
const sites = catalog.map((one) => [one.site.site.value.slug, one] as const);

let played: PlayedSites;
beforeAll(async () => {
  const cases = playsOf(catalog).flatMap(({ file }) => file.value.exchanges);
  const hosts = new Set(cases.map(({ request }) => new URL(request.url).hostname));
  played = await playSites([...hosts]);
});
afterAll(() => played[Symbol.asyncDispose]());

describe("the built-in catalog", () => {
  it("has a good, an empty and a failure case of every action", () => {
    expect(catalog.flatMap(missingCases).map(({ problem }) => problem)).toEqual([]);
  });

  it.each(sites)("plays the cases of %s against servers of its hosts", async (_, site) => {
    const stage = { openFetcher: played.fetcher, signal };
    const problems = [];
    for (const { action, file } of playsOf([site])) {
      const problem = await playCase({ action, recorded: file.value }, stage);
      if (problem !== undefined) problems.push(`${file.file}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });

  it.each(sites)("notices each change of an answer of %s", async (_, { site }) => {
    const results = await testDrift(site.folder);
    expect(results.length).toBeGreaterThan(0);
    const problems = results.filter(({ problem }) => problem !== undefined);
    expect(problems).toEqual([]);
  });

  it("was played over sockets", () => {
    expect(played.requests).toBeGreaterThanOrEqual(playsOf(catalog).length);
  });
});
