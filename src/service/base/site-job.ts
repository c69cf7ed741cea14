import type { StorageState } from "../../browser/index.ts";
import type { KindParts, ResourceParts } from "./parts.ts";
import type { ServiceSettings } from "./service-settings.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import { findSession, type SessionChoice } from "./find-session.ts";

/**
 * Maps, or crawls, that one process runs at a time. They may take half an hour: as many accounts as
 * there are places can have one beside those that others have taken.
 */
export function sitePlaces({ concurrency }: Pick<ServiceSettings, "concurrency">) {
  const count = Math.max(1, Math.floor(concurrency / 4));
  return { concurrency: count, aside: count };
}

/** What a request for a map or a crawl names. */
interface SiteBody extends SessionChoice {
  readonly url: string;
  readonly webhook_url?: string | undefined;
}

/**
 * Checks the URLs of a request, then finds its session.
 * @returns the session's id; null without one
 * @throws ServiceError `INVALID_REQUEST`, `NOT_FOUND`, `FORBIDDEN`, `SESSION_NOT_SAVED`
 */
export async function checkSiteBody(
  parts: Pick<ResourceParts, "checkTarget" | "webhooks" | "sessions">,
  body: SiteBody,
  call: { readonly account: string; readonly signal: AbortSignal },
): Promise<string | null> {
  const { account, signal } = call;
  const { sessionId, sessionName } = body;
  parts.checkTarget("url", body.url);
  checkWebhookUrl(parts.webhooks, body.webhook_url);
  const session = await findSession(parts, { account, sessionId, sessionName }, { signal });
  return session?.id ?? null;
}

/** The failure of a job whose session was deleted after its submission. */
export const SESSION_GONE = "the saved session no longer exists";

/** The state of a job's session: undefined without one, null when the session is not there any more. */
export async function sessionState(
  { sessions }: Pick<KindParts, "sessions">,
  sessionId: string | null,
  signal: AbortSignal,
): Promise<StorageState | undefined | null> {
  if (sessionId === null) return undefined;
  return (await sessions?.load(sessionId, { signal })) ?? null;
}
