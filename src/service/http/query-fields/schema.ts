import { z } from "@hono/zod-openapi";

/** A boolean of a query: `true`, `false`, `1` or `0`, in any case (decisions, 0.1). */
export const queryBoolean = z
  .string()
  .regex(/^(?:true|false|[01])$/i, "must be true, false, 1 or 0")
  .transform((text) => /^(?:true|1)$/i.test(text))
  .openapi({ type: "boolean" });

/** A whole number of a query, in decimal digits; refused, not clamped, out of its bounds. */
export function queryInteger(bounds: { readonly min: number; readonly max: number }) {
  const { min, max } = bounds;
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^-?\d{1,15}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
    .openapi({ type: "integer", minimum: min, maximum: max });
}
