import {
  checkArgument,
  checkNumber,
  CoreError,
  deadline,
  systemClock,
  traced,
  type Clock,
  type Deadline,
} from "../../core/index.ts";
import { ApiClient, type ApiCollaborators, type ApiFailure } from "../../fetcher/index.ts";
import type { SearchAnswer, SearchCall, SearchProvider, SearchResult } from "../provider.ts";
import { isSearchError, SearchError } from "../search-error.ts";
import { checkSearchCall } from "../check-call.ts";
import { ShapeError } from "./answer-shape.ts";
import { cutQuery } from "./cut-query.ts";
import type { VendorAsk, VendorDialect, VendorPage, VendorSettings } from "./vendor-dialect.ts";
import { plainText, readRows } from "./vendor-rows.ts";
import type { SearchVendor } from "./vendors.ts";

/** What an adapter of a vendor works with; each is borrowed. */
export type VendorCollaborators = ApiCollaborators;

/** A search engine at a vendor; dispose it to close its connections. */
export interface VendorSearch extends SearchProvider, AsyncDisposable {
  /**
   * The pages that fit a query: from 1 to 100, in as many requests as it takes. When a later page
   * fails, what came before is the answer, and a note tells.
   * @throws SearchError `INVALID_QUERY`, `PROVIDER_REJECTED`, `REQUEST_REJECTED`, `PROVIDER_UNAVAILABLE`, `BAD_ANSWER`,
   *   `TIMEOUT`, `PROVIDER_CLOSED`; the signal's reason
   */
  search(call: SearchCall): Promise<SearchAnswer>;
}

/**
 * Makes the adapter that speaks a dialect.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 */
export function createVendorSearch(
  dialect: VendorDialect,
  { baseUrl, timeoutMs }: VendorSettings,
  collaborators: VendorCollaborators,
): VendorSearch {
  checkNumber("timeoutMs", timeoutMs, { min: 1 });
  const { vendor, apiKey } = dialect;
  if (vendor.needs === "apiKey") checkKey(vendor, apiKey);
  return new GuardedVendorSearch(dialect, { baseUrl, timeoutMs }, collaborators);
}

function checkKey({ title, start }: SearchVendor, apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'apiKey' must be ${title}'s key, without spaces; get one at ${start}.`,
    details: { option: "apiKey" },
  });
}

/** A search that may take several pages. */
interface PagedSearch {
  readonly asked: Pick<VendorAsk, "query" | "country">;
  readonly limit: number;
  readonly notes: Set<string>;
}

/** What a page came to. */
interface ReadPage {
  readonly results: readonly SearchResult[];
  /** Whether there are no more. */
  readonly ended: boolean;
}

class GuardedVendorSearch implements VendorSearch {
  readonly name: string;
  readonly #dialect: VendorDialect;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #client: ApiClient;
  readonly #running = new Set<Deadline>();
  #closed: SearchError | undefined;

  constructor(
    dialect: VendorDialect,
    { baseUrl, timeoutMs }: VendorSettings,
    collaborators: VendorCollaborators,
  ) {
    const { vendor, keyHeaders, apiKey } = dialect;
    const { name, title, start } = vendor;
    const isOwn = vendor.needs === "url";
    this.name = name;
    this.#dialect = dialect;
    this.#timeoutMs = timeoutMs;
    checkArgument(`collaborators of the search by ${title}`, collaborators, "object");
    this.#clock = collaborators.clock ?? systemClock;
    const parts = {
      title,
      start,
      baseUrl,
      ownBaseUrl: vendor.baseUrl,
      option: isOwn ? "url" : "baseUrl",
      timeoutMs,
      secret: apiKey,
      headers: keyHeaders,
      advice: dialect.advice ?? ((status: number) => keyAdvice(vendor, status)),
      hint: (status: number) => (isOwn && status === 429 ? LIMITER_HINT : ""),
      fail: (failure: ApiFailure) => searchError(name, failure),
    };
    this.#client = new ApiClient(parts, collaborators);
  }

