import type { StorageState } from "../../browser/index.ts";
import type { Call } from "../../storage/index.ts";
import type { SavedSession } from "./saved-session.ts";

/** Saved sessions. All methods throw CdpProxyError and StorageError. */
export interface SessionStore {
  /** The session of that id, of any owner; of that owner's name. Those not yet saved too. */
  find(choice: SessionChoice, call: Call): Promise<SavedSession | undefined>;
  /** The owner's sessions that are saved, newest first. */
  list(query: SessionQuery, call: Call): Promise<readonly SavedSession[]>;
  /**
   * Renames.
   * @throws CdpProxyError `SESSION_NOT_FOUND`, `DUPLICATE_NAME`
   */
  rename(id: string, name: string, call: Call): Promise<SavedSession>;
  /**
   * Removes the session with its state and the key that sealed it: irreversible.
   * @throws CdpProxyError `SESSION_NOT_FOUND`, `SESSION_IN_USE`
   */
  remove(id: string, call: Call): Promise<void>;
  /**
   * Holds a session with its state for one user of it, until it is released.
   * @throws CdpProxyError `SESSION_NOT_FOUND`, `SESSION_NOT_SAVED`, `SESSION_IN_USE`
   */
  hold(id: string, call: Call): Promise<HeldSession>;
  /**
   * Reserves a name for a session that will be saved.
   * @throws CdpProxyError `DUPLICATE_NAME`
   */
  reserve(order: ReserveOrder, call: Call): Promise<ReservedSession>;
  /** The state of a session, without holding it; undefined without one. */
  load(id: string, call: Call): Promise<StorageState | undefined>;
}

/** Which session. */
export type SessionChoice =
  | { readonly id: string }
  | { readonly owner: string; readonly name: string };

/** Which sessions. */
export interface SessionQuery {
  readonly owner: string;
  /** In any case; the session's domain or a parent of it. */
  readonly domain?: string | undefined;
}

/** What is to be saved later. */
export interface ReserveOrder {
  /** Whose session it is. */
  readonly owner: string;
  /** The session's name; the owner has no other session of that name. */
  readonly name: string;
  /** A new one when absent. */
  readonly id?: string | undefined;
  /** The website that the session is for. */
  readonly websiteUrl?: string | undefined;
}

/** A session that somebody uses. */
export interface HeldSession extends Lease {
  readonly session: SavedSession;
  readonly state: StorageState;
  /** The proxy that it was saved through. */
  readonly proxy: URL | undefined;
}

/** A name that a session will be saved under. */
export interface ReservedSession extends Lease {
  readonly session: SavedSession;
  /**
   * Saves the state, in the place of one that was saved before; the lease stays.
   * @throws CdpProxyError `LEASE_LOST` when others took the name over or removed the session
   */
  save(content: SessionContent, call: Call): Promise<SavedSession>;
  /** Takes another name. @throws CdpProxyError `DUPLICATE_NAME`, `LEASE_LOST` */
  rename(name: string, call: Call): Promise<void>;
}

/** What is saved. */
export interface SessionContent {
  readonly state: StorageState;
  readonly proxy?: URL | undefined;
}

/** A hold for 90 s; a process that is killed loses it by then. */
export interface Lease {
  /** Holds for another 90 s; at least every 30 s. @throws CdpProxyError `LEASE_LOST` */
  keep(call: Call): Promise<void>;
  /** Lets go; a reserved name without saved state is free again. Twice is harmless. Never rejects. */
  release(): Promise<void>;
}
