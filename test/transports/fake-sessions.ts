import type { StorageState } from "dragline/browser";
import {
  CdpProxyError,
  type HeldSession,
  type SavedSession,
  type SessionChoice,
  type SessionQuery,
  type SessionStore,
} from "dragline/cdp-proxy";

/** A session in the list. */
export interface FakeSession {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly isSaved: boolean;
}

/** Saved sessions in a list; none is added but by hand. */
export class FakeSessions implements SessionStore {
  readonly rows: FakeSession[] = [];
  /** Ids of those that somebody holds. */
  readonly held = new Set<string>();

  find(choice: SessionChoice): Promise<SavedSession | undefined> {
    const row = this.rows.find((one) =>
      "id" in choice
        ? one.id === choice.id
        : one.account === choice.owner && one.name === choice.name,
    );
    return Promise.resolve(row && sessionOf(row));
  }

  load(id: string): Promise<StorageState | undefined> {
    const isThere = this.rows.some((row) => row.id === id);
    return Promise.resolve(isThere ? { cookies: [], origins: [] } : undefined);
  }

  list({ owner }: SessionQuery): Promise<readonly SavedSession[]> {
    const own = this.rows.filter(({ account, isSaved }) => account === owner && isSaved);
    return Promise.resolve(own.map(sessionOf));
  }

  rename(id: string, name: string): Promise<SavedSession> {
    const at = this.rows.findIndex((row) => row.id === id);
    const row = { ...this.#at(at), name };
    this.rows[at] = row;
    return Promise.resolve(sessionOf(row));
  }

  remove(id: string): Promise<void> {
    this.rows.splice(this.rows.indexOf(this.#at(this.rows.findIndex((row) => row.id === id))), 1);
    return Promise.resolve();
  }

  /** Holds a session until it is released. */
  async hold(id: string): Promise<HeldSession> {
    const row = this.#at(this.rows.findIndex((one) => one.id === id));
    if (this.held.has(id)) {
      const message = "The session is in use.";
      throw new CdpProxyError("SESSION_IN_USE", { message, details: { retryAfterMs: 1000 } });
    }
    this.held.add(id);
    return {
      session: sessionOf(row),
      state: { cookies: [], origins: [] },
      proxy: undefined,
      keep: () => Promise.resolve(),
      release: async () => void this.held.delete(id),
    };
  }

  readonly reserve = refuse;

  #at(index: number): FakeSession {
    const row = this.rows[index];
    if (row === undefined) throw new Error("There is no session with this id or name.");
    return row;
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new Error("Sessions of the list are not held."));
}

function sessionOf({ id, account, name, isSaved }: FakeSession): SavedSession {
  return {
    id,
    owner: account,
    name,
    isSaved,
    websiteUrl: null,
    websiteDomain: null,
    createdAt: 0,
    lastUsedAt: null,
    expiresAt: null,
    cookieCount: 0,
    storageItemCount: 0,
    hasProxy: false,
  };
}
