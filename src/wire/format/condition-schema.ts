import { z } from "zod";

/** Text with templates: `{{params.x}}`, `{{steps.y.z}}`, `{{credential.x}}`, `{{item.x}}`, `{{now}}`. */
export const text = z.string().max(10_000);

/** What a value must be. The conditions given all hold; `that` is a template. */
export const conditionSchema = z.strictObject({
  that: text,
  exists: z.boolean().optional(),
  equals: z.json().optional(),
  not_equals: z.json().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  min_items: z.int().min(0).optional(),
  max_items: z.int().min(0).optional(),
  /** A regular expression (RE2 syntax) that is found in the text. */
  matches: z.string().max(500).optional(),
  type: z.enum(["string", "number", "boolean", "array", "object", "null"]).optional(),
});

/** A condition that must hold, and the error message when it does not. */
export const assertionSchema = conditionSchema.extend({
  message: text,
  code: z.enum(["EXECUTION_FAILED", "INVALID_PARAMS", "AUTH_EXPIRED"]).default("EXECUTION_FAILED"),
});

export type Condition = z.output<typeof conditionSchema>;
export type Assertion = z.output<typeof assertionSchema>;
