import { checkArgument, checkNumber, CoreError } from "../../../core/index.ts";
import type { Fetcher } from "../../../fetcher/index.ts";
import type { Scraper } from "../../../scraper/index.ts";
import type { Json } from "../../../storage/index.ts";

/** What an action of a scraper is given. */
export interface ScraperContext<Params = unknown> {
  readonly url: string;
  /** As the scraper's `params` gave them back. */
  readonly params: Params;
  /** The `action_type` that was asked for. */
  readonly action: string;
  readonly jobId: string;
  /** Fetches pages under the service's guard; the action's signal holds too. */
  readonly fetch: Fetcher["fetch"];
  /** Scrapes pages likewise. */
  readonly scrape: Scraper["scrape"];
  /** Ends the action. */
  readonly signal: AbortSignal;
}

/** What an action found. */
export interface ScraperOutput {
  /** Plain data. */
  readonly data: Readonly<Record<string, Json>> | readonly Json[];
  readonly html?: string | undefined;
  readonly cleanedHtml?: string | undefined;
  readonly markdown?: string | undefined;
}

/** Why an action found nothing: the job fails with this text, which the client reads. */
export interface ScraperFailure {
  readonly error: string;
}

/** An issue that a check of parameters has. */
export interface ParamsIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Checks parameters: a schema of zod, or anything that has its `safeParse`. */
export interface ParamsParser<Params = unknown> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Params }
    | { readonly success: false; readonly error: { readonly issues: readonly ParamsIssue[] } };
}

/**
 * Does the work of a scraper. Errors of the engines fail the job with the usual phrases; anything
 * else that it throws is an internal error.
 */
export type ScraperAction<Params = unknown> = (
  context: ScraperContext<Params>,
) => Promise<ScraperOutput | ScraperFailure>;

/** A custom scraper, as it is written. */
export interface ScraperDefinition<Params = unknown> {
  /** Names it: 1 to 100 letters, digits, hyphens and underscores. */
  readonly code: string;
  /** `GLOBAL` for every account, `PRIVATE` for its owner. */
  readonly scope: "GLOBAL" | "PRIVATE";
  /** The account of a private one. */
  readonly owner?: string | undefined;
  /** Credits, a whole number from 0; the usual price of a web-scraper when absent. */
  readonly price?: number | undefined;
  /** Checks the parameters of a request, before it is paid for, and again when it runs. */
  readonly params: ParamsParser<Params>;
  /** What it can do, by `action_type`; `scrape_data` is done when a request names none. */
  readonly actions: Readonly<Record<string, ScraperAction<Params>>>;
}

/** A custom scraper: what POST /web-scraper runs by its code. Made by {@link defineScraper}. */
export interface WebScraper extends Omit<ScraperDefinition, "params" | "actions"> {
  readonly params: ParamsParser;
  readonly actions: Readonly<Record<string, ScraperAction<never>>>;
}

const NAME = /^[\w-]{1,100}$/;

/**
 * Makes a custom scraper; keeps the type of its parameters between check and actions.
 * @throws CoreError `INVALID_OPTION`
 * @example defineScraper({ code: "prices", scope: "GLOBAL", params: z.object({}), actions: { scrape_data } })
 */
export function defineScraper<Params>(definition: ScraperDefinition<Params>): WebScraper {
  checkArgument("definition of defineScraper(definition)", definition, "object");
  const { code, scope, owner, price, params, actions } = definition;
  check("code", isName(code), "1 to 100 letters, digits, hyphens and underscores");
  check("scope", scope === "GLOBAL" || scope === "PRIVATE", "GLOBAL or PRIVATE");
  const isOwned = typeof owner === "string" && owner !== "";
  check("owner", isOwned === (scope === "PRIVATE"), "the account of a private scraper");
  if (price !== undefined) checkNumber("price", price, { min: 0 });
  check("params", typeof params?.safeParse === "function", "a schema with safeParse");
  const named = Object.entries(actions ?? {});
  const fits = named.every(([name, run]) => isName(name) && typeof run === "function");
  check("actions", named.length > 0 && fits, "functions by name, at least one");
  return Object.freeze({
    code,
    scope,
    owner,
    price,
    params,
    actions: Object.freeze({ ...actions }),
  });
}

function isName(name: unknown): boolean {
  return typeof name === "string" && NAME.test(name);
}

function check(option: string, fits: boolean, expected: string): void {
  if (fits) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${option}' of a scraper must be ${expected}.`,
    details: { option },
  });
}
