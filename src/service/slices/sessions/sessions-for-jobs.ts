import type { SavedSession, SessionStore } from "../../../cdp-proxy/index.ts";
import type { SavedSession as JobSession, SavedSessions } from "../../base/saved-sessions.ts";

/** Saved sessions as jobs take them: looked at and copied, not held. */
export function sessionsForJobs(store: SessionStore): SavedSessions {
  return {
    byId: async (id, call) => jobSession(await store.find({ id }, call)),
    byName: async (owner, name, call) => jobSession(await store.find({ owner, name }, call)),
    load: (id, call) => store.load(id, call),
  };
}

function jobSession(session: SavedSession | undefined): JobSession | undefined {
  return session && { id: session.id, account: session.owner, isSaved: session.isSaved };
}
