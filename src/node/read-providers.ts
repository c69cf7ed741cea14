import type { Disposer } from "../core/index.ts";
import { combineSearch, readSearchSetting, type SearchProvider } from "../search/index.ts";
import { oneLine } from "./finding.ts";
import { UsageError } from "./terminal.ts";

/** What a command's help says of `DRAGLINE_SEARCH`. */
export const searchHelp = `  DRAGLINE_SEARCH      where to search: searxng:http://localhost:8888, brave:KEY, tavily:KEY,
                       exa:KEY, serper:KEY, perplexity:KEY, kagi:KEY; several with commas, each
                       asked when those before it fail, or all at once with merge: in front`;

/**
 * The providers of a text as one; undefined where it names none.
 * @param about what the text is of: `DRAGLINE_SEARCH`
 * @param owned closes their connections
 * @throws UsageError that never has a key in it
 */
export function readProviders(
  about: string,
  text: string,
  owned: Disposer,
): SearchProvider | undefined {
  try {
    const { providers, mode } = readSearchSetting(text);
    for (const provider of providers) owned.add(provider);
    return providers.length === 0 ? undefined : combineSearch(providers, { mode });
  } catch (error) {
    throw new UsageError(`${about}: ${oneLine(error)}`, { cause: error });
  }
}
