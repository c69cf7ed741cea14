import { z } from "zod";
import { assertionSchema, conditionSchema, text, type Condition } from "./condition-schema.ts";

/** JSON whose strings may hold templates; a string that is one template keeps that value's type. */
const value = z.json();
const stepId = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
/** Dotted keys with `[n]` and `[*]`, an optional `$.` before them; `$` is the whole. */
const path = z.string().min(1).max(500);
const selector = z.string().min(1).max(500);

/** The failure that a status means; the message may contain templates. */
const statusErrors = z.record(
  z.string().regex(/^[45]\d\d$/),
  z.strictObject({
    code: z.enum(["EXECUTION_FAILED", "INVALID_PARAMS", "AUTH_EXPIRED"]),
    message: text,
  }),
);

/** One HTTP request. */
const requestSchema = z.strictObject({
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
  /**
   * Scheme and host are constant, or the whole is a parameter of the format `url`, or it begins with one
   * template of a parameter of the format `site` or `host`. A template in the path is encoded as one segment.
   */
  url: text,
  /** A member whose template gives null, or nothing, is left out; a list gives one member an item. */
  query: z.record(z.string(), value).optional(),
  headers: z.record(z.string(), text).optional(),
  /** JSON, with what is null left in; not with `form`. */
  json: value.optional(),
  form: z.record(z.string(), value).optional(),
  /** Expected statuses; 200 alone when absent. */
  status: z.array(z.int().min(200).max(599)).min(1).optional(),
  /** What the body must be. `csv` is a list of objects by the first line; `xml` and `html` are read by selectors. */
  type: z.enum(["json", "text", "html", "xml", "csv", "none"]).default("json"),
  errors: statusErrors.optional(),
  /** A request that may be sent again although its method is not idempotent (a search by POST). */
  idempotent: z.boolean().optional(),
  /** Bytes of the body; 10 MiB when absent. */
  max_bytes: z.int().min(1).max(104_857_600).optional(),
});

/** Types of values; those beside the JSON ones are the extractor's readings of text as people write it. */
const valueTypes = [
  "any",
  "string",
  "text",
  "html",
  "markdown",
  "number",
  "integer",
  "boolean",
  "price",
  "date",
  "duration",
  "url",
] as const;

/**
 * Where a field's value is. In JSON by `path`; in HTML and XML by `css` (text of the first match, or its
 * `attribute`); of a page by `json_ld` (type, then `path` in it). `first_of` tries rules in order.
 * A field that is missing fails the run unless it is `optional` (then it is null).
 */
