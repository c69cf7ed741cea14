import { beforeAll, describe, expect, it, afterAll } from "vitest";
import { crawlWhole, crawlWith, openStore } from "../../crawl-site/crawl-whole.ts";
import {
  accountOf,
  flawsOf,
  pathsOf,
  rightAccount,
  rightPages,
} from "../../crawl-site/judge-crawl.ts";
import { createTrapSite, type TrapSite } from "../../crawl-site/trap-site.ts";

const concurrencies = [1, 4, 32];
const frontiers = ["memory", "SQLite"] as const;

let site: TrapSite;
beforeAll(async () => {
  site = await createTrapSite({ pages: 300, seed: 7 });
});
afterAll(() => site[Symbol.asyncDispose]());

describe("createCrawler, on a site of traps", () => {
  describe.each(frontiers)("with its frontier in %s", (frontier) => {
    it.each(concurrencies)("ends every URL as it has to, %i at once", async (maxPerHost) => {
      site.reset();
      const options = { frontier, maxPerHost, maxConcurrency: maxPerHost };
      const whole = await crawlWhole(site.seed, site.call, options);
      expect(robotsRequests()).toBe(1);
      expect(accountOf(site, whole)).toEqual(rightAccount(site.oracle()));
      expect(flawsOf(site, whole, site.oracle())).toEqual([]);
    });

    it.each([1, 7, 50, 333])("attempts %i pages, not one more or less", async (maxPages) => {
      for (const maxPerHost of concurrencies) {
        site.reset();
        const options = { frontier, maxPerHost, maxConcurrency: maxPerHost };
        const whole = await crawlWhole(site.seed, { ...site.call, maxPages }, options);
        expect(whole.pages).toHaveLength(maxPages);
        expect(new Set(whole.pages.map(({ url }) => url)).size).toBe(maxPages);
        expect(flawsOf(site, whole, site.oracle())).toEqual([]);
      }
    });

    it.each([0, 1, 2, 4])("goes %i steps from the seed", async (depth) => {
      for (const maxPerHost of concurrencies) {
        site.reset();
        const options = { frontier, maxPerHost, maxConcurrency: maxPerHost };
        const whole = await crawlWhole(site.seed, { ...site.call, depth }, options);
        const oracle = site.oracle({ depth });
        expect(pathsOf(whole.pages, site)).toEqual(rightPages(oracle));
        expect(flawsOf(site, whole, oracle)).toEqual([]);
      }
    });
  });

  it("follows no link that is marked nofollow, when told so", async () => {
    site.reset();
    const followNofollow = false;
    const whole = await crawlWhole(site.seed, { ...site.call, followNofollow });
    expect(accountOf(site, whole)).toEqual(rightAccount(site.oracle({ followNofollow })));
  });

  it.each(frontiers)(
    "crawls 2,000 pages once each, frontier in %s",
    async (frontier) => {
      await using large = await createTrapSite({ pages: 2_000, seed: 11 });
      const options = { frontier, maxPerHost: 32 };
      const whole = await crawlWhole(large.seed, large.call, options);
      expect(accountOf(large, whole)).toEqual(rightAccount(large.oracle()));
    },
    60_000,
  );

  it("shares no URL between two workers on one crawl", async () => {
    site.reset();
    await using store = await openStore("SQLite");
    const options = { maxConcurrency: 4, maxPerHost: 8, workers: 2 };
    const work = { seed: site.seed, call: { ...site.call, id: "shared" }, options };
    const [one, two] = await Promise.all([
      crawlWith(store.records, work),
      crawlWith(store.records, work),
    ]);
    const { summary } = one;
    expect(two.summary.counts).toEqual(summary.counts);
    const pages = [...one.pages, ...two.pages];
    const oracle = site.oracle();
    expect(flawsOf(site, { pages, summary }, oracle)).toEqual([]);
    expect(pathsOf(pages, site)).toEqual(rightPages(oracle));
    expect(accountOf(site, { pages, summary }).requests).toEqual(rightAccount(oracle).requests);
    // Both name the seed when they begin at the same time.
    expect(summary.found - oracle.found).toBeOneOf([0, 1]);
    expect(one.pages.length * two.pages.length).toBeGreaterThan(0);
  });

  it("keeps the limit of two workers on one crawl exact", async () => {
    site.reset();
    await using store = await openStore("SQLite");
    const work = { seed: site.seed, call: { ...site.call, id: "limited", maxPages: 123 } };
    const wholes = await Promise.all([1, 2].map(() => crawlWith(store.records, work)));
    expect(wholes.flatMap(({ pages }) => pages)).toHaveLength(123);
  });

  it("crawls the same site again as if for the first time", async () => {
    site.reset();
    const first = await crawlWhole(site.seed, site.call);
    site.reset();
    const second = await crawlWhole(site.seed, site.call);
    expect(second.summary.counts).toEqual(first.summary.counts);
  });
});

function robotsRequests(): number {
  return site.requests.filter(({ target }) => target === "/robots.txt").length;
}
