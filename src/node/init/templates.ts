/** A small project: what its file does, how it is started, what it leaves behind. */
export interface Template {
  /** `main.js`, which `npm start` runs unless `start` says otherwise. */
  readonly main: string;
  /** @default "node main.js" */
  readonly start?: string;
  /** The object that `dragline.config.js` exports, as it is written there. */
  readonly config: string;
  /** What is not kept in version control, beside node_modules. */
  readonly ignored: readonly string[];
  /** What to try, behind `npm start`. */
  readonly hint: string;
}

const scrape: Template = {
  main: `// Prints a page as markdown: npm start -- https://example.com/
import { createFetcher } from "dragline/fetcher";
import { createScraper } from "dragline/scraper";

const [url = "https://example.com/"] = process.argv.slice(2);

const fetcher = createFetcher();
const scraper = createScraper({ fetcher });
try {
  const page = await scraper.scrape(url, { formats: ["markdown", "links"], main: true });
  if (page.status === "failed") throw new Error(page.error);
  console.log(page.markdown);
  console.error(\`\${page.links.length} links\`);
} finally {
  await scraper[Symbol.asyncDispose]();
  await fetcher[Symbol.asyncDispose]();
}
`,
  config: `{
  // What every command does unless its flags say otherwise: npx dragline scrape https://example.com/
  fetch: { obeyRobots: true },
  scrape: { main: true },
}`,
  ignored: [],
  hint: "npm start -- https://example.com/",
};

const crawl: Template = {
  main: `// Writes the pages of a site as markdown into the folder pages: npm start -- https://example.com/
// Stopped half-way, it goes on where it was.
import { mkdir, writeFile } from "node:fs/promises";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { SqliteRecords } from "dragline/storage/sqlite";

const [seed = "https://example.com/"] = process.argv.slice(2);

await mkdir("pages", { recursive: true });
const records = new SqliteRecords({}, { path: "pages/.crawl.sqlite" });
const fetcher = createFetcher();
const crawler = createCrawler({ fetcher, records });
try {
  const crawl = crawler.crawl(seed, { id: seed, maxPages: 100, formats: ["markdown"] });
  for await (const page of crawl) {
    if (page.status === "failed") {
      console.error(\`failed: \${page.url}: \${page.error}\`);
      continue;
    }
    const file = \`pages/\${encodeURIComponent(page.url).slice(0, 200)}.md\`;
    await writeFile(file, page.markdown ?? "");
    console.log(\`\${page.url} -> \${file}\`);
  }
} finally {
  await crawler[Symbol.asyncDispose]();
  await fetcher[Symbol.asyncDispose]();
  await records.close();
}
`,
  config: `{
  // What every command does unless its flags say otherwise: npx dragline crawl https://example.com/
  crawl: { maxPages: 100, output: "pages", main: true },
}`,
  ignored: ["pages/"],
  hint: "npm start -- https://example.com/",
};

const watch: Template = {
  main: `// Looks at a page every hour and tells when it changes: npm start -- https://example.com/
import { createFetcher } from "dragline/fetcher";
import { createAcquirer, createMonitors } from "dragline/monitor";
import { createScraper } from "dragline/scraper";
import { SqliteRecords } from "dragline/storage/sqlite";

const [url = "https://example.com/", every = "3600000"] = process.argv.slice(2);

const records = new SqliteRecords({}, { path: "watch.sqlite" });
const fetcher = createFetcher();
const scraper = createScraper({ fetcher });

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());

// What is done at the end of each check; a webhook or an e-mail would be sent from here.
const ledger = {
  begin: async () => ({ credits: 0, operations: [], refusal: "" }),
  end: async ({ monitor, change }) => {
    const { adds, dels } = change?.diff.stats ?? {};
    const news = change === undefined ? "nothing new" : \`changed: +\${adds} -\${dels} lines\`;
    console.log(\`\${monitor.url}: \${news}\`);
    return { creditsUsed: 0, operations: [], isTold: false };
  },
  stored: () => {},
};
const monitors = createMonitors({ acquirer: createAcquirer({ scraper }), records, ledger });

// After a restart the monitor is there already.
const known = await monitors.list();
const monitor =
  known.find((each) => each.url === url) ??
  (await monitors.add({ url, schedule: { every: Number(every) } }));
await monitors.check(monitor.id);
await monitors.work({ signal: stop.signal }).catch((error) => {
  if (!stop.signal.aborted) throw error;
});
for (const part of [monitors, scraper, fetcher]) await part[Symbol.asyncDispose]();
await records.close();
`,
  config: `{
  // What every command does unless its flags say otherwise: npx dragline monitor add https://example.com/
  monitor: { every: "1h", main: true },
}`,
  ignored: ["watch.sqlite*", "dragline-monitors/"],
  hint: "npm start -- https://example.com/",
};

const service: Template = {
  main: `// Scrapes a page through the service that npm start runs: node main.js KEY https://example.com/
const [key, url = "https://example.com/"] = process.argv.slice(2);
if (key === undefined) {
  console.error("usage: node main.js KEY [URL]; npm start shows a key once, npm run key makes another");
  process.exit(2);
}

const response = await fetch("http://127.0.0.1:3000/v1/url-scraper/scrape", {
  method: "POST",
  headers: { "x-api-key": key, "content-type": "application/json" },
  body: JSON.stringify({ url, formats: ["markdown"] }),
});
const answer = await response.json();
console.log(response.ok ? answer.markdown : answer);
`,
  start: "dragline serve",
  config: `{
  // What 'dragline serve' and 'dragline keys' do unless their flags say otherwise.
  storage: { data: "./dragline-data" },
  serve: { port: 3000 },
}`,
  ignored: ["dragline-data/"],
  hint: "npm start, and in another terminal: node main.js KEY https://example.com/",
};

/** Each template by its name. */
export const templates = { scrape, crawl, watch, service } as const;
