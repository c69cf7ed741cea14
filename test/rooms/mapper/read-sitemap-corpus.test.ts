import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { corpus, corpusMissing } from "../../corpus.ts";
import { read } from "./sitemap-reading.ts";

describe.skipIf(corpusMissing !== "")(`readSitemap on the corpus${corpusMissing}`, () => {
  const example = (...paths: string[]) => paths.map((path) => `http://www.example.com/${path}`);
  const video = "videos/some_video_landing_page";

  it.each<[string, string, readonly string[]]>([
    ["atom.xml", "atom", ["http://example.org/2003/12/13/atom03"]],
    [
      "feed.rss",
      "rss",
      [
        "https://www.example.com/blog/post/1",
        "https://www.example.com/guid.html",
        "https://www.example.com/foo?q=a&l=en",
        "https://www.example.com/foo?q=a&l=fr",
      ],
    ],
    [
      "shinpaideshou-news-sitemap.xml",
      "urlset",
      [
        "https://shinpaideshou.wordpress.com/2017/04/25/job-opening-reischauer-policy-research-fellow/",
        "https://shinpaideshou.wordpress.com/2017/04/24/call-for-papers-nation-gender-and-history-asian-cinemas-in-perspective-2/",
        "https://shinpaideshou.wordpress.com/2017/04/24/job-opening-lecturer-in-japanese-studies-university-of-leeds/",
      ],
    ],
    ["sitemap-links.xml", "urlset", example("english/", "deutsch/", "schweiz-deutsch/")],
    [
      "sitemap-news.xml",
      "urlset",
      [
        "http://www.example.org/business/article55.html",
        "http://www.example.org/empty_news_name.html",
      ],
    ],
    [
      "sitemap-videos.xml",
      "urlset",
      example(`${video}.html`, `${video}-2.html`, `${video}-3.html`),
    ],
    ["sitemap.badns.xml", "urlset", example("1", "2")],
    ["sitemap.ns.xml", "urlset", example("1", "2")],
    [
      "sitemap.txt.gz",
      "text",
      example(
        "",
        "catalog?item=12&desc=vacation_hawaii",
        "catalog?item=73&desc=vacation_new_zealand",
        "catalog?item=74&desc=vacation_newfoundland",
        "catalog?item=83&desc=vacation_usa",
      ),
    ],
  ])("reads every URL of %s", async (file, format, locs) => {
    const { entries: _, ...found } = await read(readFileSync(join(corpus, "sitemaps", file)));
    expect(found.locs).toEqual(locs);
    expect(found.outcome).toMatchObject({
      format,
      entries: locs.length,
      skipped: 0,
      stoppedBy: undefined,
      damaged: false,
    });
  });

  it("reads every URL, image, video and date of a newspaper's sitemap", async () => {
    const file = join(corpus, "sitemaps", "hebdenbridgetimes-articles-sitemap.xml");
    const bytes = readFileSync(file);
    const { entries, locs, outcome } = await read(bytes);
    // Another way to the same: the file has no CDATA, and `url` in front of each page's `loc`.
    const text = bytes.toString("utf8");
    const expected = [...text.matchAll(/<url>\s*<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);
    expect(expected).toHaveLength(74);
    expect(locs).toEqual(expected);
    expect(outcome.damaged).toBe(false);
    const pages = entries.filter((entry) => entry.kind === "page");
    expect(pages.flatMap(({ images }) => images)).toHaveLength(
      text.split("<image:loc>").length - 1,
    );
    expect(pages.flatMap(({ videoTitles }) => videoTitles)).toHaveLength(
      text.split("<video:title>").length - 1,
    );
    expect(pages.every(({ lastmod }) => lastmod?.startsWith("2015-0"))).toBe(true);
  });
});
