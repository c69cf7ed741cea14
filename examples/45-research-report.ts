// The three kinds of sentences in a report: quoted, checked, unchecked. A scripted model stands in for a
// language model, so that the report is the same each time.
import { createFetcher } from "dragline/fetcher";
import { createResearch } from "dragline/research";
import { createScraper } from "dragline/scraper";
import { createLocalIndex } from "dragline/search/sqlite";
import { scriptedResearcher } from "./scripted-researcher.ts";
import { serveManual } from "./serve-manual.ts";

await using site = await serveManual();
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
await using index = createLocalIndex();
for (const path of ["/", "/timeouts", "/logs"]) {
  const page = await scraper.scrape(site.url(path), { formats: ["html"] });
  if (page.status === "completed") await index.add({ url: page.url, html: page.html ?? "" });
}

const model = scriptedResearcher([
  {
    text: "A program that nobody has called for 90 seconds is stopped.",
    quote: "A program that nobody has called for 90 seconds is stopped.",
  },
  {
    text: "Log files older than 14 days are deleted.",
    quote: "Files older than 14 days are deleted",
    verdict: "yes",
  },
  {
    text: "The command kettle logs --follow shows lines the moment they appear.",
    quote: "The command kettle logs --follow shows new lines as they are written.",
  },
  {
    text: "A start that takes longer than 30 seconds fails.",
    quote: "A start that takes longer than 20 seconds fails with the error E_SLOW_START.",
    verdict: "yes",
  },
]);

// #region report
const { robots } = fetcher;
const research = createResearch({ search: index.provider, scraper, robots, model });
const run = research.research("When is an idle program stopped, and what becomes of its logs?");
const { markdown, sentences } = await run.report;
console.log(markdown);
for (const { support, text } of sentences) console.log(`${support}: ${text}`);
// #endregion
