import { describe, expect, it } from "vitest";
import { createFetcher } from "dragline/fetcher";
import { createMapper } from "dragline/mapper";
import { crawlWhole } from "../../crawl-site/crawl-whole.ts";
import { docsTitle, installedDocs } from "../../crawl-site/installed-docs.ts";
import { createStaticSite } from "../../crawl-site/static-site.ts";
import { walkFiles, type FileWalk } from "../../crawl-site/walk-files.ts";
import { walkLevels } from "../../crawl-site/walk-levels.ts";

const sets = installedDocs();
const walks = new Map<string, FileWalk>();

/** Walking takes seconds, so each folder is walked once. */
function walkOf(folder: string): FileWalk {
  const walk = walks.get(folder) ?? walkFiles(folder);
  walks.set(folder, walk);
  return walk;
}

describe.skipIf(sets.length === 0)(`createCrawler${docsTitle(sets)}`, () => {
  it.each(sets)(
    "finds exactly the pages of $name that links reach",
    async ({ folder }) => {
      const walk = walkOf(folder);
      await using site = await createStaticSite(folder);
      const { pages, summary } = await crawlWhole(
        `${site.origin}/index.html`,
        {},
        { maxPerHost: 32 },
      );
      const paths = (status: string): string[] =>
        pages
          .filter((page) => page.status === status)
          .map(({ url }) => url.slice(site.origin.length))
          .toSorted();
      expect(paths("completed")).toEqual(walk.pages.toSorted());
      expect(paths("failed")).toEqual(walk.missing.toSorted());
      const { redirected = 0, "content-type": files = 0 } = summary.counts;
      expect({ redirected, files }).toEqual({
        redirected: walk.redirects.length,
        files: walk.files.length,
      });
      const twice = [...site.requests].filter(([, count]) => count > 1);
      expect(twice).toEqual([]);
      expect(pages.length).toBeGreaterThan(60);
    },
    60_000,
  );
});

describe.skipIf(sets.length === 0)(`createMapper${docsTitle(sets)}`, () => {
  it.each(sets)(
    "maps $name within limits as the walk does",
    async ({ folder }) => {
      const walk = walkOf(folder);
      await using site = await createStaticSite(folder);
      await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
      const mapper = createMapper({ fetcher });
      for (const limits of levelLimits) {
        const { links } = await mapper.map(`${site.origin}/index.html`, {
          sitemaps: false,
          ...limits,
        });
        const paths = links.map((url) => url.slice(site.origin.length));
        expect(paths, JSON.stringify(limits)).toEqual(walkLevels(walk, "/index.html", limits));
      }
    },
    60_000,
  );
});

const levelLimits = [
  { depth: 0, limit: 100, limitPerLevel: 100 },
  { depth: 1, limit: 5_000, limitPerLevel: 500 },
  { depth: 2, limit: 5_000, limitPerLevel: 500 },
  { depth: 3, limit: 5_000, limitPerLevel: 37 },
  { depth: 5, limit: 5_000, limitPerLevel: 500 },
  { depth: 5, limit: 111, limitPerLevel: 50 },
  { depth: 2, limit: 7, limitPerLevel: 500 },
  { depth: 5, limit: 1, limitPerLevel: 1 },
];
