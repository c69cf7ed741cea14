import { checkArgument } from "../core/index.ts";
import {
  generateObject,
  isAiError,
  noUsage,
  type GenerateCollaborators,
  type TokenUsage,
} from "../ai/index.ts";
import { checkText } from "./check-call.ts";
import { condensePrompt } from "./condense-prompt.ts";
import type { SearchNote } from "./provider.ts";

/** What a prompt is searched for with. */
export interface QueryPlan {
  /** From 1 to 3, none twice. */
  readonly queries: readonly string[];
  /** Whether the model made them, or they are the prompt condensed. */
  readonly source: "model" | "condensed";
  /** Why they are not the model's, by the name `model`. */
  readonly notes: readonly SearchNote[];
  /** Tokens that the model used. */
  readonly usage: TokenUsage;
}

/** Queries of a plan. */
const MOST_QUERIES = 3;
/** Characters of a query. */
const LONGEST_QUERY = 200;
/** Tokens of the model's answer. */
const MOST_TOKENS = 512;
/** Milliseconds for the model: a search is to be quick. */
const TIMEOUT_MS = 20_000;

const schema = Object.freeze({
  type: "object",
  properties: {
    queries: {
      type: "array",
      minItems: 1,
      maxItems: MOST_QUERIES,
      items: { type: "string", minLength: 1, maxLength: LONGEST_QUERY },
    },
  },
  required: ["queries"],
  additionalProperties: false,
});

const INSTRUCTIONS = `Write the queries with which a person would search the web for what the prompt asks: ${MOST_QUERIES} at most, one when one is enough, each about another part of it. A query is a few words of substance in the prompt's language: keep names, numbers and quoted phrases as they are written, leave out what asks for the form of the answer, and add nothing that the prompt does not ask for.`;

/**
 * The queries of a prompt: the model's when there is one, else the prompt condensed
 * ({@link condensePrompt}), as also when the model fails, which a note tells.
 * @throws SearchError `INVALID_QUERY`; AiError `INVALID_MODEL`; the signal's reason
 */
export async function planQueries(
  prompt: string,
  collaborators: Partial<GenerateCollaborators>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<QueryPlan> {
  checkArgument("collaborators of planQueries(prompt, { model })", collaborators, "object");
  const { model, ...parts } = collaborators;
  const text = checkText("prompt", prompt);
  signal?.throwIfAborted();
  if (model === undefined) return condensed(text, [], noUsage);
  try {
    const { object, usage } = await generateObject(
      { ...parts, model },
      {
        schema,
        instructions: INSTRUCTIONS,
        data: [{ label: "prompt", text }],
        maxOutputTokens: MOST_TOKENS,
        timeoutMs: TIMEOUT_MS,
      },
      { signal },
    );
    const queries = distinctQueries(object as { readonly queries: readonly string[] });
    if (queries.length > 0) return { queries, source: "model", notes: [], usage };
    return condensed(text, ["The model's queries were empty."], usage);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isAiError(error) || error.code === "INVALID_MODEL") throw error;
    const message = `The model gave no queries (${error.code}): the query was made from the prompt's words instead.`;
    return condensed(text, [message], error.details.usage ?? noUsage);
  }
}

function condensed(text: string, messages: readonly string[], usage: TokenUsage): QueryPlan {
  const notes = messages.map((message) => ({ provider: "model", message }));
  return { queries: condensePrompt(text), source: "condensed", notes, usage };
}

function distinctQueries({ queries }: { readonly queries: readonly string[] }): readonly string[] {
  const folded = queries.map((query) => query.replace(/\s+/g, " ").trim());
  return [...new Set(folded)].filter((query) => /[\p{L}\p{N}]/u.test(query));
}
