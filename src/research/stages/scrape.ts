import type { PageScraper } from "../../scraper/index.ts";
import { robotsOutage } from "../../scraper/internal.ts";
import type { KeptPage } from "../../search/index.ts";
import type { FoundPage, Plan, Source } from "../journal-entries.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { readPage, type PageToRead } from "../read-page.ts";
import { areSameText, textRuns, type TextRuns } from "../same-text.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";

/** What is known before pages are fetched. */
interface ScrapeInput {
  readonly plan: Plan;
  readonly found: readonly FoundPage[];
  /** URLs that were tried, in this round and before. */
  readonly tried: readonly string[];
  readonly sources: readonly Source[];
  readonly schema: ObjectSchema | undefined;
}

/** A page that is here, or why it is not. */
interface Brought {
  readonly bytes: number;
  readonly page?: PageToRead;
  readonly note?: string;
}

/**
 * Takes the next pages of those that were found from the index that has them, or fetches them, and reads them, in the order of their rank; each is
 * kept as it comes. Pages that repeat another one are none.
 */
export async function scrape(
  input: ScrapeInput,
  parts: StageParts,
): Promise<StageResult<"scrape">> {
  const { settings, budget, notes, signal } = parts;
  const round = new ScrapeRound(input, parts);
  const workers = Array.from({ length: settings.maxConcurrency }, () => round.work());
  const ends = await Promise.allSettled(workers);
  signal.throwIfAborted();
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined && !budget.isOver(failure.reason)) throw failure.reason;
  if (round.isLeft && !budget.hasPages) {
    notes.push(`The limit of ${settings.maxPages} pages was reached.`);
  } else if (round.isLeft && !budget.hasBytes) {
    notes.push(`The limit of ${settings.maxBytes} bytes was reached.`);
  }
  return { end: budget.gathering.expired ? "cut" : "finished", output: {} };
}

class ScrapeRound {
  readonly #input: ScrapeInput;
  readonly #parts: StageParts;
  readonly #waiting: FoundPage[];
  readonly #known: { readonly url: string; readonly runs: TextRuns }[];
  readonly #urls: Set<string>;
  #wanted: number;
  #next: number;

  constructor(input: ScrapeInput, parts: StageParts) {
    const { found, tried, sources } = input;
    this.#input = input;
    this.#parts = parts;
    this.#waiting = found.filter(({ url }) => !tried.includes(url));
    this.#known = sources.map((source) => ({ url: source.url, runs: textRuns(source) }));
    this.#urls = new Set(sources.map(({ url }) => url));
    this.#wanted = parts.settings.pagesPerRound;
    this.#next = Math.max(0, ...sources.map(({ id }) => Number(id.slice(1)))) + 1;
  }

  /** Whether pages were found that are not tried. */
  get isLeft(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes pages until enough are there, none is left, or a limit is reached. */
  async work(): Promise<void> {
    const { budget } = this.#parts;
    while (this.#wanted > 0 && this.#waiting.length > 0) {
      budget.gathering.signal.throwIfAborted();
      if (!budget.takePage()) return;
      const found = this.#waiting.shift();
      if (found === undefined) return;
      this.#wanted -= 1;
      const id = `S${this.#next++}`;
      const isSource = await this.#take(found, id);
      // Another page takes the place of one that could not be loaded.
      if (!isSource) this.#wanted += 1;
    }
  }

  async #take(found: FoundPage, id: string): Promise<boolean> {
    const { budget, keepPage, tell } = this.#parts;
    const brought = await this.#bring(found);
    budget.settlePage(brought.bytes);
    const { source, note } = await this.#read(brought, id);
    await keepPage({
      url: found.url,
      bytes: brought.bytes,
      ...(source !== undefined && { source }),
      ...(note !== undefined && { note }),
    });
    tell(
      source === undefined
        ? (note ?? `${found.url} leads to a page that was already read.`)
        : `Read ${found.url}.`,
    );
    return source !== undefined;
  }

  async #bring(found: FoundPage): Promise<Brought> {
    const { budget, search, scraper } = this.#parts;
    try {
      const { signal } = budget.gathering;
      const kept = await search.keptPages?.read(found.url, { signal });
      if (kept !== undefined) return { bytes: bytesOf(kept), page: kept };
      if (scraper !== undefined) return await this.#fetch(scraper, found, signal);
      return { bytes: 0, note: `${found.url} is no longer in the index.` };
    } catch (error) {
      budget.settlePage(0);
      throw error;
    }
  }

  async #fetch(scraper: PageScraper, found: FoundPage, signal: AbortSignal): Promise<Brought> {
    const host = URL.parse(found.url)?.host ?? "";
    const refusal = await this.#refusal(found.url, host, signal);
    if (refusal !== undefined) return { bytes: 0, note: refusal };
    return this.#parts.pace.run(host, signal, () => this.#scrape(scraper, found, signal));
  }

  /** Why a page may not be fetched; undefined where it may. */
  async #refusal(url: string, host: string, signal: AbortSignal): Promise<string | undefined> {
    const { robots, settings, call, pace } = this.#parts;
    if (!settings.obeyRobots || robots === undefined) return undefined;
    const verdict = await robots.check(url, { signal, country: call.country });
    if (verdict.crawlDelayMs !== undefined) pace.slowDown(host, verdict.crawlDelayMs);
    if (verdict.allowed) return undefined;
    if (verdict.reason !== "unavailable") return `robots.txt does not allow ${url}.`;
    return `${url} was not fetched: robots.txt could not be loaded: ${robotsOutage(verdict)}.`;
  }

  async #scrape(
    scraper: PageScraper,
    { url, title }: FoundPage,
    signal: AbortSignal,
  ): Promise<Brought> {
    const { useBrowser = true, country, tenant } = this.#parts.call;
    const engine = useBrowser ? "auto" : "http";
    const result = await scraper.scrape(url, {
      formats: ["html"],
      engine,
      country,
      tenant,
      signal,
    });
    if (result.status === "failed")
      return { bytes: 0, note: `${url} could not be loaded: ${result.error}.` };
    const { finalUrl, html = "" } = result;
    return { bytes: Buffer.byteLength(html), page: { url: finalUrl, html, title } };
  }

  async #read({ page, note }: Brought, id: string) {
    if (page === undefined) return { source: undefined, note };
    const { plan, schema } = this.#input;
    const { url } = page;
    if (this.#urls.has(url)) return { source: undefined, note: undefined };
    this.#urls.add(url);
    const read = await readPage(page, {
      id,
      questions: plan.questions.map(({ text }) => text),
      schema,
      signal: this.#parts.signal,
    });
    if (read.source === undefined) return read;
    const runs = textRuns(read.source);
    const twin = this.#known.find((other) => areSameText(other.runs, runs));
    if (twin === undefined) {
      this.#known.push({ url, runs });
      return read;
    }
    return {
      source: undefined,
      note: `${url} has the same text as ${twin.url}; the two count as one source.`,
    };
  }
}

function bytesOf({ passages }: KeptPage): number {
  return passages.reduce(
    (sum, { heading, text }) => sum + Buffer.byteLength(heading) + Buffer.byteLength(text),
    0,
  );
}
