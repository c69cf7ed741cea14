import { z } from "@hono/zod-openapi";
import { countryField, optional, orDefault } from "../../base/schema.ts";

/** Characters of a query (decisions, 4.7). */
const LONGEST_QUERY = 2000;

/** The body of POST /ai-visibility/search. */
export const aiSearchBodySchema = z
  .object({
    query: z
      .string()
      .transform((text) => text.toWellFormed().trim())
      .refine((text) => text !== "", "must not be empty")
      .refine(
        (text) => text.length <= LONGEST_QUERY,
        `must have at most ${LONGEST_QUERY} characters`,
      )
      .openapi({
        type: "string",
        description: `The question for the engines; 1 to ${LONGEST_QUERY} characters.`,
        example: "Which running shoes are best for beginners?",
      }),
    sources: optional(
      z.array(z.string()).openapi({
        description:
          "Slugs of GET /ai-visibility/sources, their labels, or `chatgpt`, `claude`, `grok`, `google` and `google-ai-overview`; when absent or empty, all engines are asked.",
      }),
    ),
    country: orDefault(
      countryField.openapi({
        description: "Country that the question is asked from: a two-letter country code.",
      }),
      "us",
    ),
  })
  .openapi("AiVisibilitySearchRequest");

/** What a search was asked. */
export type AiSearchBody = z.output<typeof aiSearchBodySchema>;

/** The body of POST /ai-visibility/search/{id}/retry. */
export const aiRetryBodySchema = z
  .object({ source: z.string().min(1).openapi({ description: "The slug of the source." }) })
  .openapi("AiVisibilityRetryRequest");

/** Which source is retried. */
export type AiRetryBody = z.output<typeof aiRetryBodySchema>;

/** A source's result (interface and decisions, 2.13). */
export const sourceResultSchema = z
  .object({
    source: z.string(),
    status: z.enum(["completed", "failed", "timed_out"]),
    summary: z.string(),
    full_content: z.string().openapi({
      description:
        "JSON text: `{content, sources: [{url, title, date?, is_redirect?}], model, is_refusal, comparison}`; `comparison` is null if the answer was not compared with others, otherwise `{claims: [{text, evidence, is_central, others: [{source, relation, evidence?, by}]}], notes}`. A language model writes the `text` of a claim; rules compare it with its `evidence`, which is a sentence of the answer. Empty unless completed.",
    }),
    latency_ms: z.int(),
    credits_used: z.int(),
    verdict: z.union([z.enum(["consensus", "outlier"]), z.null()]),
    error: z
      .string()
      .optional()
      .openapi({ description: "Why the source failed; when `failed` or `timed_out`." }),
  })
  .openapi("AiVisibilitySourceResult");

const searchFields = {
  id: z.string(),
  search_id: z.string(),
  query: z.string(),
  status: z.enum(["running", "completed", "failed"]),
  country: z.string(),
  created_at: z.iso.datetime(),
  credits_used: z.int().openapi({ description: "Credits of all sources, including retries." }),
};

/** A search (decisions, 2.13). */
export const aiSearchSchema = z
  .object({
    ...searchFields,
    results: z
      .array(sourceResultSchema)
      .openapi({ description: "Results of the sources that are settled so far." }),
    completed_at: z.iso.datetime().optional(),
    synthesis: z.string().optional().openapi({
      description:
        "One short answer in Markdown that combines all answers. Each sentence has the numbers of its pages, which are listed below it. Absent where the service does not write it, or after a retry replaced an answer that it is based on.",
    }),
  })
  .openapi("AiVisibilitySearch");

/** The list of searches. */
export const aiSearchesSchema = z
  .object({
    searches: z.array(
      z.object({
        ...searchFields,
        sources: z.array(
          z.object({
            source: z.string(),
            status: z.enum(["running", "completed", "failed", "timed_out"]),
          }),
        ),
      }),
    ),
  })
  .openapi("AiVisibilitySearches");

/** The engines. */
export const aiSourcesSchema = z
  .array(z.object({ slug: z.string(), label: z.string() }))
  .openapi("AiVisibilitySources");
