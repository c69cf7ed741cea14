import { isClientError, type Client, type CrawlRequest } from "../../client/index.ts";
import { isUnfinished, openOutput, type CrawlOutput } from "../crawl/open-output.ts";
import { remoteCrawlOf, rememberRemoteCrawl, type RemoteCrawl } from "../crawl/remote-crawl.ts";
import type { Values } from "../help/flag.ts";
import type { crawlHelp } from "../help/tables/crawl.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import { addressOf, atService, checkedId } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";
import { leaveCrawl, takePages, type RemoteFormat } from "./take-pages.ts";

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
    // Opening an output anew empties it; a service that refuses the crawl must not have caused that.
    const started = (await isUnfinished(path, resume))
      ? undefined
      : await start(client, input, terminal.signal);
    await using output = await openOutput(path, { seed: url, resume, terminal }).catch(
      async (error: unknown) => {
        if (started !== undefined) {
          await leaveCrawl(client, { begun: started, output: undefined }, terminal);
        }
        throw error;
      },
    );
    const begun = started ?? (await continued(client, output, terminal));
    await rememberRemoteCrawl(output.records, begun, terminal.signal);
    try {
      return await takePages(client, { begun, formats, output, maxPages }, terminal);
    } catch (error) {
      if (started === undefined && isClientError(error, "NOT_FOUND")) sayGone(output, terminal);
      throw error;
    }
  });
}

function sayGone({ state }: CrawlOutput, terminal: Terminal): void {
  const text = `the service has this crawl no longer; remove ${state} to crawl anew`;
  say(terminal, paint(terminal, "yellow", text));
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

async function start(
  client: Client,
  input: CrawlRequest,
  signal: AbortSignal,
): Promise<RemoteCrawl> {
  const { jobId } = await client.createCrawl(input, { signal });
  return { service: addressOf(client), job: checkedId(jobId, client), taken: [] };
}

/**
 * The crawl that an output holds.
 * @throws UsageError when it is not one of this service
 */
async function continued(
  client: Client,
  output: CrawlOutput,
  terminal: Terminal,
): Promise<RemoteCrawl> {
  const begun = await remoteCrawlOf(output.records, terminal.signal);
  if (begun === undefined) {
    throw new UsageError("the unfinished crawl there is one of this machine; leave out --remote");
  }
  if (begun.service !== addressOf(client)) {
    throw new UsageError(`the unfinished crawl there is one of ${begun.service}`);
  }
  say(terminal, paint(terminal, "dim", `continuing crawl ${begun.job}`));
  return begun;
}
