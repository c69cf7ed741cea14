import type { Client, CrawlPage, ListedJob } from "../../client/index.ts";
import { systemClock, wait } from "../../core/index.ts";
import type { CrawlOutput } from "../crawl/open-output.ts";
import type { WrittenPage } from "../crawl/page-writer.ts";
import { rememberRemoteCrawl, type RemoteCrawl } from "../crawl/remote-crawl.ts";
import { countText } from "../terminal/count-text.ts";
import { FailureGroups } from "../terminal/failure-groups.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, say, type Terminal } from "../terminal/terminal.ts";
import { notUnderstood, sayFailed, stopJob } from "./at-service.ts";
import { patiently } from "./poll.ts";

/** A format of pages that a service's crawl has. */
export type RemoteFormat = "markdown" | "html";

/** Pages that are asked for at the same time. */
const AT_ONCE = 8;
/** Milliseconds between two looks at a crawl that runs. */
const PAUSE_MS = 1000;
const LONGEST_LINE = 400;

/** Pages to take. */
interface Taking {
  readonly begun: RemoteCrawl;
  readonly formats: readonly RemoteFormat[];
  readonly output: CrawlOutput;
  /** What the crawl is limited to. */
  readonly maxPages: number;
}

/**
 * Writes the pages of a service's crawl as the service has them, until the crawl has ended and all are
 * here.
 * @returns the exit code
 * @throws ClientError; Error when a page cannot be written; the signal's reason
 */
export async function takePages(
  client: Client,
  taking: Taking,
  terminal: Terminal,
): Promise<number> {
  const { signal } = terminal;
  const taker = new PageTaker(client, taking, signal);
  let job: ListedJob | undefined;
  using display = new LiveLine(() => progressText(taker, job), { terminal });
  const tell = (page: CrawlPage): void => {
    if (page.status === "failed") display.note(failedLine(page, terminal));
  };
  try {
    do {
      if (job !== undefined) await wait(systemClock, PAUSE_MS, signal);
      const { job: id } = taking.begun;
      job = await patiently(() => client.getJob({ id }, { signal }), signal);
      await taker.takeNew(tell);
    } while (running.has(job.status));
    await taker.takeRest(tell);
  } catch (error) {
    if (signal.aborted) await leaveCrawl(client, taking, terminal);
    throw error;
  }
  display.note(paint(terminal, "dim", `${countText(taker.taken, "page")} written`));
  if (job.unitsTotal >= taking.maxPages) {
    const text = `the crawl ended at --max-pages ${taking.maxPages}; the site may have more`;
    display.note(paint(terminal, "yellow", text));
  }
  for (const line of taker.failures.lines()) display.note(line);
  await taking.output.finish();
  if (job.status === "completed") return exitCodes.ok;
  sayFailed(job, terminal);
  return exitCodes.failed;
}

/** Takes pages of a crawl, each once. */
class PageTaker {
  readonly failures = new FailureGroups();

  readonly #client: Client;
  readonly #taking: Taking;
  readonly #signal: AbortSignal;
  readonly #taken: Set<number>;

  constructor(client: Client, taking: Taking, signal: AbortSignal) {
    this.#client = client;
    this.#taking = taking;
    this.#signal = signal;
    this.#taken = new Set(taking.begun.taken);
  }

  /** Pages that were written, in an earlier run too. */
  get taken(): number {
    return this.#taken.size;
  }

  /** Takes the pages behind the last one that was taken. */
  async takeNew(tell: (page: CrawlPage) => void): Promise<void> {
    await this.#takeAfter(Math.max(-1, ...this.#taken), tell);
  }

  /** Takes what was left out: a page may have come to an earlier place. */
  async takeRest(tell: (page: CrawlPage) => void): Promise<void> {
    await this.#takeAfter(-1, tell);
  }

  async #takeAfter(place: number, tell: (page: CrawlPage) => void): Promise<void> {
    for (let after: number | null = place; after !== null;) {
      const { pages, next } = await this.#partAfter(after);
      const open = pages.filter((page) => !this.#taken.has(page.place));
      for (let from = 0; from < open.length; from += AT_ONCE) {
        const places = open.slice(from, from + AT_ONCE).map((page) => page.place);
        await this.#write(places, tell);
      }
      after = next;
    }
  }

  /** @throws ClientError also for a part that does not lead on */
  async #partAfter(after: number) {
    const query = {
      id: this.#taking.begun.job,
      limit: 200,
      after: after < 0 ? undefined : after,
    };
    const call = { signal: this.#signal };
    const part = await patiently(() => this.#client.listCrawlPages(query, call), this.#signal);
    const { pages, next } = part;
    const leadsOn = next === null || (pages.length > 0 && next > after);
    if (leadsOn && pages.every(({ place }) => Number.isInteger(place) && place > after))
      return part;
    throw notUnderstood(this.#client);
  }

  async #pageAt(place: number): Promise<CrawlPage> {
    const { job: id } = this.#taking.begun;
    const call = { signal: this.#signal };
    const ask = (): Promise<CrawlPage> =>
      this.#client.getCrawlPage({ id, place: `${place}` }, call);
    return await patiently(ask, this.#signal);
  }

  async #write(places: readonly number[], tell: (page: CrawlPage) => void): Promise<void> {
    const { begun, formats, output } = this.#taking;
    const pages = await Promise.all(places.map((place) => this.#pageAt(place)));
    for (const page of pages) {
      const texts: unknown[] = [page.url, ...formats.map((format) => page[format] ?? "")];
      if (!texts.every((text) => typeof text === "string")) throw notUnderstood(this.#client);
      await output.writer.write(written(page, formats));
      if (page.status === "failed") this.failures.add(page.url, page.error ?? "");
      tell(page);
    }
    for (const place of places) this.#taken.add(place);
    const taken = [...this.#taken];
    await rememberRemoteCrawl(output.records, { ...begun, taken }, this.#signal);
  }
}

function written(page: CrawlPage, formats: readonly RemoteFormat[]): WrittenPage {
  const { url, status, error = "the page failed" } = page;
  if (status === "failed") return { url, status, error };
  const contents = formats.map((format) => [format, page[format] ?? ""]);
  return {
    url,
    status,
    ...(Object.fromEntries(contents) as Partial<Record<RemoteFormat, string>>),
  };
}

const running: ReadonlySet<unknown> = new Set(["pending", "queued", "processing"]);

function progressText({ taken }: PageTaker, job: ListedJob | undefined): string {
  return `${job?.status ?? "pending"} at the service · ${countText(taken, "page")} written`;
}

function failedLine({ url, error = "" }: CrawlPage, terminal: Terminal): string {
  return `${paint(terminal, "yellow", "failed:")} ${printableLine(`${url}: ${error}`, LONGEST_LINE)}`;
}

/** Leaves a crawl: one whose pages nobody could take later is stopped. */
export async function leaveCrawl(
  client: Client,
  { begun, output }: { readonly begun: RemoteCrawl; readonly output: CrawlOutput | undefined },
  terminal: Terminal,
): Promise<void> {
  if (output?.records === undefined) {
    await stopJob(client, { id: begun.job, noun: "crawl" }, terminal);
    return;
  }
  const text =
    "the crawl goes on at the service; run it again with --resume to take the rest of its pages";
  say(terminal, paint(terminal, "dim", text));
}
