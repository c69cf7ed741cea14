// Search a documentation site of your own, without a key. From the command line the same is
//   dragline index add https://docs.example.com --crawl
//   dragline search "how long until an idle program is stopped"
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createLocalIndex } from "dragline/search/sqlite";
import { serveManual } from "./serve-manual.ts";

await using site = await serveManual();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using crawler = createCrawler({ fetcher });

// #region search
// Without a path the index lives in memory; with one it is a SQLite file that several processes share.
await using index = createLocalIndex();

for await (const page of crawler.crawl(site.url("/"), { formats: ["html"], maxPages: 100 })) {
  if (page.status === "completed") await index.add({ url: page.url, html: page.html ?? "" });
}

for (const query of ["how long until an idle program is stopped", '"keep_days"', "macOS"]) {
  const { results } = await index.search(query, { limit: 1 });
  for (const { url, title, snippet } of results) {
    console.log(`${query}\n  ${title}, ${new URL(url).pathname}\n  ${snippet}`);
  }
}
// #endregion
