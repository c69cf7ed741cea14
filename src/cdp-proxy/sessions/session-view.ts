import type { SavedSession } from "./saved-session.ts";
import type { SessionRow } from "./session-rows.ts";

/** What others see of a session. */
export function sessionView(row: SessionRow): SavedSession {
  return {
    id: row.id,
    owner: row.owner,
    name: row.name,
    websiteUrl: row.websiteUrl,
    websiteDomain: row.websiteDomain,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    expiresAt: row.expiresAt,
    cookieCount: row.cookieCount,
    storageItemCount: row.storageItemCount,
    hasProxy: row.sealedProxy !== null,
    isSaved: row.stateKey !== null,
  };
}
