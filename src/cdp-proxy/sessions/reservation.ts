import { stateSummary } from "../../browser/internal.ts";
import { isStorageError, updating, type Call } from "../../storage/index.ts";
import { checkContent, checkName } from "./check-session.ts";
import { removeGhosts } from "./remove-ghosts.ts";
import type { SavedSession } from "./saved-session.ts";
import { SessionLease } from "./session-lease.ts";
import type { SessionParts } from "./session-parts.ts";
import { duplicateName, leaseLost } from "./session-refusals.ts";
import { sessionRows, type SessionRow } from "./session-rows.ts";
import type { ReservedSession, SessionContent } from "./session-store.ts";
import { sessionView } from "./session-view.ts";
import { domainOfState } from "./website-domain.ts";

/** A row that its token says is ours. */
export type HeldRow = SessionRow & { readonly token: string };

/** A reserved name; the row says whether anything was saved under it. */
export class Reservation extends SessionLease implements ReservedSession {
  readonly #parts: SessionParts;
  #row: HeldRow;
  #saving: Promise<unknown> = Promise.resolve();

  constructor(parts: SessionParts, row: HeldRow) {
    super(parts, { id: row.id, token: row.token });
    this.#parts = parts;
    this.#row = row;
  }

  get session(): SavedSession {
    return sessionView(this.#row);
  }

  save(content: SessionContent, call: Call): Promise<SavedSession> {
    // One after the other, so that the state of an earlier call never replaces that of a later one.
    const saved = this.#saving.then(() => this.#save(content, call));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async rename(name: string, call: Call): Promise<void> {
    checkName(name);
    const { owner } = this.#row;
    for (;;) {
      try {
        return await this.#change({ name }, call);
      } catch (failure) {
        if (!isStorageError(failure, "CONFLICT")) throw failure;
      }
      const ghosts = await removeGhosts(this.#parts, { owner, name }, call);
      if (ghosts === 0) throw duplicateName();
    }
  }

  async #save({ state, proxy }: SessionContent, call: Call): Promise<SavedSession> {
    call.signal.throwIfAborted();
    const { records, vault } = this.#parts;
    const { id, token, websiteUrl, websiteDomain } = this.#row;
    const checked = checkContent(state);
    const written = await vault.write(id, checked, call);
    try {
      const set = {
        ...stateSummary(checked),
        websiteDomain: websiteUrl === null ? domainOfState(checked) : websiteDomain,
        sealedProxy: await vault.sealProxy(id, proxy, call),
        stateKey: written.key,
      };
      const named = updating(sessionRows, { where: { id, token }, set }, 1);
      const outcome = await records.atomic([named, ...written.naming], call);
      if (!outcome.applied) throw leaseLost();
      this.#row = { ...this.#row, ...set };
    } catch (failure) {
      await vault.abandon(written.key);
      throw failure;
    }
    await vault.sweep(call);
    return this.session;
  }

  async #change(set: { readonly name: string }, call: Call): Promise<void> {
    const { id, token } = this.#row;
    const where = { id, token };
    const changed = await this.#parts.records.update(sessionRows, { where, set }, call);
    if (changed.length === 0) throw leaseLost();
    this.#row = { ...this.#row, ...set };
  }
}
