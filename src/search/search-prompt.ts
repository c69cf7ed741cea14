import type { GenerateCollaborators } from "../ai/index.ts";
import { checkArgument, neverAborts } from "../core/index.ts";
import { checkSearchCall, checkText } from "./check-call.ts";
import { fuseAnswers } from "./fuse-answers.ts";
import { planQueries } from "./plan-queries.ts";
import type { SearchAnswer, SearchProvider } from "./provider.ts";

/** What is searched for in one's own words. */
export interface PromptSearch {
  /** What a person wants to know, of at most 8,192 bytes. */
  readonly prompt: string;
  /**
   * The most results, from 1 to 100.
   * @default 5
   */
  readonly limit?: number | undefined;
  /** A country code of two letters, lower case; the provider's own choice when absent. */
  readonly country?: string | undefined;
}

/** What a prompt is searched for with; each is borrowed. */
export interface PromptSearchCollaborators extends Partial<GenerateCollaborators> {
  /** Whom to ask. */
  readonly provider: SearchProvider;
}

/**
 * Searches for what a prompt asks: its queries ({@link planQueries}: three at most, by the model when
 * there is one) are searched for at once, and their results fused by rank (`fuseResults`). A query
 * that fails is a note beside what the others found.
 * @throws SearchError `INVALID_QUERY`, and the provider's when every query fails; AiError
 *   `INVALID_MODEL`; the signal's reason
 * @example
 * ```ts
 * import { createSearxngSearch, searchPrompt } from "dragline/search";
 *
 * await using provider = createSearxngSearch({ url: "http://localhost:8888" });
 * const { results } = await searchPrompt({ provider }, { prompt: "When is high water in Dover?" });
 * console.log(results.length);
 * ```
 */
export async function searchPrompt(
  collaborators: PromptSearchCollaborators,
  question: PromptSearch,
  { signal = neverAborts() }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SearchAnswer> {
  checkArgument("collaborators of searchPrompt({ provider }, { prompt })", collaborators, "object");
  checkArgument("question of searchPrompt({ provider }, { prompt })", question, "object");
  const { provider, ...parts } = collaborators;
  const { prompt, limit = 5, country } = question;
  const text = checkText("prompt", prompt);
  checkSearchCall({ query: text, limit, country });
  const plan = await planQueries(text, parts, { signal });
  const asked = plan.queries.map((query) => ({
    provider,
    call: { query, limit, country, signal },
  }));
  const { results, notes } = await fuseAnswers(asked, { limit, signal });
  return { results, notes: [...plan.notes, ...notes] };
}
