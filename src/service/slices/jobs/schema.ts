import { z } from "@hono/zod-openapi";
import { queryInteger } from "../../http/query-fields/schema.ts";
import { MAX_URL } from "../../base/schema.ts";
import type { ListPlace } from "../../jobs/board/rows-behind.ts";

const statuses = ["pending", "queued", "processing", "completed", "failed"] as const;

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/** A time of a query: RFC 3339, or a day, which is its beginning in UTC. */
function queryTime(description: string) {
  return z
    .string()
    .transform((text) => (TIME.test(text) ? Date.parse(text) : Number.NaN))
    .refine((ms) => !Number.isNaN(ms), "must be an RFC 3339 time or a day: 2026-03-01T10:00:00Z")
    .openapi({ type: "string", format: "date-time", description, example: "2026-03-01" });
}

/** Where a part of the list begins, as clients carry it. */
export function cursorOf({ at, id }: ListPlace): string {
  return Buffer.from(`${at} ${id}`).toString("base64url");
}

function placeOf(cursor: string): ListPlace | undefined {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, at = "", id = ""] = /^(\d{1,15}) ([\w-]{1,64})$/.exec(text) ?? [];
  return id === "" ? undefined : { at: Number(at), id };
}

const cursorField = z
  .string()
  .max(200)
  .transform((text, context) => {
    const place = placeOf(text);
    if (place !== undefined) return place;
    context.addIssue({ code: "custom", message: "must be a nextCursor of this list" });
    return z.NEVER;
  })
  .openapi({ type: "string", description: "The `nextCursor` of the part before." });

const since = queryTime("Jobs that were created at this time or later.");
const until = queryTime("Jobs that were created before this time.");

/** What GET /jobs lists. */
export const jobsQuery = z.object({
  jobType: z
    .string()
    .max(300)
    .transform((text) => text.split(","))
    .openapi({ type: "string", description: "Types, separated by commas.", example: "crawl,map" })
    .optional(),
  status: z
    .string()
    .max(300)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(statuses)))
    .openapi({ type: "string", description: `Of ${statuses.join(", ")}, separated by commas.` })
    .optional(),
  since: since.optional(),
  until: until.optional(),
  url: z
    .string()
    .min(1)
    .max(MAX_URL)
    .openapi({ description: "What the job's URL has in it; A to Z count as a to z." })
    .optional(),
  cursor: cursorField.optional(),
  limit: queryInteger({ min: 1, max: 200 }).openapi({ default: 50 }).optional(),
});
export type JobsQuery = z.output<typeof jobsQuery>;

/** What GET /jobs/counts counts. */
export const countsQuery = z.object({ since: since.optional(), until: until.optional() });
export type CountsQuery = z.output<typeof countsQuery>;

const count = z.int().min(0);
const time = z.iso.datetime();

/** A job of any type, without its result. */
export const listedJobSchema = z
  .object({
    id: z.string().openapi({ example: "job_91" }),
    jobType: z.string().openapi({ description: "What it does.", example: "crawl" }),
    status: z.enum(statuses),
    url: z.string().openapi({ description: "As submitted; empty for jobs without one." }),
    title: z.string().openapi({
      description: "What it is about, in at most 200 characters: its URL, its prompt, its action.",
    }),
    country: z.string().nullable(),
    cached: z.boolean().openapi({ description: "Served from the result cache." }),
    error: z.string().nullable().openapi({ description: "null unless failed." }),
    message: z.string().nullable().openapi({
      description: "What it does now, in words; null where its kind says nothing, and at its end.",
    }),
    createdAt: time,
    startedAt: time.nullable(),
    completedAt: time.nullable(),
    durationMs: count.nullable().openapi({ description: "From start to end; null until then." }),
    creditsReserved: count.openapi({ description: "Taken when it was submitted." }),
    creditsUsed: count.nullable().openapi({ description: "What it cost; null until it is over." }),
    unitsTotal: count.openapi({ description: "Pages of a crawl, URLs of a batch: begun." }),
    unitsCompleted: count.openapi({ description: "The same: had." }),
    resultUrl: z.string().openapi({ format: "uri", description: "Where its document is." }),
  })
  .openapi("ListedJob");

export const jobListSchema = z
  .object({
    jobs: z.array(listedJobSchema),
    nextCursor: z.string().nullable().openapi({ description: "null at the end of the list." }),
  })
  .openapi("JobList");

const counted = {
  jobs: z.array(
    z.object({
      jobType: z.string(),
      pending: count,
      queued: count,
      processing: count,
      completed: count,
      failed: count,
      durationMs: z
        .object({ p50: count, p95: count, p99: count })
        .nullable()
        .openapi({
          description:
            "Percentiles of the time from start to end, to two digits; hits of the cache do not " +
            "count. null when none ran.",
        }),
    }),
  ),
  credits: z.array(z.object({ product: z.string(), creditsUsed: z.int() })).openapi({
    description:
      "Credits taken less those given back at that time, by product: a job's type, `monitor`, " +
      "`browser`, or `other` for what was paid before products were recorded.",
  }),
};

export const jobCountsSchema = z
  .object({
    days: z
      .array(z.object({ day: z.string().openapi({ example: "2026-03-01" }), ...counted }))
      .openapi({ description: "Days in UTC on which there was something, newest first." }),
    total: z.object(counted),
  })
  .openapi("JobCounts");
