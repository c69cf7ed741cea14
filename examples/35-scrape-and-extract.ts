// A summary and the values of a schema with the scrape of a page.
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";
import { serveShop } from "./serve-shop.ts";

await using shop = await serveShop();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });

// #region scrape
const page = await scraper.scrape(shop.url("/lamps/opal"), {
  formats: ["summary", "json"],
  schema: {
    type: "object",
    properties: { name: { type: "string" }, price: { type: "number" } },
  },
});
if (page.status === "completed") console.log(page.summary?.text, page.json?.data);
else console.log(page.code, page.error);
// #endregion
