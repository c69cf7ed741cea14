import { rename, rm, writeFile } from "node:fs/promises";
import { type StorageState } from "../../browser/index.ts";
import type {
  ReservedSession,
  ReserveOrder,
  SavedSession,
  SessionStore,
} from "../../cdp-proxy/index.ts";
import { fileFailure } from "../input/file-failure.ts";

/** A file with one login, in the format of Playwright's storageState, for this user alone. */
export class FileSession implements Pick<SessionStore, "reserve" | "rename"> {
  readonly #path: string;
  #session: SavedSession | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async reserve({ owner, name, id = "", websiteUrl = "" }: ReserveOrder): Promise<ReservedSession> {
    const url = URL.parse(websiteUrl);
    const session: SavedSession = {
      id,
      owner,
      name,
      websiteUrl: url?.href ?? null,
      websiteDomain: url?.hostname ?? null,
      createdAt: 0,
      lastUsedAt: null,
      expiresAt: null,
      cookieCount: 0,
      storageItemCount: 0,
      hasProxy: false,
      isSaved: false,
    };
    this.#session = session;
    return {
      session,
      keep: async () => {},
      release: async () => {},
      rename: async () => {},
      save: ({ state }) => this.#save(session, state),
    };
  }

  /** A file has the name that its path says. */
  async rename(): Promise<SavedSession> {
    if (this.#session === undefined) throw new Error("there is no session");
    return this.#session;
  }

  async #save(session: SavedSession, state: StorageState): Promise<SavedSession> {
    const partial = `${this.#path}.${process.pid}.partial`;
    try {
      await writeFile(partial, `${JSON.stringify(state, undefined, 2)}\n`, {
        mode: 0o600,
        flag: "wx",
      });
      await rename(partial, this.#path);
    } catch (cause) {
      await rm(partial, { force: true });
      throw new Error(fileFailure("write", this.#path, cause), { cause });
    }
    const { cookies } = state;
    this.#session = { ...session, cookieCount: cookies.length, isSaved: true };
    return this.#session;
  }
}
