import { z } from "@hono/zod-openapi";
import { anyScrapeDocumentSchema } from "../url-scraper/schema.ts";
import { agenticSearchJobSchema, agenticSearchSubmittedSchema } from "../agentic-search/schema.ts";
import { searchAnswerSchema } from "../search/schema.ts";
import { jobFields, submittedSchema } from "../../base/schema.ts";

/** Body of POST /request; the row that it is handed to checks the rest. */
export const requestBodySchema = z
  .looseObject({
    job_type: z.string().openapi({
      description: "The product. The other fields are those of the product's own route.",
      example: "url_scraper",
    }),
    force_fresh: z.boolean().nullish().openapi({ description: "The same as forceFresh." }),
  })
  .openapi("GenericRequest");

/**
 * What POST /request answers: what was found by a search, with 200; else a submission, with 202. One
 * schema, as clients that are generated take the first status for all.
 */
export const requestAnswerSchema = z.union([
  submittedSchema,
  agenticSearchSubmittedSchema,
  searchAnswerSchema,
]);

/** What GET /request/{jobId} shows: the document of any job, as its own route has it. */
export const anyDocumentSchema = z.union([
  anyScrapeDocumentSchema,
  agenticSearchJobSchema,
  z.looseObject(jobFields).openapi("AnyJob"),
]);
