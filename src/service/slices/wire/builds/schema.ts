import { z } from "@hono/zod-openapi";
import { countryField, optional, orDefault, urlField } from "../../../base/schema.ts";
import { count } from "../schema.ts";

/** Characters of a goal, actions that may be asked for, and fields of a credential (decisions, 4.8). */
const LONGEST_GOAL = 4000;
const MOST_ACTIONS = 10;
const MOST_FIELDS = 20;

/** The body of POST /wire/build-request. */
export const buildBodySchema = z
  .object({
    website_url: urlField.openapi({ description: "The first page of the site." }),
    goal: z
      .string()
      .refine((text) => text.trim() !== "", "must not be empty")
      .refine(
        (text) => Array.from(text).length <= LONGEST_GOAL,
        `must have at most ${LONGEST_GOAL} characters`,
      )
      .openapi({
        description: "What the actions should do, in your own words.",
        example: "Search for products by words.",
      }),
    catalog_id: optional(
      z.uuid().openapi({ description: "The catalog that the actions are added to." }),
    ),
    visibility: orDefault(z.enum(["private", "public"]), "private").openapi({
      description: "`public`: all accounts see the actions after a review.",
    }),
    force: orDefault(z.boolean(), false).openapi({
      description: "Build even if the site already has such actions.",
    }),
    actions: optional(
      z
        .array(z.string().regex(/^[a-z][a-z0-9_]{0,58}$/))
        .max(MOST_ACTIONS)
        .openapi({ description: "Names of the actions, such as `search_products`." }),
    ),
    country: optional(countryField),
    credential: optional(
      z
        .record(z.string().regex(/^[\w-]{1,64}$/), z.string().min(1).max(4096))
        .refine(
          (all) => Object.keys(all).length <= MOST_FIELDS,
          `must have at most ${MOST_FIELDS} entries`,
        )
        .openapi({
          type: "object",
          additionalProperties: { type: "string" },
          description: "Values for the site's login, by field name; never stored or returned.",
        }),
    ),
  })
  .openapi("BuildRequestBody");

/** What POST /wire/build-request was asked. */
export type BuildBody = z.output<typeof buildBodySchema>;

/** States of a build. */
const buildStatus = z.enum(["pending", "processing", "success", "failed"]);

/** The query of GET /wire/build-requests. */
export const buildsQuerySchema = z.object({
  status: buildStatus.optional(),
  page: count(1_000_000, "Page number, from 1; 1 when absent.").optional(),
  limit: count(100, "Build requests per page; 20 when absent.").optional(),
});

/** What GET /wire/build-requests was asked. */
export type BuildsQuery = z.output<typeof buildsQuerySchema>;

const buildSchema = z
  .object({
    id: z.uuid(),
    user_id: z.uuid(),
    website_url: z.string(),
    domain: z.string(),
    goal: z.string(),
    catalog_id: z.uuid().nullable(),
    team: z.string().nullable(),
    visibility: z.enum(["private", "public"]),
    priority: z.literal("normal"),
    status: buildStatus,
    credits_charged: z.int(),
    tags: z.array(z.string()),
    action_id: z.string().optional().openapi({ description: "The first action that was built." }),
    catalog_slug: z.string().optional(),
    skipped: z.array(z.string()).optional(),
    error: z.string().optional(),
    error_type: z.string().optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    completed_at: z.iso.datetime().optional(),
  })
  .openapi("BuildRequest");

/** A build, alone. */
export const buildAnswerSchema = z.object({ status: z.literal("ok"), build_request: buildSchema });

/** A page of builds. */
export const buildListSchema = z.object({
  status: z.literal("ok"),
  build_requests: z.array(buildSchema),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int() }),
});
