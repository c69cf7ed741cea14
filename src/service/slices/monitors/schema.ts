import { z } from "@hono/zod-openapi";
import { queryInteger } from "../../http/query-fields/schema.ts";
import { countryField, MAX_URL, optional, orDefault, urlField } from "../../base/schema.ts";
import { readExpiry } from "./read-expiry.ts";

/** Minutes between checks (decisions, 2.12). */
const INTERVAL = Object.freeze({ min: 15, max: 43_200 });
/** Most characters of `aiGoal`. */
const LONGEST_GOAL = 2000;
/** Pages of a site, and links from its start. */
const MOST_PAGES = 50;
const DEEPEST = 5;
/** Parts of an action's result. */
const MOST_PATHS = 50;
/** Entries of a list (decisions, 0.5). */
const MOST_ENTRIES = 200;

/** Globs of URLs; `compilePatterns` has the last word. */
const patterns = z.array(z.string().min(1).max(500)).max(100);

const object = z.record(z.string(), z.unknown());

/** `null` for a field that `null` clears is the same as absent: nothing. */
function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value) => value ?? null)
    .openapi({ default: null });
}

const expiry = z
  .string()
  .max(64)
  .refine((text) => readExpiry(text) !== undefined, "must be an RFC 3339 time or a date")
  .transform((text) => readExpiry(text) ?? null)
  .openapi({
    type: "string",
    description: "RFC 3339, or YYYY-MM-DD for the end of that day in UTC; in the future.",
    example: "2030-01-31",
  });

/** Body of POST /monitors and PUT /monitors/{id} (decisions, 2.12). */
export const monitorBodySchema = z
  .object({
    url: urlField,
    intervalMinutes: z.int().min(INTERVAL.min).max(INTERVAL.max),
    scope: orDefault(z.enum(["page", "site", "wire"]), "page"),
    watchMode: orDefault(z.enum(["full_page", "specific_data"]), "full_page"),
    watchFormat: orDefault(z.enum(["markdown", "html", "cleaned_html"]), "markdown"),
    outputSchema: optional(z.record(z.string(), z.unknown())).openapi({
      description:
        "JSON Schema of the values to watch, at most 50 KB; only with `specific_data`. Properties that " +
        "all have `x-selector` are read from the elements that these CSS selectors match, those with " +
        "`x-attribute` from that attribute.",
    }),
    aiMode: orDefault(z.boolean(), false),
    aiGoal: orNull(z.string().max(LONGEST_GOAL)),
    useBrowser: orDefault(z.boolean(), false).openapi({
      description: "Always true with a saved session.",
    }),
    country: orDefault(countryField, "us"),
    sessionId: orNull(z.string().min(1)).openapi({ description: "Saved browser session by id." }),
    maxPages: orDefault(z.int().min(1).max(MOST_PAGES), 50),
    maxDepth: orDefault(z.int().min(1).max(DEEPEST), 2),
    includePatterns: orDefault(patterns, []),
    excludePatterns: orDefault(patterns, []),
    wireActionId: orNull(z.string().min(1).max(256)),
    wireCredentialId: orNull(z.uuid()),
    wireParams: orDefault(object, {}),
    wireWatchPaths: orDefault(z.array(z.string().min(1).max(500)).max(MOST_PATHS), []).openapi({
      description: "Dotted keys with [n] and [*]; empty for the whole result.",
    }),
    isActive: orDefault(z.boolean(), true),
    expiresAt: orNull(expiry),
    alertWebhookUrl: orNull(z.string().min(1).max(MAX_URL)).openapi({
      description: "Receives monitor.change; http or https, not a private address.",
    }),
    alertEmails: orNull(z.string().max(4096)).openapi({
      description: "At most 10 addresses, separated by commas.",
      example: "ann@example.com,ben@example.com",
    }),
  })
  .openapi("MonitorRequest");

/** A checked body. */
export type MonitorBody = z.output<typeof monitorBodySchema>;

/** A null of these bodies means never. */
const expiryOrNever = expiry.nullable().openapi({ type: ["string", "null"] });

/** Body of POST /monitors/{id}/resume; absent keeps the end that it has. */
export const resumeBodySchema = z
  .object({ expiresAt: expiryOrNever.optional() })
  .openapi("MonitorResumption");

/** Body of POST /monitors/{id}/expiry. */
export const expiryBodySchema = z.object({ expiresAt: expiryOrNever }).openapi("MonitorExpiry");

/** A checked body. */
export type ResumeBody = z.output<typeof resumeBodySchema>;
/** A checked body. */
export type ExpiryBody = z.output<typeof expiryBodySchema>;

/** Body of POST /monitors/preview: as the monitor will have it. */
export const previewBodySchema = z
  .object({
    url: urlField,
    useBrowser: orDefault(z.boolean(), false),
    country: orDefault(countryField, "us"),
    sessionId: orNull(z.string().min(1)),
  })
  .openapi("MonitorPreviewRequest");

/** A checked body. */
export type PreviewBody = z.output<typeof previewBodySchema>;

/** Query of GET /monitors. */
export const monitorListQuerySchema = z.object({
  limit: queryInteger({ min: 1, max: MOST_ENTRIES })
    .openapi({ description: "Most monitors; all when absent." })
    .optional(),
  before: z.string().min(1).max(256).optional().openapi({
    description: "Id of the last monitor of the answer before: only older ones are listed.",
  }),
});

/** A checked query. */
export type MonitorListQuery = z.output<typeof monitorListQuerySchema>;

/** Query of lists. */
export const listQuerySchema = z.object({
  limit: queryInteger({ min: 1, max: MOST_ENTRIES }).openapi({ default: MOST_ENTRIES }).optional(),
});

/** A checked query. */
export type ListQuery = z.output<typeof listQuerySchema>;

/** Query of GET /monitors/{id}/content. */
export const contentQuerySchema = z.object({ hash: z.string().min(1).max(256) });

/** A checked query. */
export type ContentQuery = z.output<typeof contentQuerySchema>;

const pageUrl = z.string().min(1).max(MAX_URL);

/** Query of DELETE /monitors/{id}/pages. */
export const pageQuerySchema = z.object({ url: pageUrl });

/** A checked query. */
export type PageQuery = z.output<typeof pageQuerySchema>;

/** Query and body of POST /monitors/{id}/pages/restore: the URL is in one of them. */
export const restoreQuerySchema = z.object({ url: pageUrl.optional() });
export const restoreBodySchema = z.object({ url: optional(pageUrl) }).openapi("RestoredPage");

/** A checked query. */
export type RestoreQuery = z.output<typeof restoreQuerySchema>;
/** A checked body. */
export type RestoreBody = z.output<typeof restoreBodySchema>;
