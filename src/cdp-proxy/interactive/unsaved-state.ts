import type { StorageState } from "../../browser/index.ts";
import type { SavedSession } from "../sessions/saved-session.ts";
import type { ReservedSession, SessionContent } from "../sessions/session-store.ts";

/** Takes a state in the place of a saved session: in memory, until it is asked for. */
export class UnsavedState implements ReservedSession {
  readonly session: SavedSession;
  #state: StorageState | undefined;

  constructor({ id, owner, url }: Pick<SavedSession, "id" | "owner"> & { readonly url: URL }) {
    this.session = {
      id,
      owner,
      name: url.hostname,
      isSaved: false,
      websiteUrl: url.href,
      websiteDomain: url.hostname,
      createdAt: 0,
      lastUsedAt: null,
      expiresAt: null,
      cookieCount: 0,
      storageItemCount: 0,
      hasProxy: false,
    };
  }

  /** What its viewer wanted kept; undefined before. */
  get state(): StorageState | undefined {
    return this.#state;
  }

  async save({ state }: SessionContent): Promise<SavedSession> {
    this.#state = state;
    return this.session;
  }

  async rename(): Promise<void> {}

  async keep(): Promise<void> {}

  async release(): Promise<void> {}
}
