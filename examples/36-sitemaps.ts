// Read the sitemaps of a site, without its pages.
import { createFetcher } from "dragline/fetcher";
import { readSitemap, walkSitemaps } from "dragline/mapper";
import { createSite } from "dragline/testing";

const xml = (body: string) => ({ headers: { "content-type": "application/xml" }, body });
const text = (body: string) => ({ headers: { "content-type": "text/plain" }, body });

await using site = await createSite({
  "/robots.txt": text("User-agent: *\nAllow: /\nSitemap: /maps/index.xml\n"),
  "/maps/index.xml": xml(`<sitemapindex><sitemap><loc>/maps/ports.xml</loc></sitemap>
    <sitemap><loc>/maps/lost.xml</loc></sitemap></sitemapindex>`),
  "/maps/ports.xml": xml(`<urlset><url><loc>/ports/quay</loc><lastmod>2026-03-01</lastmod></url>
    <url><loc>/ports/lock</loc></url></urlset>`),
});
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });

// #region walk
const walk = walkSitemaps({ fetcher }, site.origin, { maxPages: 10_000 });
for await (const page of walk) console.log(new URL(page.loc).pathname, page.lastmod);
for (const file of walk.report.files) {
  console.log(new URL(file.url).pathname, file.format, file.entries, file.missing);
}
// #endregion

// #region read
const bytes = Buffer.from("https://harbour.example/\nhttps://harbour.example/tides\nnot a URL\n");
const reading = readSitemap(bytes, { url: "https://harbour.example/sitemap.txt" });
for await (const entry of reading) console.log(entry.kind, entry.loc);
console.log(reading.outcome);
// #endregion
