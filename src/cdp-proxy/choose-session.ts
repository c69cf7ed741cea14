import { CdpProxyError } from "./cdp-proxy-error.ts";
import type { ConnectOrder } from "./cdp-proxy.ts";
import { isName } from "./check-connect-order.ts";
import type { SavedSession } from "./sessions/saved-session.ts";
import type { SessionChoice, SessionStore } from "./sessions/session-store.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The session that an order names; undefined when it names none.
 * @throws CdpProxyError `SESSION_NOT_FOUND`, also for a session of another owner; StorageError; the
 *   signal's reason
 */
export async function chooseSession(
  sessions: SessionStore | undefined,
  order: ConnectOrder,
): Promise<SavedSession | undefined> {
  const { owner, sessionId, sessionName, signal } = order;
  if (sessionId === undefined && sessionName === undefined) return undefined;
  const choice = choiceOf(order);
  const found = choice === undefined ? undefined : await sessions?.find(choice, { signal });
  if (found?.owner === owner) return found;
  const asked = sessionId === undefined ? "name" : "id";
  const message = `You have no saved session with this ${asked}.`;
  throw new CdpProxyError("SESSION_NOT_FOUND", { message });
}

/** Undefined when no session can have that id or name. */
function choiceOf({ owner, sessionId, sessionName = "" }: ConnectOrder): SessionChoice | undefined {
  if (sessionId === undefined)
    return isName(sessionName) ? { owner, name: sessionName } : undefined;
  return UUID.test(sessionId) ? { id: sessionId.toLowerCase() } : undefined;
}
