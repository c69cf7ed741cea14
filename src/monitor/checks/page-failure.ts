import type { AcquireFailure } from "../acquirer.ts";
import { lookFailure, type LookFailure } from "./look.ts";
import type { Watched } from "./looker-parts.ts";
import { isSameSite } from "./same-site.ts";

/** Codes of acquirers that say what the check's failure is. */
const known = ["SESSION_EXPIRED", "NOT_CONFIGURED", "TIMEOUT"] as const;

/** What an acquirer's failure is for the check. */
export function pageFailure({ code, error, isHostDown }: AcquireFailure): LookFailure {
  const failure = known.find((one) => one === code) ?? "PAGE_FAILED";
  return { status: "failed", failure: { code: failure, error, cause: code }, isHostDown };
}

/** A failure where a page is of another site than it was. */
export function redirected(
  { row, definition }: Watched,
  finalUrl: string,
): LookFailure | undefined {
  const { url } = definition;
  if (isSameSite(url, finalUrl)) return undefined;
  if (row.finalUrl !== null && isSameSite(row.finalUrl, finalUrl)) return undefined;
  // Nothing is known of the page yet: where it leads is where it is.
  if (row.baselineId === null) return undefined;
  return lookFailure("REDIRECTED", `The page redirects to another site: ${finalUrl}`);
}
