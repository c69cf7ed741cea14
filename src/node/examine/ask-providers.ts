import { readSearchSetting, type SearchProvider } from "../../search/index.ts";
import { tryOut, type Finding } from "./finding.ts";

/** Asks each search provider of a setting one question. */
export async function askProviders(setting: string, signal: AbortSignal): Promise<Finding[]> {
  let providers: readonly (SearchProvider & AsyncDisposable)[];
  try {
    ({ providers } = readSearchSetting(setting));
  } catch (error) {
    return [await tryOut("Search", signal, () => Promise.reject(error))];
  }
  const asked = providers.map((each) => tryOut("Search", signal, () => ask(each, signal)));
  return Promise.all(asked);
}

async function ask(provider: SearchProvider & AsyncDisposable, signal: AbortSignal) {
  await using asked = provider;
  const { results, notes } = await asked.search({ query: "weather", limit: 1, signal });
  const [note] = notes;
  if (results.length > 0) return `${asked.name} answers`;
  throw new Error(`${asked.name} found nothing${note === undefined ? "" : `: ${note.message}`}`);
}
