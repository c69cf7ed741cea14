import { z } from "@hono/zod-openapi";
import {
  countryField,
  generatedJsonSchema,
  jobFields,
  optional,
  orDefault,
  sessionFields,
  urlField,
  webhookUrlField,
} from "../../base/schema.ts";
import { queryInteger } from "../../http/query-fields/schema.ts";

/** Globs of URLs; `compilePatterns` has the last word. */
const patternsField = z.array(z.string().min(1).max(500)).max(100);

/** The body of POST /crawl. */
export const crawlBodySchema = z
  .object({
    url: urlField,
    maxPages: orDefault(z.int().min(1).max(1000), 10),
    depth: orDefault(z.int().min(0).max(5), 1),
    includePatterns: orDefault(patternsField, []),
    excludePatterns: orDefault(patternsField, []),
    country: orDefault(countryField, "us"),
    useBrowser: orDefault(z.boolean(), false),
    outputSchema: optional(z.record(z.string(), z.unknown())).openapi({
      description:
        "JSON Schema of the JSON to extract from each page, at most 50 KB. Each page with extracted JSON costs the price of JSON extraction.",
    }),
    ...sessionFields,
    webhook_url: optional(webhookUrlField),
  })
  .openapi("CrawlRequest");

/** What POST /crawl was asked. */
export type CrawlBody = z.output<typeof crawlBodySchema>;

/** A page of a crawl (decisions, 2.3). */
export const crawlPageSchema = z
  .object({
    url: z.string(),
    status: z.enum(["completed", "failed"]),
    durationMs: z.int(),
    html: z.string().optional(),
    markdown: z.string().optional(),
    generatedJson: generatedJsonSchema.optional(),
    error: z.string().optional(),
  })
  .openapi("CrawlPage");

/** A crawl job (decisions, 2.3). */
export const crawlJobSchema = z
  .object({
    ...jobFields,
    url: z.string(),
    country: z.string(),
    totalPages: z.int().openapi({ description: "Pages attempted so far." }),
    completedPages: z.int().openapi({ description: "Pages fetched so far." }),
    results: z
      .array(crawlPageSchema)
      .optional()
      .openapi({ description: "The pages in the order of fetching, once the job is completed." }),
    pages: z
      .array(crawlPageSchema)
      .optional()
      .openapi({ description: "The same list as `results`." }),
  })
  .openapi("CrawlJob");

/** What GET /crawl/{id}/pages lists. */
export const crawlPagesQuery = z.object({
  after: queryInteger({ min: 0, max: 1_000_000 })
    .openapi({ description: "The `place` of the last page of the part before." })
    .optional(),
  limit: queryInteger({ min: 1, max: 200 }).openapi({ default: 100 }).optional(),
});

export type CrawlPagesQuery = z.output<typeof crawlPagesQuery>;

/** Pages of a crawl without their content. */
export const crawlPagesSchema = z
  .object({
    pages: z.array(
      z.object({
        place: z.int().openapi({ description: "In the order of fetching, from 0." }),
        url: z.string(),
        status: z.enum(["completed", "failed"]),
        durationMs: z.int(),
        error: z.string().optional(),
      }),
    ),
    next: z
      .int()
      .nullable()
      .openapi({ description: "`after` of the next part; null at the end of what is stored." }),
  })
  .openapi("CrawlPages");
