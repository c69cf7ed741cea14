import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { standardScrapers } from "../../../../../src/service/slices/web-scraper/standard-scrapers.ts";
import { webScraperKind } from "../../../../../src/service/slices/web-scraper/web-scraper.ts";
import { Rig, runJob, someJob } from "../../site-job-rig.ts";

describe("the scraper structured_data", () => {
  it("gives every kind of data of a page, or those that are wanted", async () => {
    await using site = await createSite({
      "/": `<title>T</title><meta property="og:title" content="O"><meta name="twitter:card" content="c">
        <script type="application/ld+json">{"@type":"Thing"}</script>
        <div itemscope><b itemprop="n">v</b></div>
        <table><tr><th>a<th>b<tr><td>1<td>2</table>`,
    });
    await using rig = new Rig();
    const run = async (params: object) => {
      const request = { code: "structured_data", scope: "GLOBAL", action: "scrape_data", params };
      const job = someJob("web_scraper", { request: request as never, url: `${site.origin}/` });
      return runJob(webScraperKind(rig.parts, standardScrapers), job);
    };
    const all = await run({});
    const data = {
      url: `${site.origin}/`,
      title: "T",
      jsonLd: [{ "@type": "Thing" }],
      microdata: [{ properties: { n: ["v"] } }],
      rdfa: [{ "@id": `${site.origin}/`, "http://ogp.me/ns#title": [{ "@value": "O" }] }],
      microformats: [],
      openGraph: { "og:title": "O" },
      twitter: { "twitter:card": "c" },
      dublinCore: {},
      meta: {},
      tables: [{ caption: "", headers: ["a", "b"], rows: [["1", "2"]] }],
      truncated: false,
    };
    expect(all.result).toEqual({ generatedJson: { status: "success", data } });
    const some = await run({ include: ["twitter", "jsonLd"] });
    const { jsonLd, twitter, url, title } = data;
    expect(some.result).toEqual({
      generatedJson: { status: "success", data: { url, title, jsonLd, twitter, truncated: false } },
    });
  });

  it("fails as a scrape does", async () => {
    await using site = await createSite({ "/": { status: 451 } });
    await using rig = new Rig();
    const request = { code: "structured_data", scope: "GLOBAL", action: "scrape_data", params: {} };
    const job = someJob("web_scraper", { request, url: `${site.origin}/` });
    const ran = await runJob(webScraperKind(rig.parts, standardScrapers), job);
    expect(ran).toMatchObject({ status: "failed", error: expect.stringMatching(/^HTTP 451/) });
  });
});
