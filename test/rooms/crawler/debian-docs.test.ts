import { describe, expect, it } from "vitest";
import { crawlWhole } from "../../crawl-site/crawl-whole.ts";
import { docsTitle, installedDocs } from "../../crawl-site/installed-docs.ts";
import { createStaticSite } from "../../crawl-site/static-site.ts";
import { walkFiles } from "../../crawl-site/walk-files.ts";

const sets = installedDocs();

describe.skipIf(sets.length === 0)(`createCrawler${docsTitle(sets)}`, () => {
  it.each(sets)(
    "finds exactly the pages of $name that links reach",
    async ({ folder }) => {
      const walk = walkFiles(folder);
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
