import { Disposer, systemClock } from "../../core/index.ts";
import {
  createCrawler,
  type Crawl,
  type CrawlPage,
  type CrawlProgress,
  type CrawlCall,
  type CrawlerOptions,
} from "../../crawler/index.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { crawlHelp } from "../help/tables/crawl.ts";
import { remoteCrawlOf } from "../crawl/remote-crawl.ts";
import { progressLine, summaryLines } from "../crawl/crawl-lines.ts";
import { openOutput, type CrawlOutput } from "../crawl/open-output.ts";
import { FailureGroups } from "../terminal/failure-groups.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { requestPart, withScheme } from "../request-flags.ts";
import { siteEngine } from "../site-engine.ts";
import { exitCodes, paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";

type Values = Parsed<typeof crawlHelp.flags>["values"];

/** The name of the one crawl that an output holds. */
const ID = "cli";

/** `dragline crawl`: a site's pages, to a folder or a file. */
export const crawl: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(crawlHelp.flags, args);
    const [address, ...rest] = positionals;
    if (address === undefined || address === "" || rest.length > 0) {
      throw new UsageError("expected one URL; try: dragline crawl --help");
    }
    const place = remotePlace(crawlHelp, values);
    if (place !== undefined) {
      const { crawlAt } = await import("../remote/crawl.ts");
      return await crawlAt(place, { url: withScheme(address), values }, terminal);
    }
    const maxPages = wholeNumber(values, "max-pages") ?? 10_000;
    const call = { ...callOf(values, terminal), maxPages };
    const settings = settingsOf(values);
    await using owned = new Disposer();
    const seed = withScheme(address);
    const { output: path, resume = false } = values;
    const output = owned.add(await openOutput(path, { seed, resume, terminal }));
    const { source, fetcher } = siteEngine(values, owned);
    const { records } = output;
    const crawler = owned.add(createCrawler({ fetcher, source, records }, settings));
    const run = crawler.crawl(seed, call);
    if ((await remoteCrawlOf(output.records, terminal.signal)) !== undefined) {
      throw new UsageError("the unfinished crawl there is one of a service; give --remote too");
    }
    if (output.resumed) say(terminal, paint(terminal, "dim", `continuing ${path}`));
    return await follow(run, { output, terminal, maxPages });
  },
};

function callOf(values: Values, terminal: Terminal): CrawlCall {
  const { headers, country } = requestPart(values);
  return {
    signal: terminal.signal,
    id: ID,
    // An output has one worker, and the last one may have been killed.
    takeOver: true,
    depth: wholeNumber(values, "depth"),
    include: values.include,
    exclude: values.exclude,
    includeSubdomains: values.subdomains,
    sitemaps: values.sitemaps,
    formats: values.format ?? ["markdown"],
    main: values.main,
    keepFragment: values["keep-fragment"],
    canonical: values.canonical === true ? "follow" : "ignore",
    nearDuplicates: values["skip-similar"] === true ? "skip" : "keep",
    obeyRobots: values["ignore-robots"] !== true,
    headers,
    country,
  };
}

function settingsOf(values: Values): CrawlerOptions {
  const maxConcurrency = wholeNumber(values, "concurrency");
  const maxPerHost = wholeNumber(values, "per-host");
  const delayMs = wholeNumber(values, "delay-ms");
  return {
    ...(maxConcurrency !== undefined && { maxConcurrency }),
    ...(maxPerHost !== undefined && { maxPerHost }),
    ...(delayMs !== undefined && { delayMs }),
  };
}

interface Following {
  readonly output: CrawlOutput;
  readonly terminal: Terminal;
  readonly maxPages: number;
}

/** Writes the pages as they come, and shows how it goes. */
async function follow(run: Crawl, { output, terminal, maxPages }: Following): Promise<number> {
  const started = systemClock.monotonic();
  const written = new WrittenPages();
  let isWhole = false;
  try {
    const text = (isLive: boolean): string =>
      progressLine(run.progress(), { maxPages, now: systemClock.now(), bar: isLive });
    using display = new LiveLine(text, { terminal });
    for await (const page of run) {
      if (page.status === "failed") {
        display.note(`${paint(terminal, "yellow", "failed:")} ${page.url}: ${page.error}`);
      }
      const before = run.progress();
      await output.writer.write(page);
      written.add(page, before);
    }
    isWhole = true;
  } finally {
    const durationMs = systemClock.monotonic() - started;
    const progress = isWhole ? run.progress() : written.correct(run.progress());
    say(terminal, summaryLines({ ...progress, durationMs }, terminal));
    for (const line of written.failures.lines()) say(terminal, line);
    if (terminal.signal.aborted && output.records !== undefined) {
      say(terminal, paint(terminal, "dim", "run it again with --resume to continue"));
    }
  }
  const { counts } = await run.summary;
  await output.finish();
  return (counts.completed ?? 0) > 0 ? exitCodes.ok : exitCodes.failed;
}

/** The pages that were written: a crawl that is cut off has not counted the last ones. */
class WrittenPages {
  readonly failures = new FailureGroups();
  /** What was counted before the first of them: of a crawl that goes on. */
  #before: CrawlProgress | undefined;
  #completed = 0;
  #failed = 0;

  /** @param before how the crawl went when the page came */
  add(page: CrawlPage, before: CrawlProgress): void {
    this.#before ??= before;
    if (page.status === "completed") this.#completed += 1;
    else {
      this.#failed += 1;
      this.failures.add(page.url, page.error);
    }
  }

  /** How the crawl goes, with the pages that were written among those that are done. */
  correct(progress: CrawlProgress): CrawlProgress {
    const { done = 0, failed: failedBefore = 0 } = this.#before ?? {};
    const completed = Math.max(progress.done, done + this.#completed);
    const failed = Math.max(progress.failed, failedBefore + this.#failed);
    const added = completed + failed - progress.done - progress.failed;
    const open = Math.max(0, progress.queued + progress.running - added);
    const counts = { ...progress.counts, completed, failed };
    const ended = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const found = Math.max(progress.found, ended + open);
    return { ...progress, found, counts, queued: open, running: 0 };
  }
}