  async search(call: SearchCall): Promise<SearchAnswer> {
    const { query, limit } = checkSearchCall(call);
    call.signal.throwIfAborted();
    return traced("dragline:search:search", { provider: this.name, query }, async () => {
      if (this.#closed !== undefined) throw this.#closed;
      using time = deadline(this.#clock, this.#timeoutMs, call.signal);
      this.#running.add(time);
      try {
        return await this.#collect({ ...call, query, limit }, time);
      } catch (error) {
        if (time.expired) throw this.#timedOut();
        throw error;
      } finally {
        this.#running.delete(time);
      }
    });
  }

  async #collect(call: SearchCall, time: Deadline): Promise<SearchAnswer> {
    const notes = new Set<string>();
    const asked = this.#fit(call, notes);
    const { limit } = call;
    const results = await this.#askPages({ asked, limit, notes }, time).catch((error: unknown) => {
      // Vendors change which countries they take; results of any are better than none.
      if (asked.country === undefined || !isSearchError(error, "REQUEST_REJECTED")) throw error;
      const { title } = this.#dialect.vendor;
      notes.add(`${title} refused a search by the country '${call.country}'; it was left out.`);
      return this.#askPages({ asked: { ...asked, country: undefined }, limit, notes }, time);
    });
    return { results, notes: [...notes].map((message) => ({ provider: this.name, message })) };
  }

  async #askPages(
    { asked, limit, notes }: PagedSearch,
    time: Deadline,
  ): Promise<readonly SearchResult[]> {
    const { pageResults, mostPages, title } = this.#dialect.vendor;
    const found = new Map<string, SearchResult>();
    const pages = Math.min(mostPages, Math.ceil(limit / pageResults));
    const count = Math.min(limit, pageResults);
    if (limit > pageResults * mostPages) {
      notes.add(`${title} gives at most ${pageResults * mostPages} results for a query.`);
    }
    for (let page = 1; page <= pages && found.size < limit; page++) {
      const before = found.size;
      const read = await this.#askPage({ ...asked, count, page }, time, notes);
      for (const result of read.results) found.set(result.url, found.get(result.url) ?? result);
      if (read.ended || found.size === before) break;
    }
    return [...found.values()].slice(0, limit);
  }

  /** One page; from the second on, a failure is a note and the end. */
  async #askPage(ask: VendorAsk, time: Deadline, notes: Set<string>): Promise<ReadPage> {
    try {
      const answer = await this.#client.ask(this.#dialect.request(ask), time);
      return this.#read(answer, notes);
    } catch (error) {
      if (time.signal.aborted && !time.expired) throw error;
      const failure = time.expired ? this.#timedOut() : error;
      if (ask.page === 1 || !isSearchError(failure)) throw failure;
      notes.add(`Page ${ask.page} could not be loaded: ${failure.message}`);
      return { results: [], ended: true };
    }
  }

  #read(answer: unknown, notes: Set<string>): ReadPage {
    const { read, vendor } = this.#dialect;
    const page = readShape(vendor, () => read(answer));
    const mask = (text: string): string => this.#client.mask(text);
    for (const note of page.notes ?? []) notes.add(mask(plainText(note)).slice(0, LONGEST_NOTE));
    const { results, withoutAddress } = readRows(page.rows, { now: this.#clock.now(), mask });
    if (withoutAddress > 0) {
      notes.add(`Results without an http or https address were left out: ${withoutAddress}.`);
    }
    return { results, ended: page.ended === true };
  }

  /** The query and the country as the vendor takes them. */
  #fit({ query, country }: SearchCall, notes: Set<string>): Pick<VendorAsk, "query" | "country"> {
    const { vendor, country: written } = this.#dialect;
    const { longestQuery, mostWords, title } = vendor;
    const fit = cutQuery(query, vendor);
    if (fit !== query) {
      const words = mostWords === Infinity ? "" : ` and ${mostWords} words`;
      notes.add(`The query was cut: ${title} takes at most ${longestQuery} characters${words}.`);
    }
    const place = country === undefined ? undefined : written(country);
    if (country !== undefined && place === undefined) {
      notes.add(`${title} has no results by the country '${country}'; it was left out.`);
    }
    return { query: fit, country: place };
  }

  #timedOut(): SearchError {
    const { title } = this.#dialect.vendor;
    return new SearchError("TIMEOUT", {
      message: `${title} took longer than ${this.#timeoutMs} ms.`,
      details: { provider: this.name },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const message = `The provider '${this.name}' was disposed.`;
    const details = { provider: this.name };
    this.#closed = new SearchError("PROVIDER_CLOSED", { message, details });
    for (const time of this.#running) time.abort(this.#closed);
    await this.#client[Symbol.asyncDispose]();
  }
}

/** Characters of a note. */
const LONGEST_NOTE = 300;

/** An instance of one's own may take any program for a robot. */
const LIMITER_HINT =
  " The limiter of an instance refuses programs: turn it off (server.limiter: false), or let this host's address pass in limiter.toml.";

const codes = Object.freeze({
  rejected: "PROVIDER_REJECTED",
  invalid: "REQUEST_REJECTED",
  gone: "BAD_ANSWER",
  unavailable: "PROVIDER_UNAVAILABLE",
  bad: "BAD_ANSWER",
} as const satisfies Readonly<Record<ApiFailure["kind"], SearchError["code"]>>);

function searchError(provider: string, { kind, message, ...details }: ApiFailure): SearchError {
  return new SearchError(codes[kind], { message, details: { provider, ...details } });
}

function keyAdvice({ name, start }: SearchVendor, status: number): string {
  return `refused the key (${status}): configure a valid one, as option 'apiKey' or as ${name}:KEY in DRAGLINE_SEARCH; get one at ${start}.`;
}

function readShape(vendor: SearchVendor, read: () => VendorPage): VendorPage {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const { name, title } = vendor;
    throw new SearchError("BAD_ANSWER", {
      message: `${title}'s answer does not have the documented form: ${error.message}.`,
      details: { provider: name },
    });
  }
}
