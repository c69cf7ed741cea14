import type { StorageState } from "../../browser/index.ts";

/** A saved browser session, as far as a scrape needs to know it. */
export interface SavedSession {
  readonly id: string;
  /** The account that it belongs to. */
  readonly account: string;
  /** Whether it has saved state. */
  readonly isSaved: boolean;
}

/** Saved browser sessions. */
export interface SavedSessions {
  /** The session of that id, of any account. */
  byId(id: string, call: { readonly signal: AbortSignal }): Promise<SavedSession | undefined>;
  /** The account's session of that name. */
  byName(
    account: string,
    name: string,
    call: { readonly signal: AbortSignal },
  ): Promise<SavedSession | undefined>;
  /** A copy of the state; undefined when there is none any more. */
  load(id: string, call: { readonly signal: AbortSignal }): Promise<StorageState | undefined>;
}
