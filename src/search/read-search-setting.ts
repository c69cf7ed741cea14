import { CoreError } from "../core/index.ts";
import { createBraveSearch } from "./providers/brave.ts";
import { createExaSearch } from "./providers/exa.ts";
import { createKagiSearch } from "./providers/kagi.ts";
import { createPerplexitySearch } from "./providers/perplexity.ts";
import { createSearxngSearch } from "./providers/searxng.ts";
import { createSerperSearch } from "./providers/serper.ts";
import { createTavilySearch } from "./providers/tavily.ts";
import type { VendorCollaborators, VendorSearch } from "./providers/vendor-search.ts";
import { searchVendors, type SearchVendorName } from "./providers/vendors.ts";

/** The providers of a setting, and how they are one. */
export interface SearchSetting {
  /** In their order; the caller disposes them. None for an empty setting. */
  readonly providers: readonly VendorSearch[];
  readonly mode: "in-turn" | "merged";
}

type Open = (value: string, collaborators: VendorCollaborators) => VendorSearch;

const openers: Readonly<Record<SearchVendorName, Open>> = {
  searxng: (url, parts) => createSearxngSearch({ url }, parts),
  brave: (apiKey, parts) => createBraveSearch({ apiKey }, parts),
  tavily: (apiKey, parts) => createTavilySearch({ apiKey }, parts),
  exa: (apiKey, parts) => createExaSearch({ apiKey }, parts),
  serper: (apiKey, parts) => createSerperSearch({ apiKey }, parts),
  perplexity: (apiKey, parts) => createPerplexitySearch({ apiKey }, parts),
  kagi: (apiKey, parts) => createKagiSearch({ apiKey }, parts),
};

/** A comma before `name:` begins another entry; any other is part of a key or an address. */
const SEPARATOR = /,(?=\s*(?!https?:)[A-Za-z][A-Za-z0-9-]{0,30}:|\s*$)/;

/**
 * Reads the providers of a text, as `DRAGLINE_SEARCH` has it: `searxng:http://localhost:8888,
 * brave:KEY`, asked in turn; with `merge:` before them, all at once. Values are in no error.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 * @example
 * ```ts
 * import { combineSearch, readSearchSetting } from "dragline/search";
 *
 * const { providers, mode } = readSearchSetting("searxng:http://localhost:8888,brave:KEY");
 * const search = combineSearch(providers, { mode });
 * console.log(search.name);
 * ```
 */
export function readSearchSetting(
  text: string,
  collaborators: VendorCollaborators = {},
): SearchSetting {
  const [, merge, list = ""] = /^\s*(merge:)?([^]*)$/i.exec(text) ?? [];
  const entries = list
    .split(SEPARATOR)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const providers = entries.map((entry) => openEntry(entry, collaborators));
  return { providers, mode: merge === undefined ? "in-turn" : "merged" };
}

function openEntry(entry: string, collaborators: VendorCollaborators): VendorSearch {
  const [, written = "", colon, value = ""] = /^([\w-]*)(:?)\s*([^]*)$/.exec(entry) ?? [];
  const name = written.toLowerCase();
  if (!isVendor(name)) throw unknownVendor(colon === ":" ? written : "");
  if (value === "") throw valueMissing(name);
  return openers[name](value, collaborators);
}

function isVendor(name: string): name is SearchVendorName {
  return Object.hasOwn(searchVendors, name);
}

function unknownVendor(name: string): CoreError {
  // What has no name may be a key.
  const got = name === "" || name.length > LONGEST_NAME ? "an entry without one" : `'${name}'`;
  const known = Object.keys(searchVendors).join(", ");
  return invalid(`Expected the name of a search vendor (${known}) before a colon; got ${got}.`);
}

/** Letters of a name that is shown. */
const LONGEST_NAME = 15;

function valueMissing(name: SearchVendorName): CoreError {
  const { needs, title, start } = searchVendors[name];
  const example = needs === "url" ? `${name}:http://localhost:8888` : `${name}:KEY`;
  const what = needs === "url" ? "the address of an instance" : "a key";
  return invalid(`${title} needs ${what}: ${example} (${start}).`);
}

function invalid(message: string): CoreError {
  return new CoreError("INVALID_OPTION", { message, details: { option: "DRAGLINE_SEARCH" } });
}
