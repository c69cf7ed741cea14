import { showResults } from "../search/search-words.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { atService } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

/** What a service is to search for. */
interface RemoteSearch {
  readonly prompt: string;
  readonly limit: number;
  /** Whether JSON is printed. */
  readonly json: boolean;
}

/** `dragline search --remote`: what the search providers of a service find. */
export function searchAt(
  place: RemotePlace,
  { prompt, limit, json }: RemoteSearch,
  terminal: Terminal,
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const { signal } = terminal;
    const { results } = await client.search({ prompt, limit }, { signal });
    const found = results.map(({ date, last_updated: lastUpdated, ...result }) => ({
      ...result,
      ...(date !== undefined && { date }),
      ...(lastUpdated !== undefined && { lastUpdated }),
    }));
    return await showResults({ results: found, notes: [] }, json, terminal);
  });
}
