import type { SavedSession } from "../../../cdp-proxy/index.ts";

/** A saved session as clients see it (decisions, 2.10). */
export function sessionDocument(session: SavedSession): object {
  const { id, name, websiteUrl, websiteDomain, cookieCount, storageItemCount } = session;
  return {
    id,
    sessionId: id,
    name,
    websiteUrl,
    websiteDomain,
    createdAt: timeText(session.createdAt),
    isActive: session.isSaved,
    lastUsedAt: timeText(session.lastUsedAt),
    expiresAt: timeText(session.expiresAt),
    cookieCount,
    storageItemCount,
    staticProxy: session.hasProxy,
  };
}

function timeText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
