import { createSite, type Site, type SiteRoute } from "dragline/testing";
import { afterEach, describe, expect, it } from "vitest";
import { standardScrapers } from "../../../../../src/service/slices/web-scraper/standard-scrapers.ts";
import { webScraperKind } from "../../../../../src/service/slices/web-scraper/web-scraper.ts";
import { Rig, runJob, someJob } from "../../site-job-rig.ts";

let rig: Rig;
let site: Site;

afterEach(async () => {
  await rig[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const RSS =
  '<?xml version="1.0"?><rss><channel><title>R</title><item><title>1</title></item><item/></channel></rss>';
const xml = { "content-type": "application/rss+xml" };

async function run(routes: Readonly<Record<string, SiteRoute>>, params: object = {}) {
  site = await createSite(routes);
  rig = new Rig();
  const request = { code: "feed", scope: "GLOBAL", action: "scrape_data", params: params as never };
  const job = someJob("web_scraper", { request, url: `${site.origin}/` });
  const ran = await runJob(webScraperKind(rig.parts, standardScrapers), job);
  const json = ran.result?.["generatedJson"] as { readonly data?: object } | undefined;
  return { ...ran, data: json?.data };
}

describe("the scraper feed", () => {
  it("reads a feed at the URL itself, whatever type it is served as", async () => {
    for (const type of ["application/rss+xml", "text/xml", "text/html", "text/plain"]) {
      const { data } = await run({ "/": { headers: { "content-type": type }, body: RSS } });
      expect(data).toMatchObject({ url: site.url("/"), kind: "rss", title: "R", feeds: [] });
      await rig[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    }
    await run({ "/": "x" });
  });

  it("finds the feed that a page names, and tells of the others", async () => {
    const page = `<base href="/in/"><link rel="stylesheet alternate" type="text/css" href="x">
      <link rel="Alternate" type="application/rss+xml" title=" All " href="feed">
      <link rel="alternate" type="application/rss+xml" href="feed">
      <link rel="alternate" type="application/feed+json" href="/j">
      <link rel="alternate" type="application/atom+xml" href="javascript:x">`;
    const { data } = await run(
      { "/": page, "/in/feed": { headers: xml, body: RSS } },
      { limit: 1 },
    );
    expect(data).toMatchObject({
      url: site.url("/in/feed"),
      entries: { length: 1 },
      truncated: true,
      feeds: [
        { url: site.url("/in/feed"), type: "application/rss+xml", title: "All" },
        { url: site.url("/j"), type: "application/feed+json", title: "" },
      ],
    });
  });

  it("takes the next that a page names when the first cannot be had", async () => {
    const named = (href: string) => `<link rel=alternate type=application/rss+xml href="${href}">`;
    const json = JSON.stringify({
      version: "https://jsonfeed.org/version/1",
      title: "J",
      items: [],
    });
    const { data } = await run({
      "/": named("http://10.0.0.1/feed") + named("/gone") + named("/json"),
      "/json": { headers: { "content-type": "application/json" }, body: json },
    });
    expect(data).toMatchObject({ kind: "json", title: "J" });
  });

  it.each([
    [{ "/": "<p>a page</p>" }, /^no feed found$/],
    [{ "/": { status: 404 } }, /^HTTP 404/],
    [{ "/": '<link rel=alternate type=application/rss+xml href="/x">' }, /no feed found: HTTP 404/],
    [
      { "/": { headers: { "content-type": "application/json" }, body: '{"a":1}' } },
      /^no feed found$/,
    ],
    [
      { "/": "<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>" },
      /^blocked by website/,
    ],
  ])("fails for %j with %s", async (routes, text) => {
    const ran = await run(routes);
    expect(ran.status).toBe("failed");
    expect(ran.error).toMatch(text);
  });
});