const ruleSchema = z.strictObject({
  path: path.optional(),
  css: selector.optional(),
  attribute: z.string().max(100).optional(),
  json_ld: z.string().max(100).optional(),
  /** A value of a template, beside the document: `{{params.site}}/{{item.slug}}`; `item` is what the list gave. */
  value: value.optional(),
  get first_of() {
    return z.array(fieldSchema).min(2).max(8).optional();
  },
  /** All matches, as a list. */
  all: z.boolean().optional(),
  /** Regular expression (RE2 syntax); the first group that matched, or the whole match, is the value. */
  pattern: z.string().max(500).optional(),
  type: z.enum(valueTypes).default("any"),
  /** Filters such as `trim | lower`, applied last. */
  filters: z.string().max(300).optional(),
  optional: z.boolean().default(false),
  default: z.json().optional(),
  /** An object, or with `list` a list of objects, read inside what this rule found. */
  get fields(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof fieldSchema>> {
    return z.record(z.string(), fieldSchema).optional();
  },
  list: z.boolean().optional(),
});

/** A rule, or a path alone; `?` behind the path makes it optional. */
const fieldSchema: z.ZodType<Field> = z.union([path, ruleSchema]) as never;

/** A rule of a field. */
export interface FieldRule {
  readonly path?: string | undefined;
  readonly css?: string | undefined;
  readonly attribute?: string | undefined;
  readonly json_ld?: string | undefined;
  readonly value?: z.core.util.JSONType | undefined;
  readonly first_of?: readonly Field[] | undefined;
  readonly all?: boolean | undefined;
  readonly pattern?: string | undefined;
  readonly type: (typeof valueTypes)[number];
  readonly filters?: string | undefined;
  readonly optional: boolean;
  readonly default?: z.core.util.JSONType | undefined;
  readonly fields?: Readonly<Record<string, Field>> | undefined;
  readonly list?: boolean | undefined;
}

/** Where a field's value is: a rule, or a path alone. */
export type Field = string | FieldRule;

/** What is read from a document. */
const readingSchema = z.strictObject({
  /**
   * The list: a path to an array, or a selector of one element an item. A path that leads to no array fails
   * the run. Absent: the document gives one object.
   */
  list: z.union([path, z.strictObject({ css: selector })]).optional(),
  /** A table's rows as objects by its header line, in place of `list` and `fields`. */
  table: selector.optional(),
  fields: z.record(z.string(), fieldSchema).optional(),
  /**
   * A recipe of `dragline/extractor`, learned from a page, in place of `table` and `fields`: it reads an
   * HTML page by labels, data and selectors that agree. With `list` its member of that name is the list.
   */
  recipe: z.record(z.string(), z.json()).optional(),
  /** A selector list without a match fails, unless this selector or text is there to prove that nothing was found. */
  empty_when: z
    .strictObject({ css: selector.optional(), text: z.string().max(500).optional() })
    .optional(),
  /** The list must have an item. */
  non_empty: z.boolean().optional(),
  /** Maximum number of items; `has_more` says whether there are more. */
  limit: z.union([z.int().min(1), text]).optional(),
});

const common = { id: stepId, when: conditionSchema.optional() };

const requestStep = requestSchema.extend({ kind: z.literal("request"), ...common });

/** A page through the fetcher or, with `browser`, as it looks once its scripts ran. */
const pageStep = z.strictObject({
  kind: z.literal("page"),
  ...common,
  url: text,
  query: z.record(z.string(), value).optional(),
  headers: z.record(z.string(), text).optional(),
  browser: z.boolean().default(false),
  status: z.array(z.int()).min(1).optional(),
  errors: statusErrors.optional(),
});

/** The browser's actions, and answers that its page fetched meanwhile. */
const browserStep = z.strictObject({
  kind: z.literal("browser"),
  ...common,
  url: text,
  /** As of `POST /url-scraper`; their strings may hold templates. */
  actions: z.array(z.record(z.string(), value)).max(15).default([]),
  /** By name: JSON of the first answer whose URL has this text in it. */
  capture: z
    .record(stepId, z.strictObject({ url_contains: z.string().min(1).max(500) }))
    .default({}),
});

/** `from` is a template of a step's `body`, `page` or value; absent: the step before. */
const extractStep = readingSchema.extend({
  kind: z.literal("extract"),
  ...common,
  from: text.optional(),
});

/** How the next page is asked for. */
const nextSchema = z.union([
  /** A URL in the answer; by path, selector (`href`), or the Link header's relation. */
  z.strictObject({ link: path }),
  z.strictObject({ link_css: selector }),
  z.strictObject({ link_header: z.string().max(40) }),
  /** A cursor in the answer, given as a member of the query (or of the JSON body). */
  z.strictObject({ cursor: path, query: z.string().optional(), json: z.string().optional() }),
  z.strictObject({ page: z.string(), start: z.int().min(0).default(1) }),
  /** An offset of items. */
  z.strictObject({ offset: z.string(), start: z.int().min(0).default(0) }),
]);

/**
 * Pages of one list until `limit` items, an empty page, no next page, or `max_pages`. Gives `items`,
 * `pages` and `has_more`; a page that repeats the one before ends it with a failure.
 */
const paginateStep = z.strictObject({
  kind: z.literal("paginate"),
  ...common,
  request: requestSchema,
  read: readingSchema,
  next: nextSchema,
  limit: z.union([z.int().min(1), text]),
  /** Items of a full page: a shorter page is the last. Absent: only an empty page is. */
  page_size: z.union([z.int().min(1), text]).optional(),
  max_pages: z.int().min(1).max(100).default(20),
});

/** Content made of values, or the body of a request, as a file. */
const fileStep = z.strictObject({
  kind: z.literal("file"),
  ...common,
  name: text,
  request: requestSchema.optional(),
  /** In place of `request`. Rows for `csv`. */
  content: value.optional(),
  as: z.enum(["csv", "json", "text"]).optional(),
  content_type: z.string().max(200).optional(),
  max_bytes: z.int().min(1).max(1_073_741_824).default(104_857_600),
});

const assertStep = assertionSchema.extend({ kind: z.literal("assert"), id: stepId.optional() });

const eachStep = z.strictObject({
  kind: z.literal("each"),
  ...common,
  /** A template of a list; each item is `{{item}}`, its place from 0 `{{index}}`. */
  in: text,
  max: z.int().min(1).max(200),
  concurrency: z.int().min(1).max(5).default(1),
  steps: z
    .array(z.lazy((): z.ZodType<Step> => stepSchema))
    .min(1)
    .max(10),
  /** What an item gives. */
  output: value,
});

/** A step of a recipe. */
export const stepSchema: z.ZodType<Step> = z.discriminatedUnion("kind", [
  requestStep,
  pageStep,
  browserStep,
  extractStep,
  paginateStep,
  fileStep,
  assertStep,
  eachStep,
]) as never;

export type RequestSpec = z.output<typeof requestSchema>;
export type Reading = z.output<typeof readingSchema>;
export type NextPage = z.output<typeof nextSchema>;
export type RequestStep = z.output<typeof requestStep>;
export type PageStep = z.output<typeof pageStep>;
export type BrowserStep = z.output<typeof browserStep>;
export type ExtractStep = z.output<typeof extractStep>;
export type PaginateStep = z.output<typeof paginateStep>;
export type FileStep = z.output<typeof fileStep>;
export type AssertStep = z.output<typeof assertStep>;
/** Steps run for each item of a list. */
export interface EachStep {
  readonly kind: "each";
  readonly id: string;
  readonly when?: Condition | undefined;
  readonly in: string;
  readonly max: number;
  readonly concurrency: number;
  readonly steps: readonly Step[];
  readonly output: z.core.util.JSONType;
}
export type Step =
  | RequestStep
  | PageStep
  | BrowserStep
  | ExtractStep
  | PaginateStep
  | FileStep
  | AssertStep
  | EachStep;
