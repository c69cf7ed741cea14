import type { Disposer } from "../../core/index.ts";
import { combineSearch, readSearchSetting, type SearchProvider } from "../../search/index.ts";
import { oneLine } from "../examine/finding.ts";
import { UsageError } from "../terminal/terminal.ts";

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
