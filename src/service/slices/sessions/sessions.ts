import type { SavedSession, SessionStore } from "../../../cdp-proxy/index.ts";
import type { KeyedCall } from "../../http/route.ts";
import { ServiceError } from "../../base/service-error.ts";
import { owned } from "../../base/owned.ts";
import { sessionDocument } from "./codec.ts";
import type { SessionChanges, SessionsQuery } from "./schema.ts";

/** The dependencies of the use cases of sessions. */
export interface SessionParts {
  /** Absent where nothing can be sealed: then there are no sessions. */
  readonly store: SessionStore | undefined;
  /** Sessions that are being logged in to, and are not saved yet. */
  readonly interactive?: UnsavedSessions | undefined;
}

/** Interactive sessions, as far as their removal goes. */
interface UnsavedSessions {
  /** One that is under way, of any account. */
  find(id: string): { readonly owner: string } | undefined;
  /** Ends it; nothing of it is kept. */
  end(id: string): Promise<boolean>;
}

type Call<Query, Body> = KeyedCall<Query, Body>;

/** Saved sessions of an account (interface and decisions, 4.4). */
export class Sessions {
  readonly #store: SessionStore | undefined;
  readonly #interactive: UnsavedSessions | undefined;

  constructor({ store, interactive }: SessionParts) {
    this.#store = store;
    this.#interactive = interactive;
  }

  async list({ caller, query, signal }: Call<SessionsQuery, unknown>): Promise<object[]> {
    const { domain } = query;
    const rows = (await this.#store?.list({ owner: caller.account, domain }, { signal })) ?? [];
    return rows.map(sessionDocument);
  }

  async rename(call: Call<unknown, SessionChanges>): Promise<object> {
    const { store, session } = await this.#find(call);
    if (!session.isSaved) throw unknownSession();
    return sessionDocument(await store.rename(session.id, call.body.name, call));
  }

  async remove(call: Call<unknown, unknown>): Promise<object> {
    if (!(await this.#endUnsaved(call))) {
      const { store, session } = await this.#find(call);
      await store.remove(session.id, call);
    }
    return { success: true };
  }

  async #endUnsaved({ caller, params }: Call<unknown, unknown>): Promise<boolean> {
    const id = params["id"] ?? "";
    const open = this.#interactive?.find(id);
    if (this.#interactive === undefined || open === undefined) return false;
    owned("interactive session", open, caller.account);
    return await this.#interactive.end(id);
  }

  /** The caller's session that the path names. */
  async #find({ caller, params, signal }: Call<unknown, unknown>): Promise<{
    readonly store: SessionStore;
    readonly session: SavedSession;
  }> {
    const session = await this.#store?.find({ id: params["id"] ?? "" }, { signal });
    if (this.#store === undefined || session === undefined) throw unknownSession();
    return { store: this.#store, session: owned("saved session", session, caller.account) };
  }
}

function unknownSession(): ServiceError {
  return new ServiceError("NOT_FOUND", { message: "There is no saved session with this id." });
}
