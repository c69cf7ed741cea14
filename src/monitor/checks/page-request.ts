import type { AcquireRequest } from "../acquire/acquirer.ts";
import type { Watched } from "./looker-parts.ts";

/** How pages of a monitor are had. */
export function pageRequest({ row, definition }: Watched): AcquireRequest {
  const { url, useBrowser, country, sessionId } = definition;
  return { url, useBrowser, country, sessionId, owner: row.owner };
}
