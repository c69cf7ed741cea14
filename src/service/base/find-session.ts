import type { SavedSession, SavedSessions } from "./saved-sessions.ts";
import { ServiceError } from "./service-error.ts";
import { owned } from "./owned.ts";

/** What a request says of a saved session; the id wins. */
export interface SessionChoice {
  readonly sessionId?: string | undefined;
  readonly sessionName?: string | undefined;
}

/**
 * The saved session that a request asks for, when the account may use it and it has state;
 * undefined when it asks for none. Sessions are looked at and not held (decisions, 4.1). The call says
 * what the field of the id is called where it is not `sessionId`.
 * @throws ServiceError `NOT_FOUND` for an unknown id or name, also where there are no sessions;
 *   `FORBIDDEN` for another account's; `SESSION_NOT_SAVED` for one without state
 */
export async function findSession(
  parts: { readonly sessions: SavedSessions | undefined },
  choice: SessionChoice & { readonly account: string },
  call: { readonly signal: AbortSignal; readonly idField?: string },
): Promise<SavedSession | undefined> {
  const { account, sessionId, sessionName } = choice;
  if (sessionId === undefined && sessionName === undefined) return undefined;
  const field = sessionId === undefined ? "sessionName" : (call.idField ?? "sessionId");
  const session = await lookUp(parts.sessions, choice, call);
  if (session === undefined) {
    throw refusal("NOT_FOUND", `There is no saved session with this '${field}'.`);
  }
  owned("saved session", session, account);
  if (!session.isSaved) throw refusal("SESSION_NOT_SAVED", "The session has no saved state.");
  return session;
}

async function lookUp(
  sessions: SavedSessions | undefined,
  { account, sessionId, sessionName }: SessionChoice & { readonly account: string },
  call: { readonly signal: AbortSignal },
): Promise<SavedSession | undefined> {
  if (sessionId !== undefined) return sessions?.byId(sessionId, call);
  return sessionName === undefined ? undefined : sessions?.byName(account, sessionName, call);
}

function refusal(code: "NOT_FOUND" | "SESSION_NOT_SAVED", message: string): ServiceError {
  return new ServiceError(code, { message });
}
