import { CdpProxyError, type SavedSession, type SessionStore } from "dragline/cdp-proxy";
import type { ReservedSession, ReserveOrder, SessionContent } from "dragline/cdp-proxy";

/** A session store of the names and saves alone. */
export class FakeSessions implements Pick<SessionStore, "reserve" | "rename"> {
  /** By id; those whose state is saved have content. */
  readonly rows = new Map<string, { session: SavedSession; content?: SessionContent }>();
  /** What the next calls of a lease throw. */
  failure: Error | undefined;
  kept = 0;

  /** A store for the engine, which uses no more than this. */
  asStore(): SessionStore {
    return this as unknown as SessionStore;
  }

  get names(): readonly string[] {
    return [...this.rows.values()].map(({ session }) => session.name);
  }

  async reserve(order: ReserveOrder): Promise<ReservedSession> {
    this.#checkName(order.owner, order.name);
    const session: SavedSession = {
      id: order.id ?? "",
      owner: order.owner,
      name: order.name,
      websiteUrl: order.websiteUrl ?? null,
      websiteDomain: null,
      createdAt: 0,
      lastUsedAt: null,
      expiresAt: null,
      cookieCount: 0,
      storageItemCount: 0,
      hasProxy: false,
      isSaved: false,
    };
    this.rows.set(session.id, { session });
    return {
      session,
      keep: async () => {
        this.#fail();
        this.kept += 1;
      },
      save: async (content) => {
        this.#fail();
        const name = this.rows.get(session.id)?.session.name ?? "";
        const saved = { ...session, name, isSaved: true, hasProxy: content.proxy !== undefined };
        this.rows.set(session.id, { session: saved, content });
        return saved;
      },
      rename: async (name) => void (await this.rename(session.id, name)),
      release: async () => {
        if (this.rows.get(session.id)?.session.isSaved === false) this.rows.delete(session.id);
      },
    };
  }

  async rename(id: string, name: string): Promise<SavedSession> {
    const row = this.rows.get(id);
    if (row === undefined) throw new Error("there is no such row");
    this.#checkName(row.session.owner, name);
    const session = { ...row.session, name };
    this.rows.set(id, { ...row, session });
    return session;
  }

  #checkName(owner: string, name: string): void {
    for (const { session } of this.rows.values()) {
      if (session.owner !== owner || session.name !== name) continue;
      throw new CdpProxyError("DUPLICATE_NAME", { message: "The name is taken." });
    }
  }

  #fail(): void {
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
  }
}
