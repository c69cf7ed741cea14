import { CoreError, withDefaults } from "../core/index.ts";
import { checkSearchCall } from "./check-call.ts";
import { fuseResults } from "./fuse-results.ts";
import type { SearchAnswer, SearchCall, SearchNote, SearchProvider } from "./provider.ts";
import { isSearchError, SearchError } from "./search-error.ts";

/** How several providers are one. */
export interface CombineOptions {
  /**
   * `in-turn`: the next one is asked when one fails or finds nothing. `merged`: all at once, and
   * their results fused by rank (`fuseResults`).
   * @default "in-turn"
   */
  readonly mode?: "in-turn" | "merged" | undefined;
}

const defaults: { readonly mode: "in-turn" | "merged" } = Object.freeze({ mode: "in-turn" });

/**
 * Several providers as one, by the name of all (`brave+searxng`); a single one stays itself. What
 * fails is a note beside what the others found. When all fail, the error has the code of the last one
 * and the messages of all. The providers are borrowed.
 * @throws CoreError `INVALID_OPTION`
 */
export function combineSearch(
  providers: readonly SearchProvider[],
  options?: CombineOptions,
): SearchProvider {
  const { mode } = withDefaults(defaults, options);
  if (mode !== "in-turn" && mode !== "merged") throw badOption("mode", "'in-turn' or 'merged'");
  const [first, ...others] = providers;
  if (first === undefined) throw badOption("providers", "one provider at least");
  if (others.length === 0) return first;
  const search = mode === "merged" ? searchAll : searchInTurn;
  return {
    name: providers.map(({ name }) => name).join("+"),
    search: async (call) => {
      const checked = checkSearchCall(call);
      call.signal.throwIfAborted();
      return search(providers, checked);
    },
  };
}

function badOption(option: string, expected: string): CoreError {
  const message = `Option '${option}' must be ${expected}.`;
  return new CoreError("INVALID_OPTION", { message, details: { option } });
}

async function searchInTurn(
  providers: readonly SearchProvider[],
  call: SearchCall,
): Promise<SearchAnswer> {
  const notes: SearchNote[] = [];
  const failures: SearchError[] = [];
  for (const provider of providers) {
    try {
      const answer = await provider.search(call);
      notes.push(...answer.notes);
      if (answer.results.length > 0) return { results: answer.results, notes };
    } catch (error) {
      const failure = failureOf(error, call.signal);
      failures.push(failure);
      notes.push({ provider: provider.name, message: failure.message });
    }
  }
  if (failures.length === providers.length) throw allFailed(failures);
  return { results: [], notes };
}

async function searchAll(
  providers: readonly SearchProvider[],
  call: SearchCall,
): Promise<SearchAnswer> {
  const answers = providers.map((provider) => ({
    name: provider.name,
    answer: start(provider, call),
  }));
  return fuseAnswers(answers, call);
}

/** A third party's provider may throw before it promises. */
async function start(provider: SearchProvider, call: SearchCall): Promise<SearchAnswer> {
  return provider.search(call);
}

/** An answer to come, and whose it is. */
export interface PendingAnswer {
  readonly name: string;
  readonly answer: Promise<SearchAnswer>;
}

/**
 * One answer of several: results fused, notes of all, each once; a failure is a note of its own.
 * @throws SearchError when all fail; the signal's reason
 */
export async function fuseAnswers(
  pending: readonly PendingAnswer[],
  { limit, signal }: Pick<SearchCall, "limit" | "signal">,
): Promise<SearchAnswer> {
  const settled = await Promise.allSettled(pending.map(({ answer }) => answer));
  signal.throwIfAborted();
  const notes = new Map<string, SearchNote>();
  const tell = (note: SearchNote): void => void notes.set(`${note.provider} ${note.message}`, note);
  const failures: SearchError[] = [];
  const lists = settled.flatMap((outcome, index) => {
    if (outcome.status === "fulfilled") {
      outcome.value.notes.forEach(tell);
      return [outcome.value.results];
    }
    const failure = failureOf(outcome.reason, signal);
    failures.push(failure);
    tell({ provider: pending[index]?.name ?? "", message: failure.message });
    return [];
  });
  if (lists.length === 0) throw allFailed(failures);
  return { results: fuseResults(lists, limit), notes: [...notes.values()] };
}

/** @throws the signal's reason, and what is no failure of a search */
function failureOf(error: unknown, signal: AbortSignal): SearchError {
  signal.throwIfAborted();
  if (!isSearchError(error)) throw error;
  return error;
}

function allFailed(failures: readonly SearchError[]): SearchError {
  const last = failures.at(-1) as SearchError;
  const messages = new Set(failures.map(({ message }) => message));
  if (messages.size === 1) return last;
  return new SearchError(last.code, {
    message: `No provider could be asked. ${[...messages].join(" ")}`,
    details: last.details,
    cause: last,
  });
}
