import { z } from "@hono/zod-openapi";
import { structuredKinds } from "../../../../html/index.ts";

/** Parameters of the scraper `structured_data`. */
export const structuredParams = z.object({
  /** What is wanted; everything when absent or empty. */
  include: z.array(z.enum(structuredKinds)).max(structuredKinds.length).nullish(),
  /** Whether the page is read after its scripts have run in a browser. */
  useBrowser: z.boolean().nullish(),
});

/** Those parameters. */
export type StructuredParams = z.output<typeof structuredParams>;
