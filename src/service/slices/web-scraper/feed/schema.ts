import { z } from "@hono/zod-openapi";

/** Parameters of the scraper `feed`. */
export const feedParams = z.object({
  /** Most entries, the first of the feed; 1 to 1,000, 100 when absent. */
  limit: z.int().min(1).max(1000).nullish(),
});

/** Those parameters. */
export type FeedParams = z.output<typeof feedParams>;
