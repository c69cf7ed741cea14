// Map a site: its URLs from links and sitemaps, within limits, and what was left out and why.
import { createFetcher } from "dragline/fetcher";
import { createMapper } from "dragline/mapper";
import { createSite } from "dragline/testing";

const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join("");
const text = (body: string) => ({ headers: { "content-type": "text/plain" }, body });

await using site = await createSite({
  "/": links("/tides", "/harbours#list", "/private/log", "https://example.com/charts"),
  "/tides": links("/tides?page=2", "/tides/today?utm_source=home"),
  "/harbours": links("/", "/harbours/north", "/harbours/south", "/old"),
  "/old": { status: 301, headers: { location: "/harbours/north" } },
  "/robots.txt": text("User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n"),
  "/sitemap.xml": {
    headers: { "content-type": "application/xml" },
    body: "<urlset><url><loc>/wrecks</loc><lastmod>2026-01-01</lastmod></url></urlset>",
  },
  "*": "<p>Nothing to see here.</p>",
});
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
const mapper = createMapper({ fetcher });

const map = await mapper.map(site.origin, { depth: 3, includeExternalLinks: true });
console.log(map.links.map((url) => url.slice(site.origin.length)).join("\n"));
console.log("elsewhere:", map.externalLinks.join(", "));
for (const { url, reason } of map.failures) console.log(reason, new URL(url).pathname);

const short = await mapper.map(site.origin, { limitPerLevel: 3, search: "HARBOUR" });
console.log("harbours:", short.links.map((url) => new URL(url).pathname).join(", "));
console.log("left out by:", short.stoppedBy.join(", "));
