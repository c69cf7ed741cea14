// Answer a question from pages, by citations whose words stand on them. From the command
// line the same is
//   dragline research "When is an idle program stopped?" --output report.md
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { createResearch } from "dragline/research";
import { createScraper } from "dragline/scraper";
import { createLocalIndex } from "dragline/search/sqlite";
import { serveManual } from "./serve-manual.ts";

await using site = await serveManual();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
await using crawler = createCrawler({ fetcher });
await using index = createLocalIndex();
for await (const page of crawler.crawl(site.url("/"), { formats: ["html"] })) {
  if (page.status === "completed") await index.add({ url: page.url, html: page.html ?? "" });
}

// `search` may as well be the web: createSearxngSearch, createBraveSearch … With a `model` the report is
// written; without one, as here, it is made of the pages' own sentences.
const research = createResearch({ search: index.provider, scraper, robots: fetcher.robots });

for (const question of ["When is an idle program stopped?", "Does Kettle run on Windows 95?"]) {
  const run = research.research(question);
  for await (const { stage } of run) if (stage === "search") console.log(`searching: ${question}`);
  const { answered, citations } = await run.report;
  console.log(answered ? "answered" : "not answered by these pages");
  if (answered) for (const { title, snippet } of citations) console.log(`  ${title}: “${snippet}”`);
}
