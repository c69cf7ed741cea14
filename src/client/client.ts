import { checkArgument } from "../core/index.ts";
import type { Calls, CrawlJob, CrawlPage, ScrapeJob, ScrapeRequest } from "./api.ts";
import type { CallOptions } from "./call-options.ts";
import { callTable } from "./call-table.ts";
import { callOf, queryOf } from "./call.ts";
import { ClientError } from "./client-error.ts";
import { clientSettings, type ClientOptions, type ClientSettings } from "./client-options.ts";
import { eachOf, type EachInput, type EachItem, type EachName, lists } from "./each.ts";
import {
  hasEnded,
  idOf,
  runs,
  untilEnded,
  type RunInput,
  type RunName,
  type RunOutput,
  type WaitOptions,
} from "./run.ts";

/** Where and how a browser of the service is reached. */
export interface BrowserAddress {
  /** Loads a saved session by its id. */
  readonly session_id?: string | undefined;
  /** Loads a saved session by its name. */
  readonly session_name?: string | undefined;
  /** Saves the browser's state under this name when the connection ends. */
  readonly save_session?: string | undefined;
  /** The website that the saved session is for. */
  readonly save_url?: string | undefined;
  /** ISO 3166-1 alpha-2; `US` when absent. */
  readonly country?: string | undefined;
}

/** A service's API: each route as a call, and what takes several. */
export interface Client extends Calls {
  /** Where the service is, with `/v1`. */
  readonly base: string;
  /**
   * Scrapes a page and waits for it, also where that takes longer than the 90 s of one answer.
   * @throws ClientError
   * @example const { markdown } = await client.scrape({ url: "https://example.com/" });
   */
  scrape(input: ScrapeRequest, options?: WaitOptions): Promise<ScrapeJob>;
  /**
   * Begins a job and waits until it has ended, however it ends: look at its `status`.
   * @throws ClientError
   * @example const { links } = await client.run("createMap", { url: "https://example.com/" });
   */
  run<Name extends RunName>(
    name: Name,
    input: RunInput<Name>,
    options?: WaitOptions,
  ): Promise<RunOutput<Name>>;
  /**
   * Waits for a job that was begun by that call.
   * @throws ClientError `TIMEOUT` and what the call that shows it throws
   * @example const job = await client.wait("createCrawl", jobId);
   */
  wait<Name extends RunName>(
    name: Name,
    id: string,
    options?: WaitOptions,
  ): Promise<RunOutput<Name>>;
  /**
   * Goes through a list that comes in parts.
   * @throws ClientError
   * @example for await (const job of client.each("listJobs", { status: "failed" })) console.log(job.url);
   */
  each<Name extends EachName>(
    name: Name,
    input?: EachInput<Name>,
    call?: CallOptions,
  ): AsyncGenerator<EachItem<Name>, void, undefined>;
  /**
   * The pages of a crawl, when it has ended.
   * @param id of the crawl
   * @throws ClientError, also where the crawl failed (`JOB_FAILED`)
   */
  crawlPages(id: string, options?: WaitOptions): AsyncGenerator<CrawlPage, void, undefined>;
  /**
   * The address at which Puppeteer and Playwright find a browser of the service; it holds the key.
   * @example const browser = await puppeteer.connect({ browserWSEndpoint: client.connectBrowser() });
   */
  connectBrowser(options?: BrowserAddress): string;
}

/**
 * Makes a client of a service. Nothing is sent before the first call.
 * @throws CoreError `INVALID_OPTION`; ClientError `INVALID_URL`
 */
export function createClient(options?: ClientOptions): Client {
  const settings = clientSettings(options);
  const calls: Partial<Calls> = {};
  for (const line of callTable.trim().split("\n")) {
    const [name, call] = callOf(settings, line);
    Object.assign(calls, { [name]: call });
  }
  // The table has each of them.
  const whole = calls as Calls;
  return Object.assign(whole, manners(settings, whole));
}

type AnyCall = (input: object, call: CallOptions) => Promise<object>;

/** The calls that take several. */
function manners(settings: ClientSettings, calls: Calls): Omit<Client, keyof Calls> {
  // What a name gives is in the types of the faces alone.
  const named = (name: keyof Calls): AnyCall => Reflect.get(calls, name) as AnyCall;
  const wait = async (name: RunName, id: string, options: WaitOptions = {}): Promise<object> => {
    const [show, , field] = runs[known("name of wait(name, id)", runs, name)];
    checkArgument("id of wait(name, id)", id, "string");
    const ask = (signal: AbortSignal): Promise<object> => named(show)({ [field]: id }, { signal });
    return await untilEnded({ id, ask }, settings.clock, options);
  };
  const run = async (name: RunName, input: object, options: WaitOptions = {}): Promise<object> => {
    const begun = await named(known("name of run(name, input)", runs, name))(input, options);
    return hasEnded(begun) ? begun : await wait(name, idOf(name, begun), options);
  };
  return {
    base: settings.base,
    scrape: async (input, options = {}) => {
      const job = await calls.scrapeUrl(input, options);
      if (hasEnded(job)) return job;
      return (await wait("submitUrlScraper", job.id, options)) as ScrapeJob;
    },
    run: run as Client["run"],
    wait: wait as Client["wait"],
    each: ((name: EachName, input: object = {}, call: CallOptions = {}) => {
      known("name of each(name)", lists, name);
      return eachOf(name, (more) => named(name)({ ...input, ...more }, call));
    }) as Client["each"],
    async *crawlPages(id, options = {}) {
      const { status, error, results = [] } = (await wait("createCrawl", id, options)) as CrawlJob;
      if (status === "failed") {
        throw new ClientError("JOB_FAILED", { message: error ?? "The crawl failed." });
      }
      yield* results;
    },
    connectBrowser: (address = {}) => {
      const { base, key } = settings;
      checkArgument("options of connectBrowser(options)", address, "object");
      const named = key === "" ? address : { ...address, api_key: key };
      return `${base.replace(/^http/, "ws")}/browser-connect${queryOf(Object.entries(named))}`;
    },
  };
}

function known<Name extends string>(
  argument: string,
  table: Readonly<Record<Name, unknown>>,
  name: Name,
): Name {
  checkArgument(argument, name, "string");
  if (Object.hasOwn(table, name)) return name;
  const message = `Unknown ${argument}: '${name.slice(0, 100)}'; known are ${Object.keys(table).join(", ")}.`;
  throw new ClientError("UNKNOWN_CALL", { message });
}
