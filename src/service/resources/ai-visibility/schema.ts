import { z } from "@hono/zod-openapi";
import { countryField, optional, orDefault } from "../schema.ts";

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
        description: `What a person asks; 1 to ${LONGEST_QUERY} characters.`,
        example: "Which running shoes are best for beginners?",
      }),
    sources: optional(
      z.array(z.string()).openapi({
        description:
          "Slugs of GET /ai-visibility/sources, their labels, or `chatgpt`, `claude`, `grok`, `google` and `google-ai-overview`; all of them when absent or empty.",
      }),
    ),
    country: orDefault(
      countryField.openapi({ description: "Where the person is: a country code of two letters." }),
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
        "JSON text: `{content, sources: [{url, title, date?, is_redirect?}], model, is_refusal, comparison}`; `comparison` is null unless the answer was compared with others; the `text` of a claim is a language model's, compared by rules with its `evidence`, which is a sentence of the answer; else `{claims: [{text, evidence, is_central, others: [{source, relation, evidence?, by}]}], notes}`. Empty unless completed.",
    }),
    latency_ms: z.int(),
    credits_used: z.int(),
    verdict: z.union([z.enum(["consensus", "outlier"]), z.null()]),
    error: z.string().optional().openapi({ description: "When `failed` or `timed_out`." }),
  })
  .openapi("AiVisibilitySourceResult");

const searchFields = {
  id: z.string(),
  search_id: z.string(),
  query: z.string(),
  status: z.enum(["running", "completed", "failed"]),
  country: z.string(),
  created_at: z.iso.datetime(),
  credits_used: z.int().openapi({ description: "Of all its sources, retries included." }),
};

/** A search (decisions, 2.13). */
export const aiSearchSchema = z
  .object({
    ...searchFields,
    results: z
      .array(sourceResultSchema)
      .openapi({ description: "The sources that are settled so far." }),
    completed_at: z.iso.datetime().optional(),
    synthesis: z.string().optional().openapi({
      description:
        "One short answer over all in Markdown, each sentence with the numbers of its pages, which are listed below; where the host has it written and no retry has replaced an answer that it stands on.",
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
