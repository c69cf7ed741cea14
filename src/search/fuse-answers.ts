import { allFailed, failureOf } from "./failed-searches.ts";
import { fuseResults } from "./fuse-results.ts";
import type { SearchAnswer, SearchCall, SearchNote, SearchProvider } from "./provider.ts";
import type { SearchError } from "./search-error.ts";

/** One search of several at once. */
interface Asked {
  readonly provider: SearchProvider;
  readonly call: SearchCall;
}

/**
 * Searches at once and makes one answer of all: results fused by rank, notes of all, each once; a
 * failure is a note of its own.
 * @throws SearchError when all fail; the signal's reason
 */
export async function fuseAnswers(
  asked: readonly Asked[],
  { limit, signal }: Pick<SearchCall, "limit" | "signal">,
): Promise<SearchAnswer> {
  const settled = await Promise.allSettled(
    asked.map(async ({ provider, call }) => provider.search(call)),
  );
  signal.throwIfAborted();
  const notes = new Map<string, SearchNote>();
  const tell = (note: SearchNote): void => void notes.set(JSON.stringify(note), note);
  const failures: SearchError[] = [];
  const lists = settled.flatMap((outcome, index) => {
    if (outcome.status === "fulfilled") {
      outcome.value.notes.forEach(tell);
      return [outcome.value.results];
    }
    const failure = failureOf(outcome.reason, signal);
    failures.push(failure);
    tell({ provider: asked[index]?.provider.name ?? "", message: failure.message });
    return [];
  });
  if (lists.length === 0) throw allFailed(failures);
  return { results: fuseResults(lists, limit), notes: [...notes.values()] };
}
