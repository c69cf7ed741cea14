import { checkArgument, systemClock, systemIds, type Clock, type Ids } from "../../core/index.ts";
import { EnsuredRecords, type Blobs, type Records } from "../../storage/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import { RecordSessions } from "./record-sessions.ts";
import { sessionRows, stateRows } from "./session-rows.ts";
import type { SessionStore } from "./session-store.ts";
import { StateVault } from "./state-vault.ts";

/** The collaborators of a session store; all of it is borrowed. */
export interface SessionStoreCollaborators {
  /** Names, leases and figures, in the collections `browser_sessions` and `browser_session_states`. */
  readonly records: Records;
  /** The states, sealed. */
  readonly blobs: Blobs;
  /** Seals states and proxies; made over the same `records`, so that removal destroys the keys. */
  readonly sealer: Sealer;
  /** Tells when leases end; the clocks of several processes may differ by 30 s. @default systemClock */
  readonly clock?: Clock | undefined;
  /** Makes ids and tokens. @default systemIds */
  readonly ids?: Ids | undefined;
}

/**
 * Saved sessions in records and blobs. Several processes may share them. The collections are made at
 * the first use.
 * @example
 * ```ts
 * import { createSessionStore } from "dragline/cdp-proxy";
 * import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
 * import { KeyRing, Sealer } from "dragline/storage/sealing";
 *
 * const records = new MemoryRecords();
 * const sealer = new Sealer({ records, ring: KeyRing.parse(process.env["SEAL_KEYS"] ?? "") });
 * const store = createSessionStore({ records, blobs: new MemoryBlobs(), sealer });
 * console.log(typeof store.list);
 * ```
 */
export function createSessionStore(collaborators: SessionStoreCollaborators): SessionStore {
  checkArgument("collaborators of createSessionStore({ records })", collaborators, "object");
  const { blobs, sealer, clock = systemClock, ids = systemIds } = collaborators;
  const records = new EnsuredRecords(collaborators.records, [sessionRows, stateRows]);
  const vault = new StateVault({ records, blobs, sealer, clock, ids });
  return new RecordSessions({ records, clock, ids, vault });
}
