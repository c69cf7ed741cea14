import type { FrontierLimits } from "../frontier.ts";

/**
 * URLs that may wait beyond `maxPages`: places are returned, so some more than `maxPages` are
 * needed, but a crawl of ten pages must not store a site of a million.
 */
const WAITING_ROOM = 1000;

/** How full a crawl is. */
interface Fill {
  /** Claims that count against `maxPages`. */
  readonly started: number;
  readonly waiting: number;
  readonly finished: boolean;
}

/** Why a URL that is not known is not taken up; undefined: it is. */
export function refusalOf(
  depth: number,
  limits: FrontierLimits,
  { started, waiting, finished }: Fill,
): "depth" | "limit" | undefined {
  if (depth > limits.depth) return "depth";
  return finished || started + waiting >= roomOf(limits) ? "limit" : undefined;
}

/** From how many started and waiting URLs on no more are taken up. */
export function roomOf({ maxPages }: FrontierLimits): number {
  return maxPages + WAITING_ROOM;
}
