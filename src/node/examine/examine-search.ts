import { readSearchSetting, type SearchProvider } from "../../search/index.ts";
import { tryOut, type Environment, type Finding } from "./finding.ts";

/** Asks each search provider that is configured one question; says what works without one. */
export function examineSearch(env: Environment, signal: AbortSignal): Promise<Finding>[] {
  const setting = env["DRAGLINE_SEARCH"]?.trim();
  if (!setting) {
    const detail =
      "needed to search the web; you can search your own pages without it; set DRAGLINE_SEARCH (searxng:URL, brave:KEY, …)";
    return [Promise.resolve({ name: "Search", needed: false, found: false, detail })];
  }
  let providers: readonly (SearchProvider & AsyncDisposable)[];
  try {
    ({ providers } = readSearchSetting(setting));
  } catch (error) {
    return [tryOut("Search", signal, () => Promise.reject(error))];
  }
  return providers.map((provider) => tryOut("Search", signal, () => ask(provider, signal)));
}

async function ask(provider: SearchProvider & AsyncDisposable, signal: AbortSignal) {
  await using asked = provider;
  const { results, notes } = await asked.search({ query: "weather", limit: 1, signal });
  const [note] = notes;
  if (results.length > 0) return `${asked.name} answers`;
  throw new Error(`${asked.name} found nothing${note === undefined ? "" : `: ${note.message}`}`);
}
