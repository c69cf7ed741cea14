import type { Disposer } from "../../core/index.ts";
import { combineSearch, readSearchSetting, type SearchProvider } from "../../search/index.ts";
import type { Environment } from "../finding.ts";
import { UsageError } from "../terminal.ts";
import {
  hasIndex,
  indexFile,
  indexFlags,
  INDEX_FILE,
  openIndex,
  type IndexValues,
} from "./open-index.ts";

/** The flags that say where to search, for parseArgs. */
export const providerFlags = {
  ...indexFlags,
  provider: { type: "string" },
  country: { type: "string" },
} as const;

/** What a command's help says of {@link providerFlags}. */
export const providerHelp = `  --provider LIST    where to search, written as in DRAGLINE_SEARCH
  --index FILE       search pages of your own, kept by 'dragline index add' (${INDEX_FILE})
  --country CODE     whose results are wanted, two letters`;

/** What a command's help says of the variable. */
export const providerVariable = `  DRAGLINE_SEARCH      where to search: searxng:http://localhost:8888, brave:KEY, tavily:KEY,
                       exa:KEY, serper:KEY, perplexity:KEY, kagi:KEY; several with commas: the
                       next one where one fails or finds nothing, all at once with merge: before
                       them. Without it: the index`;

/** What the flags say, as parseArgs gives it. */
export interface ProviderValues extends IndexValues {
  readonly provider?: string | undefined;
  readonly country?: string | undefined;
}

/**
 * Where the flags and the environment say to search: `--index`, `--provider`, DRAGLINE_SEARCH, or the
 * index of this folder.
 * @throws UsageError, CoreError `INVALID_OPTION`, NetError; a key is in none of them
 */
export async function openSearch(
  values: ProviderValues,
  env: Environment,
  owned: Disposer,
): Promise<SearchProvider> {
  const { provider, index } = values;
  if (provider !== undefined && index !== undefined) {
    throw new UsageError("--provider and --index exclude each other");
  }
  const setting = provider ?? (env["DRAGLINE_SEARCH"]?.trim() || undefined);
  if (index === undefined && setting !== undefined) {
    return openProviders(setting, owned);
  }
  if (!(await hasIndex(values))) throw new UsageError(nowhere(values));
  return (await openIndex(values, owned)).provider;
}

/**
 * The providers of a text as DRAGLINE_SEARCH has it, as one; `owned` closes their connections.
 * @throws CoreError `INVALID_OPTION`, which never has a key in it; NetError
 */
export function openProviders(setting: string, owned: Disposer): SearchProvider {
  const { providers, mode } = readSearchSetting(setting);
  return combineSearch(
    providers.map((provider) => owned.add(provider)),
    { mode },
  );
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
  return `there is nowhere to search: no index in ${indexFile(values)} (make one: dragline index add URL), and DRAGLINE_SEARCH names no provider (searxng:URL, brave:KEY, …)`;
}
