import {
  canonicalUrl,
  checkNumber,
  CoreError,
  meantName,
  maskingTexts,
  sentSecrets,
  withDefaults,
} from "../core/index.ts";
import { checkHeaders } from "../fetcher/internal.ts";
import { sessionParameters } from "../mapper/index.ts";
import { createLinkJudge, type LinkJudge, type LinkRules } from "../mapper/internal.ts";
import type { CrawlCall } from "./crawl-call.ts";
import type { FrontierLimits } from "./frontier.ts";
import { crawlFormats, type CrawlFormat, type ReadOptions } from "./reader/page-reader.ts";

/** Of these, undefined is not absent but a meaning of its own. */
type Open = "signal" | "id" | "country" | "session";

type CallDefaults = {
  readonly [Name in Exclude<keyof CrawlCall, Open>]-?: Exclude<CrawlCall[Name], undefined>;
} & { readonly [Name in Open]: CrawlCall[Name] };

const defaults: CallDefaults = Object.freeze({
  signal: undefined,
  id: undefined,
  takeOver: false,
  maxPages: 10_000,
  depth: Number.POSITIVE_INFINITY,
  include: Object.freeze([]),
  exclude: Object.freeze([]),
  includeSubdomains: false,
  formats: ["markdown"] as readonly CrawlFormat[],
  main: false,
  obeyRobots: true,
  followNofollow: true,
  sitemaps: false,
  keepFragment: false,
  canonical: "ignore",
  nearDuplicates: "keep",
  mediaTypes: Object.freeze(["text/html", "application/xhtml+xml"]),
  ignoreParameters: sessionParameters,
  headers: Object.freeze({}),
  country: undefined,
  session: undefined,
});

/** A call whose every part has been checked. */
export interface CrawlSettings extends CallDefaults {
  /** Canonical. */
  readonly seed: string;
  readonly rules: LinkRules;
  readonly judge: LinkJudge;
  readonly reading: ReadOptions;
  readonly limits: FrontierLimits;
  /** Data without the credentials that the headers hold. */
  readonly masked: <Value>(value: Value) => Value;
}

/**
 * Completes and checks a crawl's call.
 * @throws CoreError `INVALID_URL`, `INVALID_OPTION`; MapError `INVALID_PATTERN`; FetchError
 *   `INVALID_HEADER`
 */
export function completeCall(seed: string | URL, call: CrawlCall | undefined): CrawlSettings {
  const settings = withDefaults(defaults, call);
  const { maxPages, depth } = settings;
  checkCount("maxPages", maxPages, 1);
  checkCount("depth", depth, 0);
  checkNames("ignoreParameters", settings.ignoreParameters, /^[^&=#;]+$/);
  checkNames("mediaTypes", settings.mediaTypes, /^[^\s/;]+\/[^\s/;]+$/);
  checkFormats(settings.formats);
  checkChoice("canonical", settings.canonical, ["ignore", "follow"]);
  checkChoice("nearDuplicates", settings.nearDuplicates, ["keep", "skip"]);
  const rules = rulesOf(seed, settings);
  return {
    ...settings,
    // Frozen, so that the fetcher checks it once.
    mediaTypes: Object.freeze(settings.mediaTypes.map((type) => type.toLowerCase())),
    headers: checkHeaders(settings.headers),
    seed: rules.seed,
    rules,
    judge: createLinkJudge(rules),
    reading: {
      formats: [...new Set(settings.formats)],
      main: settings.main,
      fingerprint: settings.nearDuplicates === "skip",
    },
    limits: { maxPages, depth },
    masked: maskingTexts(sentSecrets({ headers: settings.headers })),
  };
}

function rulesOf(seed: string | URL, settings: CallDefaults): LinkRules {
  const { includeSubdomains, include, exclude, followNofollow } = settings;
  const { ignoreParameters, keepFragment } = settings;
  const canonical = { dropParameters: ignoreParameters, keepRouteFragment: keepFragment };
  return {
    seed: canonicalUrl(seed, canonical),
    includeSubdomains,
    include,
    exclude,
    followNofollow,
    canonical,
  };
}

function checkCount(option: string, value: number, min: number): void {
  if (value !== Number.POSITIVE_INFINITY) checkNumber(option, value, { min });
}

function checkChoice(option: string, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  throw invalid(option, `must be ${known.join(" or ")}`, value);
}

function checkFormats(formats: readonly unknown[]): void {
  const known: readonly unknown[] = crawlFormats;
  const at = Array.isArray(formats)
    ? formats.findIndex((name) => !known.includes(name))
    : undefined;
  if (at === -1) return;
  const wrong = at === undefined ? formats : formats[at];
  const hint = meantName(wrong, crawlFormats) || ".";
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'formats' must be a list of ${crawlFormats.join(", ")}; got ${JSON.stringify(wrong)}${hint}`,
    details: { option: "formats", value: formats },
  });
}

function checkNames(option: string, list: unknown, form: RegExp): void {
  const fits = (name: unknown): boolean => typeof name === "string" && form.test(name);
  if (Array.isArray(list) && list.every(fits)) return;
  throw invalid(option, "must be a list of names", list);
}

function invalid(option: string, expected: string, value: unknown): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `Option '${option}' ${expected}; got ${JSON.stringify(value)}.`,
    details: { option, value },
  });
}
