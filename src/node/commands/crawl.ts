import { parseArgs } from "node:util";
import { Disposer, systemClock } from "../../core/index.ts";
import {
  createCrawler,
  crawlFormats,
  type Crawl,
  type CrawlCall,
  type CrawlerOptions,
} from "../../crawler/index.ts";
import type { Command } from "../command.ts";
import { progressLine, summaryLines } from "../crawl/crawl-lines.ts";
import { openOutput, type CrawlOutput } from "../crawl/open-output.ts";
import { LiveLine } from "../live-line.ts";
import { readFormats } from "../read-formats.ts";
import { requestFlags, requestHelp, requestPart, withScheme } from "../request-flags.ts";
import { engineFlags, engineHelp, siteEngine } from "../site-engine.ts";
import { exitCodes, paint, say, UsageError, type Terminal } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";

const help = `Usage: dragline crawl URL [OPTIONS]

Follows a site's links from a page and writes every page as markdown.

  --output PATH      a folder, or a file of JSON lines by the ending .jsonl (JSON lines on stdout)
  --resume           go on with the unfinished crawl in --output, if there is one
  --max-pages N      most pages (10000)
  --depth N          most link steps from the first page (no limit)
  --include GLOB     follow only URLs that match: * any characters, ? one; may be repeated
  --exclude GLOB     do not follow URLs that match; may be repeated
  --subdomains       crawl hosts below the first page's too
  --sitemaps         begin with the pages that the site's sitemaps name as well
  --format LIST      ${crawlFormats.join(", ")}; several with commas (markdown)
  --main             only the main content: without navigation, header, footer and the like
  --concurrency N    requests at once (32)
  --per-host N       requests at once to one host (8)
  --delay MS         milliseconds between two requests to one host (0)
  --keep-fragment    routes behind # (#/ and #!) are pages of their own, with --browser
  --canonical        a page that names another canonical URL counts as that one, where it is there
  --skip-similar     pages whose text is nearly that of another are left out
  --ignore-robots    do not ask robots.txt
${engineHelp}
${requestHelp}

A glob with :// is matched against the whole URL, another one against path and query.
Interrupt it (Ctrl-C) and run it again with --resume: it goes on where it stopped.

Exit codes: 0 crawled, 1 no page could be had, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  output: { type: "string" },
  resume: { type: "boolean" },
  "max-pages": { type: "string" },
  depth: { type: "string" },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  subdomains: { type: "boolean" },
  sitemaps: { type: "boolean" },
  format: { type: "string", multiple: true },
  main: { type: "boolean" },
  concurrency: { type: "string" },
  "per-host": { type: "string" },
  delay: { type: "string" },
  "keep-fragment": { type: "boolean" },
  canonical: { type: "boolean" },
  "skip-similar": { type: "boolean" },
  "ignore-robots": { type: "boolean" },
  ...engineFlags,
  ...requestFlags,
} as const;

type Values = ReturnType<typeof parse>["values"];

/** The name of the one crawl that an output holds. */
const ID = "cli";

/** `dragline crawl`: a site's pages, to a folder or a file. */
export const crawl: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const [address, ...rest] = positionals;
    if (address === undefined || address === "" || rest.length > 0) {
      throw new UsageError("expected one URL; try: dragline crawl --help");
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
    if (output.resumed) say(terminal, paint(terminal, "dim", `going on with ${path}`));
    return await follow(run, { output, terminal, maxPages });
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

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
    formats: readFormats(values.format, crawlFormats),
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
  const delayMs = wholeNumber(values, "delay");
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
  const ended = { durationMs: 0 };
  try {
    const text = (isLive: boolean): string =>
      progressLine(run.progress(), { maxPages, now: systemClock.now(), bar: isLive });
    using display = new LiveLine(text, { terminal });
    for await (const page of run) {
      if (page.status === "failed") {
        display.note(`${paint(terminal, "yellow", "failed:")} ${page.url}: ${page.error}`);
      }
      await output.writer.write(page);
    }
  } finally {
    ended.durationMs = systemClock.monotonic() - started;
    say(terminal, summaryLines({ ...run.progress(), ...ended }, terminal));
    if (terminal.signal.aborted && output.records !== undefined) {
      say(terminal, paint(terminal, "dim", "run it again with --resume to go on"));
    }
  }
  const { counts } = await run.summary;
  await output.finish();
  return (counts.completed ?? 0) > 0 ? exitCodes.ok : exitCodes.failed;
}
