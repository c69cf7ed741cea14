import { z } from "@hono/zod-openapi";
import { anyScrapeDocumentSchema } from "../url-scraper/schema.ts";
import { agenticSearchJobSchema, agenticSearchSubmittedSchema } from "../agentic-search/schema.ts";
import { jobFields, submittedSchema } from "../schema.ts";

/** Body of POST /request; the row that it is handed to checks the rest. */
export const requestBodySchema = z
  .looseObject({
    job_type: z.string().openapi({
      description: "The product; the other fields are those of its own route.",
      example: "url_scraper",
    }),
    force_fresh: z.boolean().nullish().openapi({ description: "The same as forceFresh." }),
  })
  .openapi("GenericRequest");

/** What POST /request answers with 202. */
export const anySubmittedSchema = z.union([submittedSchema, agenticSearchSubmittedSchema]);

/** What GET /request/{jobId} shows: the document of any job, as its own route has it. */
export const anyDocumentSchema = z.union([
  anyScrapeDocumentSchema,
  agenticSearchJobSchema,
  z.looseObject(jobFields).openapi("AnyJob"),
]);
