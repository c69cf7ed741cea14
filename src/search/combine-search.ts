import { checkArgument, CoreError, withDefaults } from "../core/index.ts";
import { checkSearchCall } from "./check-call.ts";
import { allFailed, failureOf } from "./failed-searches.ts";
import { fuseAnswers } from "./fuse-answers.ts";
import type {
  KeptPages,
  SearchAnswer,
  SearchCall,
  SearchNote,
  SearchProvider,
} from "./provider.ts";
import type { SearchError } from "./search-error.ts";

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
 * @example
 * ```ts
 * import { combineSearch, createBraveSearch, createSearxngSearch } from "dragline/search";
 *
 * const own = createSearxngSearch({ url: "http://localhost:8888" });
 * const brave = createBraveSearch({ apiKey: process.env["SEARCH_KEY"] ?? "" });
 * const search = combineSearch([own, brave], { mode: "merged" });
 * console.log(search.name);
 * ```
 */
export function combineSearch(
  providers: readonly SearchProvider[],
  options?: CombineOptions,
): SearchProvider {
  const { mode } = withDefaults(defaults, options);
  if (mode !== "in-turn" && mode !== "merged") throw badOption("mode", "'in-turn' or 'merged'");
  checkArgument("providers of combineSearch(providers)", providers, "array");
  const [first, ...others] = providers;
  if (first === undefined) throw badOption("providers", "at least one provider");
  if (others.length === 0) return first;
  return {
    name: providers.map(({ name }) => name).join("+"),
    keptPages: keptPagesOf(providers),
    search: async (call) => {
      const checked = checkSearchCall(call);
      call.signal.throwIfAborted();
      return mode === "merged"
        ? fuseAnswers(
            providers.map((provider) => ({ provider, call: checked })),
            checked,
          )
        : searchInTurn(providers, checked);
    },
  };
}

/** The pages of all indexes among them, in the order of the providers. */
function keptPagesOf(providers: readonly SearchProvider[]): KeptPages | undefined {
  const kept = providers.flatMap(({ keptPages }) => keptPages ?? []);
  if (kept.length === 0) return undefined;
  return {
    async read(url, call) {
      for (const pages of kept) {
        const page = await pages.read(url, call);
        if (page !== undefined) return page;
      }
      return undefined;
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
