// Scrape a page: markdown, links and metadata from one parse. Run it with a URL of your own:
//   npm run example -- examples/01-scrape.ts https://example.com
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import { servePages } from "./serve-pages.ts";

await using site = await servePages();
const url = process.argv[2] ?? site.url("/harbour.html");

// The page is on this machine, and private addresses are refused unless they are allowed.
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });

const result = await scraper.scrape(url, { formats: ["markdown", "links"], main: true });

if (result.status === "failed") {
  console.error(result.error);
} else {
  console.log(result.metadata.title, "by", result.metadata.author);
  console.log(result.links?.length, "links");
  console.log(result.markdown);
}
