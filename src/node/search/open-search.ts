import type { Disposer } from "../../core/index.ts";
import type { SearchProvider } from "../../search/index.ts";
import type { Environment } from "../examine/finding.ts";
import type { Values } from "../help/flag.ts";
import type { providerFlags } from "../help/flags/search-flags.ts";
import { readProviders } from "../input/read-providers.ts";
import { UsageError } from "../terminal/terminal.ts";
import { hasIndex, indexFile, openIndex, type IndexValues } from "./open-index.ts";

/** What the flags of search providers say. */
type ProviderValues = Values<typeof providerFlags>;

/**
 * Where the flags and the environment say to search: `--index`, `--provider`, DRAGLINE_SEARCH, or the
 * index of this folder.
 * @throws UsageError that never has a key in it
 */
export async function openSearch(
  values: ProviderValues,
  env: Environment,
  owned: Disposer,
): Promise<SearchProvider> {
  const { provider, index } = values;
  if (provider !== undefined && index !== undefined) {
    throw new UsageError("--provider and --index cannot be combined");
  }
  if (index === undefined) {
    const about = provider === undefined ? "DRAGLINE_SEARCH" : "--provider";
    const setting = provider ?? env["DRAGLINE_SEARCH"] ?? "";
    const configured = readProviders(about, setting, owned);
    if (configured !== undefined) return configured;
  }
  if (!(await hasIndex(values))) throw new UsageError(nowhere(values));
  return (await openIndex(values, owned)).provider;
}

/** Whether the flags, the environment or this folder say where to search. */
export async function hasSearch(values: ProviderValues, env: Environment): Promise<boolean> {
  const { provider = env["DRAGLINE_SEARCH"] ?? "", index } = values;
  return index !== undefined || provider.trim() !== "" || (await hasIndex(values));
}

/**
 * The country that the flag names.
 * @throws UsageError
 */
export function countryOf({ country }: ProviderValues): string | undefined {
  if (country === undefined || /^[a-z]{2}$/i.test(country)) return country?.toLowerCase();
  throw new UsageError(`--country takes two letters; got '${country}'`);
}

function nowhere(values: IndexValues): string {
  return `there is nothing to search: there is no index in ${indexFile(values)} (create one: dragline index add URL), and DRAGLINE_SEARCH is not set (searxng:URL, brave:KEY, …)`;
}
