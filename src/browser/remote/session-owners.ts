/** A session that is known, with those that were attached through it. */
interface Session<Owner> {
  readonly owner: Owner;
  readonly parent: string | undefined;
  readonly children: Set<string>;
}

/** Which session of the protocol is whose: that of the client that attached it, or its parent's. */
export class SessionOwners<Owner> {
  readonly #sessions = new Map<string, Session<Owner>>();

  /** How many sessions are known. */
  get size(): number {
    return this.#sessions.size;
  }

  ownerOf(id: string): Owner | undefined {
    return this.#sessions.get(id)?.owner;
  }

  /** A session with the browser itself. */
  addRoot(id: string, owner: Owner): void {
    this.#sessions.set(id, { owner, parent: undefined, children: new Set() });
  }

  /** A session that was attached through another; without effect when either is none or known. */
  add(id: string, parent: string): void {
    const above = this.#sessions.get(parent);
    if (above === undefined || this.#sessions.has(id)) return;
    above.children.add(id);
    this.#sessions.set(id, { owner: above.owner, parent, children: new Set() });
  }

  /** Forgets a session with all below it. */
  remove(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.get(session.parent ?? "")?.children.delete(id);
    const gone = [id];
    for (const each of gone) {
      gone.push(...(this.#sessions.get(each)?.children ?? []));
      this.#sessions.delete(each);
    }
  }
}
