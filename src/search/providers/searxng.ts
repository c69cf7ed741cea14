import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";
import { objectAt, resultsAt } from "./answer-shape.ts";
import type { Complete, VendorAsk, VendorPage } from "./vendor-dialect.ts";
import {
  createVendorSearch,
  type VendorCollaborators,
  type VendorSearch,
} from "./vendor-search.ts";
import { searchVendors } from "./vendors.ts";

/** An instance of SearXNG, and what it is asked. */
export interface SearxngOptions {
  /**
   * The instance's address: `http://localhost:8888`, `https://searx.example.org`. Its host may be
   * private; nothing else is connected to.
   */
  readonly url: string;
  /**
   * Categories of engines, separated by commas; the instance's own choice when empty.
   * @default ""
   */
  readonly categories?: string | undefined;
  /**
   * Engines, separated by commas; the instance's own choice when empty.
   * @default ""
   */
  readonly engines?: string | undefined;
  /**
   * A language (`de`, `pt-BR`, `all`); of the call's country, when it has one, or else the
   * instance's own choice when empty.
   * @default ""
   */
  readonly language?: string | undefined;
  /**
   * 0 for none, 1 for moderate, 2 for strict.
   * @default 0
   */
  readonly safeSearch?: number | undefined;
  /**
   * Milliseconds for one search, all pages and retries included; 1 or more.
   * @default 15000
   */
  readonly timeoutMs?: number | undefined;
}

const defaults: Complete<SearxngOptions> = Object.freeze({
  url: "",
  categories: "",
  engines: "",
  language: "",
  safeSearch: 0,
  timeoutMs: 15_000,
});

/**
 * Search by an instance of SearXNG, which asks many engines and needs no key
 * (https://docs.searxng.org/dev/search_api.html). The instance answers in JSON only when
 * `search.formats` of its settings.yml lists `json`; else it answers 403.
 *
 * Request: `GET /search?q&format=json&pageno&language&categories&engines&safesearch`. Answer:
 * `{ results: [{ url, title, content, publishedDate }], unresponsive_engines: [[name, reason]] }`.
 * How many results a page has is the engines' affair; up to 3 pages are asked for. Engines that did
 * not answer are notes. SearXNG knows languages, not countries: a country becomes its most usual
 * language there (`de` -> `de-DE`).
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 */
export function createSearxngSearch(
  options: SearxngOptions,
  collaborators: VendorCollaborators = {},
): VendorSearch {
  const { url, timeoutMs, ...settings } = withDefaults(defaults, options);
  const { categories, engines, language, safeSearch } = settings;
  checkNumber("safeSearch", safeSearch, { min: 0, max: 2 });
  if (language !== "" && !/^[a-z]{2,3}(?:-[A-Za-z]{2})?$/.test(language)) throw badLanguage();
  const dialect = {
    vendor: searchVendors.searxng,
    apiKey: "",
    keyHeaders: {},
    request: ({ query, page, country }: VendorAsk) => ({
      path: "/search",
      query: {
        q: query,
        format: "json",
        pageno: String(page),
        safesearch: String(safeSearch),
        ...withText("language", country ?? language),
        ...withText("categories", categories),
        ...withText("engines", engines),
      },
    }),
    read,
    country: (code: string) => localeOf(code, language),
    advice,
  };
  return createVendorSearch(dialect, { baseUrl: url, timeoutMs }, collaborators);
}

function withText(name: string, value: string): Readonly<Record<string, string>> {
  return value === "" ? {} : { [name]: value };
}

function badLanguage(): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: "Option 'language' must be like 'de', 'pt-BR' or 'all'.",
    details: { option: "language" },
  });
}

function read(answer: unknown): VendorPage {
  const { results, unresponsive_engines: silent } = objectAt(answer, "answer");
  const rows = resultsAt(results, "results").map((result) => ({
    url: result["url"],
    title: result["title"],
    snippet: result["content"],
    date: result["publishedDate"],
  }));
  return { rows, notes: silencesOf(silent) };
}

/** Engines that are told not to have answered. */
const MOST_NOTES = 50;

function silencesOf(silent: unknown): readonly string[] {
  return Array.isArray(silent) ? silent.slice(0, MOST_NOTES).flatMap(silenceOf) : [];
}

/** `["google", "CAPTCHA"]`; older instances write the name alone. */
function silenceOf(entry: unknown): string[] {
  const [engine, reason] = (Array.isArray(entry) ? entry : [entry]) as readonly unknown[];
  if (typeof engine !== "string") return [];
  return [`The engine ${engine} did not answer${typeof reason === "string" ? `: ${reason}` : ""}.`];
}

/** A country as SearXNG writes it: in the language given, or the one most used there. */
function localeOf(code: string, given: string): string | undefined {
  const region = code.toUpperCase();
  if (region === UNKNOWN || regions.of(region) === undefined) return undefined;
  const [own = ""] = given.split("-");
  const isOpen = own === "" || own === "all";
  return `${isOpen ? new Intl.Locale(`und-${region}`).maximize().language : own}-${region}`;
}

const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
/** The code of no country (CLDR). */
const UNKNOWN = "ZZ";

function advice(status: number): string {
  if (status === 403) {
    return "does not answer in JSON (403): list json in its settings.yml (search.formats: [html, json]) and restart it.";
  }
  return `requires a login (${status}): give the address of an instance that is open to this host.`;
}
