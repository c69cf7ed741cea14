import { z } from "@hono/zod-openapi";
import { jobFields, optional, orDefault, urlField, webhookUrlField } from "../../base/schema.ts";

/** Levels of a scraper's parameters; records keep JSON of 512. */
const DEEPEST = 100;

/** The body of POST /web-scraper. */
export const webScraperBodySchema = z
  .object({
    url: urlField,
    scraper_code: z.string().min(1).openapi({ example: "structured_data" }),
    scraper_scope: z.enum(["GLOBAL", "PRIVATE"]),
    scraper_params: z
      .record(z.string(), z.unknown())
      .refine(
        (params) => !isDeeperThan(params, DEEPEST),
        `must not be nested more than ${DEEPEST} levels deep`,
      )
      .openapi({ type: "object", description: "Parameters in the form that the scraper expects." }),
    action_type: orDefault(z.string().min(1), "scrape_data"),
    webhook_url: optional(webhookUrlField),
  })
  .openapi("WebScraperRequest");

/** What POST /web-scraper was asked. */
export type WebScraperBody = z.output<typeof webScraperBodySchema>;

/** A web-scraper job (decisions, 2.3). */
export const webScraperJobSchema = z
  .object({
    ...jobFields,
    url: z.string(),
    country: z.string(),
    cached: z.boolean(),
    scraperCode: z.string(),
    generatedJson: z
      .object({
        status: z.literal("success"),
        data: z.unknown().openapi({ description: "An object or an array." }),
      })
      .optional()
      .openapi({ description: "The data that the scraper returned, once the job is completed." }),
    html: z.string().optional(),
    cleanedHtml: z.string().optional(),
    markdown: z.string().optional(),
  })
  .openapi("WebScraperJob");

/** Whether a JSON value has arrays and objects in each other to more than so many levels. */
function isDeeperThan(value: unknown, levels: number): boolean {
  // Level by level, since what is meant to be refused would not fit onto the stack.
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    level = level.filter((each) => typeof each === "object" && each !== null);
    if (level.length > 0 && depth >= levels) return true;
    level = level.flatMap((each) => Object.values(each as object));
  }
  return false;
}
