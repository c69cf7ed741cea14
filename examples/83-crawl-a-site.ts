// The shortest crawl: every page of a site once, as markdown.
// #region crawl
import { createCrawler } from "dragline/crawler";
// #endregion
import { createFetcher } from "dragline/fetcher";
import { serveGuide } from "./serve-guide.ts";

await using site = await serveGuide();
const url = site.url("/");
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });

const lines: string[] = [];
// #region crawl
await using crawler = createCrawler({ fetcher });
for await (const page of crawler.crawl(url, { maxPages: 100, formats: ["markdown"] })) {
  if (page.status === "failed") lines.push(`${page.url}: ${page.error}`);
  else lines.push(`${page.url}: ${page.markdown?.length} characters`);
}
// #endregion
console.log(lines.toSorted().join("\n"));
