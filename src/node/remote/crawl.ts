import type { Client, CrawlRequest } from "../../client/index.ts";
import { openOutput, type CrawlOutput } from "../crawl/open-output.ts";
import { remoteCrawlOf, rememberRemoteCrawl, type RemoteCrawl } from "../crawl/remote-crawl.ts";
import type { Values } from "../help/flag.ts";
import type { crawlHelp } from "../help/tables/crawl.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { addressOf, atService } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";
import { takePages, type RemoteFormat } from "./take-pages.ts";

type CrawlValues = Values<typeof crawlHelp.flags>;

const remoteFormats: readonly RemoteFormat[] = ["markdown", "html"];

/** Pages of a crawl when the command line says no number: each costs credits. */
const MAX_PAGES = 10;

/** What a service is to crawl. */
interface RemoteCrawlCall {
  readonly url: string;
  readonly values: CrawlValues;
}

/** `dragline crawl --remote`: a site's pages, crawled by a service, to a folder or a file here. */
export function crawlAt(
  place: RemotePlace,
  { url, values }: RemoteCrawlCall,
  terminal: Terminal,
): Promise<number> {
  const formats = formatsOf(values);
  const maxPages = wholeNumber(values, "max-pages") ?? MAX_PAGES;
  const input = { url, maxPages, ...crawlPart(values) };
  return atService(place, terminal, async (client) => {
    const { output: path, resume = false } = values;
    await using output = await openOutput(path, { seed: url, resume, terminal });
    const begun = await begin(client, { input, output }, terminal);
    return await takePages(client, { begun, formats, output, maxPages }, terminal);
  });
}

/** @throws UsageError */
function formatsOf({ format = ["markdown"] }: CrawlValues): readonly RemoteFormat[] {
  const known = remoteFormats.filter((each) => format.includes(each));
  const stray = format.find((each) => !known.some((other) => other === each));
  if (stray === undefined) return known;
  throw new UsageError(`with --remote, --format takes markdown and html; got '${stray}'`);
}

function crawlPart(values: CrawlValues) {
  return {
    depth: wholeNumber(values, "depth"),
    includePatterns: values.include,
    excludePatterns: values.exclude,
    useBrowser: values.browser,
    country: values.country,
  };
}

/** Begins a crawl, or finds the one that the output holds. */
async function begin(
  client: Client,
  { input, output }: { readonly input: CrawlRequest; readonly output: CrawlOutput },
  terminal: Terminal,
): Promise<RemoteCrawl> {
  const { signal } = terminal;
  const service = addressOf(client);
  if (output.resumed) {
    const begun = await remoteCrawlOf(output.records, signal);
    if (begun === undefined) {
      throw new UsageError("the unfinished crawl there is one of this machine; leave out --remote");
    }
    if (begun.service !== service) {
      throw new UsageError(`the unfinished crawl there is one of ${begun.service}`);
    }
    say(terminal, paint(terminal, "dim", `continuing crawl ${begun.job}`));
    return begun;
  }
  const { jobId: job } = await client.createCrawl(input, { signal });
  const begun = { service, job, taken: [] };
  await rememberRemoteCrawl(output.records, begun, signal);
  return begun;
}
