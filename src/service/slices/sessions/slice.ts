import {
  isCdpProxyError,
  type InteractiveSessions,
  type SessionStore,
} from "../../../cdp-proxy/index.ts";
import type { Call } from "../../../storage/index.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { interactiveRoutes, interactiveStreams } from "./interactive/routes.ts";
import { sessionRoutes } from "./routes.ts";

type SessionSliceParts = Pick<ResourceParts, "engines" | "clock" | "checkTarget"> & {
  readonly connections: {
    /** Absent where nothing can be sealed, as what logs in by hand. */
    readonly sessions: SessionStore | undefined;
    readonly interactive: InteractiveSessions | undefined;
  };
};

/** Saved browser sessions, and logging in by hand (interface, 4.4). */
export const sessions = {
  collections: [],
  open(given: SessionSliceParts) {
    const { sessions: store, interactive } = given.connections;
    const parts = { ...given, interactive, proxies: given.engines.proxies };
    return {
      routes: [...sessionRoutes({ store, interactive }), ...interactiveRoutes(parts)],
      upgrades: interactiveStreams(parts),
      belongings:
        store === undefined
          ? []
          : [{ removeOf: (owner: string, call: Call) => removeSessions(store, owner, call) }],
    };
  },
} satisfies Slice;

/** What is in use stays for a later call. */
async function removeSessions(
  sessions: Pick<SessionStore, "list" | "remove">,
  owner: string,
  call: Call,
): Promise<void> {
  for (const { id } of await sessions.list({ owner }, call)) {
    try {
      await sessions.remove(id, call);
    } catch (error) {
      // Its connection ends; then it is removed, if nobody else has done it.
      const isPassing =
        isCdpProxyError(error, "SESSION_IN_USE") || isCdpProxyError(error, "SESSION_NOT_FOUND");
      if (!isPassing) throw error;
    }
  }
}
