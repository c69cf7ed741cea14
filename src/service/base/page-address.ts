import { createHash } from "node:crypto";
import { createCanonicalizer } from "../../core/index.ts";

/** What tells cached pages apart (decisions, 1.3). */
export interface PageAddress {
  readonly account: string;
  readonly url: string;
  readonly country: string;
  /** `browser`, or what brings pages when no browser is asked for. */
  readonly engine: "browser" | "http" | "auto";
  /** What was done to the page before it was taken. */
  readonly actions: readonly object[];
}

const canonical = createCanonicalizer({ keepRouteFragment: true });

/**
 * The key of a page in the cache: accounts never share one. What stands behind `#` counts where
 * scripts see it: always in a browser, else only when it is a route.
 * @throws CoreError `INVALID_URL`
 */
export function pageKey({ account, url, country, engine, actions }: PageAddress): string {
  const fragment = engine === "browser" ? new URL(url).hash : "";
  const parts = [account, canonical(url), fragment, country, engine, actions];
  return `dragline:result:${hashOf(parts)}`;
}

/** A short name of a value: equal for values whose JSON is equal. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
