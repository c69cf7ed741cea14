import { z } from "@hono/zod-openapi";

/** The answer of GET /health. */
export const healthSchema = z
  .object({ status: z.literal("ok"), version: z.string() })
  .openapi("Health");
