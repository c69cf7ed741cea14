import { z } from "zod";

/** What a parameter's text must be, besides a string. */
const textFormats = [
  "site",
  "host",
  "url",
  "date",
  "date_time",
  "email",
  "language",
  "country",
] as const;

/**
 * A parameter of an action (decision 2.16), with the bounds that are checked before anything runs.
 * `format: "site"` is the address of a site that a platform serves: `blog.example.org` or
 * `https://example.org/blog`; a run sees it with its scheme and without a slash at its end.
 */
export const parameterSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  type: z.enum(["string", "integer", "number", "boolean", "array", "object"]),
  required: z.boolean().default(false),
  /** Meaning, unit and bounds in words. */
  description: z.string().min(10).max(500),
  default: z.json().optional(),
  enum: z.array(z.json()).min(1).max(300).optional(),
  /** At least one value that works. */
  examples: z.array(z.json()).min(1).max(10),
  format: z.enum(textFormats).optional(),
  /** Of a number. */
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Characters of a string; 1,000 when absent. */
  max_length: z.int().min(1).max(100_000).optional(),
  /** A regular expression (RE2 syntax) that the whole string matches. */
  pattern: z.string().max(500).optional(),
  /** Type of an array's items, and how many at most (100 when absent). */
  items: z.enum(["string", "integer", "number"]).optional(),
  max_items: z.int().min(1).max(10_000).optional(),
  /** Only of `login_input`. */
  secret: z.boolean().optional(),
});

/** A parameter of an action. */
export type Parameter = z.output<typeof parameterSchema>;
