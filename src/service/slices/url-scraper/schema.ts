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
import { pageOutputs, pictureTypes, scrapeFormatNames } from "./scrape-request.ts";

const optionalFields = {
  formats: orDefault(z.array(z.enum(scrapeFormatNames)), []).openapi({
    description:
      "The outputs; markdown, html and cleanedHtml when empty. A screenshot needs a browser. `json` is the same as generateJson.",
  }),
  country: orDefault(countryField, "us"),
  useBrowser: orDefault(z.boolean(), false),
  generateJson: orDefault(z.boolean(), false).openapi({
    description:
      "Extracts JSON: by the outputSchema, or without one the structured data and metadata of the page.",
  }),
  outputSchema: optional(z.record(z.string(), z.unknown())).openapi({
    description: "JSON Schema of the JSON to extract, at most 50 KB; sets generateJson.",
  }),
  evidence: orDefault(z.boolean(), false).openapi({
    description:
      "With an outputSchema: adds `evidence` to generatedJson, where each value comes from.",
  }),
  actions: orDefault(z.array(z.unknown()), []).openapi({
    description:
      "At most 15 browser actions, run in order, each with `type` wait, wait_for, click, scroll, write or press. Sets useBrowser and costs 1 credit.",
  }),
  forceFresh: orDefault(z.boolean(), false).openapi({
    description: "Scrapes the page anew instead of returning a cached result.",
  }),
  webhook_url: optional(webhookUrlField),
  ...sessionFields,
};

/** Body of POST /url-scraper and POST /url-scraper/scrape. */
export const scrapeBodySchema = z
  .object({ url: urlField, ...optionalFields })
  .openapi("ScrapeRequest");

/** What both bodies say of how pages are scraped. */
export type ScrapeOptions = Omit<z.output<typeof scrapeBodySchema>, "url">;

/** A checked body. */
export type ScrapeBody = z.output<typeof scrapeBodySchema>;

/** Most URLs of a batch (interface, part 8). */
const MOST_URLS = 10;

/** Body of POST /url-scraper/batch; entries are judged one by one, so that messages name the index. */
export const batchBodySchema = z
  .object({
    urls: z
      .array(z.string())
      .min(1)
      .max(MOST_URLS)
      .openapi({ description: "The pages to scrape.", example: ["https://example.com/"] }),
    ...optionalFields,
  })
  .openapi("BatchScrapeRequest");

/** A checked body. */
export type BatchBody = z.output<typeof batchBodySchema>;

/** Query of the screenshot route. */
export const pictureQuerySchema = z.object({
  type: z.enum(pictureTypes).default("viewport"),
});

/** A checked query. */
export type PictureQuery = z.output<typeof pictureQuerySchema>;

const keys = z.object({ viewport: z.string().optional(), fullpage: z.string().optional() });

/** The `request` of a job, as it is read back. */
export const scrapeRequestSchema = z.object({
  outputs: z.array(z.enum(pageOutputs)),
  json: z.boolean(),
  outputSchema: z.record(z.string(), z.json()).nullable(),
  // Absent in jobs of earlier versions.
  evidence: z.boolean().default(false),
  useBrowser: z.boolean(),
  actions: z.array(z.custom<object>((value) => typeof value === "object" && value !== null)),
  sessionId: z.string().nullable(),
  pictures: keys,
});

/** The `request` of a batch, as it is read back. */
export const batchRequestSchema = z.object({ urls: z.array(z.string()) });

const outputFields = {
  html: z.string().optional(),
  cleanedHtml: z.string().optional(),
  markdown: z.string().optional(),
  links: z.array(z.object({ href: z.string(), text: z.string() })).optional(),
  images: z.array(z.object({ src: z.string(), alt: z.string() })).optional(),
  summary: z.string().nullable().optional().openapi({
    description:
      "Sentences of the page, or, where the service has a language model, sentences that the model wrote. Those are not checked; only sentences that the page contradicts are left out. null when no summary could be made.",
  }),
  generatedJson: generatedJsonSchema.optional(),
  screenshotUrl: z.string().optional(),
  fullPageScreenshotUrl: z.string().optional(),
};

/** A scrape's document (decisions, 2.1). */
export const scrapeDocumentSchema = z
  .object({
    ...jobFields,
    jobType: z.literal("url_scraper"),
    url: z.string(),
    country: z.string(),
    cached: z.boolean(),
    ...outputFields,
  })
  .openapi("ScrapeJob");

/** A batch's document (decisions, 2.1). */
const batchDocumentSchema = z
  .object({
    ...jobFields,
    jobType: z.literal("batch_url_scraper"),
    country: z.string(),
    urls: z.array(z.string()),
    results: z.array(
      z.object({
        index: z.int(),
        id: z.string(),
        url: z.string(),
        status: jobFields.status,
        cached: z.boolean(),
        error: jobFields.error,
        ...outputFields,
        durationMs: jobFields.durationMs,
      }),
    ),
  })
  .openapi("BatchScrapeJob");

/** What GET /url-scraper/{id} shows. */
export const anyScrapeDocumentSchema = z.union([scrapeDocumentSchema, batchDocumentSchema]);
