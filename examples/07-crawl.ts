// Crawl a site to a folder of markdown, resumably. From the command line the same is
//   dragline crawl https://example.com --output docs --resume
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createCrawler } from "dragline/crawler";
import { createFetcher } from "dragline/fetcher";
import { SqliteRecords } from "dragline/storage/sqlite";
import { serveGuide } from "./serve-guide.ts";

await using site = await serveGuide();
const folder = await mkdtemp(join(tmpdir(), "dragline-guide-"));

// #region crawl
// Without records a crawl lives in memory. With them it survives: stop it, kill it, move it to
// another process, or let several work on it (Postgres), and call the same line again.
await using records = new SqliteRecords({}, { path: join(folder, "crawl.db") });
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using crawler = createCrawler({ fetcher, records }, { maxPerHost: 4 });

const crawl = crawler.crawl(site.url("/"), {
  id: "guide",
  maxPages: 100,
  exclude: ["/archive/*"],
  formats: ["markdown"],
});

// A page counts as done when the next one is asked for: what you write here is never lost.
const written: string[] = [];
for await (const page of crawl) {
  const path = new URL(page.url).pathname;
  if (page.status === "failed") {
    written.push(`${path}: ${page.error}`);
    continue;
  }
  const file = join(folder, path.endsWith("/") ? `${path}index.md` : `${path}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, page.markdown ?? "");
  written.push(`${path}: "${page.title}", ${page.depth} from the start`);
}
console.log(written.toSorted().join("\n"));

// Every URL that was found ended in one way.
const { found, counts } = await crawl.summary;
console.log(found, "URLs:", counts);
// #endregion

await rm(folder, { recursive: true });
