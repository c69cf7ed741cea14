import { z } from "@hono/zod-openapi";
import {
  countryField,
  jobFields,
  optional,
  orDefault,
  sessionFields,
  urlField,
  webhookUrlField,
} from "../../base/schema.ts";

/** The body of POST /map. */
export const mapBodySchema = z
  .object({
    url: urlField,
    includeSubdomains: orDefault(z.boolean(), false),
    includeExternalLinks: orDefault(z.boolean(), false),
    limit: orDefault(z.int().min(1).max(5000), 100),
    depth: orDefault(z.int().min(0).max(5), 2),
    limitPerLevel: orDefault(z.int().min(1).max(500), 100),
    search: orDefault(z.string(), ""),
    useBrowser: orDefault(z.boolean(), false),
    country: orDefault(countryField, "us"),
    ...sessionFields,
    webhook_url: optional(webhookUrlField),
  })
  .openapi("MapRequest");

/** What POST /map was asked. */
export type MapBody = z.output<typeof mapBodySchema>;

/** A map job (decisions, 2.3). */
export const mapJobSchema = z
  .object({
    ...jobFields,
    url: z.string(),
    links: z.array(z.string()).optional().openapi({
      description: "Internal URLs in the order of discovery, once the job is completed.",
    }),
    externalLinks: z.array(z.string()).optional().openapi({
      description:
        "External URLs, once the job is completed; empty unless includeExternalLinks is set.",
    }),
    totalLinks: z.int().optional(),
    totalExternalLinks: z.int().optional(),
  })
  .openapi("MapJob");
