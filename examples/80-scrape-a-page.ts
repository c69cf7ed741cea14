// The shortest scrape: the main content of a page as markdown.
import { createScraper } from "dragline/scraper";
import { createFetcher } from "dragline/fetcher";
import { servePages } from "./serve-pages.ts";

await using site = await servePages();
const url = process.argv[2] ?? site.url("/harbour.html");
// The page is on this machine, and private addresses are refused unless they are allowed.
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher }); // createScraper() where the defaults do
const page = await scraper.scrape(url, { main: true });
console.log(page.status === "failed" ? page.error : page.markdown);
