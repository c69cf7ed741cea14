import type { RouteLimit } from "../../http/route.ts";

/** How often routes of the family may be called (decisions, part 8). */
export const limits = Object.freeze({
  reading: { limit: 60, per: "user" },
  changing: { limit: 30, per: "user" },
  /** Makes an attempt at a receiver. */
  sending: { limit: 10, per: "user" },
}) satisfies Readonly<Record<string, RouteLimit>>;
