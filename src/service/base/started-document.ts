import type { StartedInteractive } from "../../cdp-proxy/index.ts";

/** The viewer's path, relative to the base URL. */
export function viewerPath(id: string): string {
  return `/sessions/interactive/${id}`;
}

/** A started session as clients see it (decisions, 4.4). */
export function startedDocument(
  { id, token, expiresAt }: StartedInteractive,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: number },
) {
  const page = `${baseUrl}${viewerPath(id)}`;
  return {
    sessionId: id,
    browserInstanceId: id,
    novncUrl: `${page}?token=${token}`,
    wsUrl: `${page.replace(/^http/, "ws")}/stream?token=${token}`,
    accessToken: token,
    expiresIn: Math.ceil((expiresAt - now) / 1000),
  };
}
