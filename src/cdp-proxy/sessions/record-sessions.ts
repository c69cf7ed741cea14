import { checkArgument } from "../../core/index.ts";
import type { StorageState } from "../../browser/index.ts";
import { isStorageError, removing, type Call } from "../../storage/index.ts";
import { isCdpProxyError } from "../cdp-proxy-error.ts";
import {
  checkName,
  checkSessionId,
  checkWebsiteUrl,
  isSessionId,
  takenId,
} from "./check-session.ts";
import { holdSession } from "./hold-session.ts";
import { readState } from "./read-state.ts";
import { isGhost, removeGhosts } from "./remove-ghosts.ts";
import { Reservation, type HeldRow } from "./reservation.ts";
import type { SavedSession } from "./saved-session.ts";
import { LEASE, type SessionParts } from "./session-parts.ts";
import { duplicateName, inUse, notFound } from "./session-refusals.ts";
import { sessionRows, type SessionRow } from "./session-rows.ts";
import type {
  HeldSession,
  ReservedSession,
  ReserveOrder,
  SessionChoice,
  SessionQuery,
  SessionStore,
} from "./session-store.ts";
import { sessionView } from "./session-view.ts";
import { domainOfUrl, isDomainOf } from "./website-domain.ts";

const TOKEN_BYTES = 16;

/** Saved sessions in records. */
export class RecordSessions implements SessionStore {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  async find(choice: SessionChoice, call: Call): Promise<SavedSession | undefined> {
    const row = await this.#row(choice, call);
    return row === undefined ? undefined : sessionView(row);
  }

  async list(query: SessionQuery, call: Call): Promise<readonly SavedSession[]> {
    const { owner, domain = "" } = checkArgument("query of list({ owner }, call)", query, "object");
    const where = { owner, stateKey: { ne: null } };
    const order = [["createdAt", "desc"] as const, ["id", "asc"] as const];
    const rows = await this.#parts.records.find(sessionRows, { where, order }, call);
    const sessions = rows.map(sessionView);
    if (domain === "") return sessions;
    return sessions.filter(({ websiteDomain }) => isDomainOf(domain, websiteDomain));
  }

  async rename(id: string, name: string, call: Call): Promise<SavedSession> {
    checkName(name);
    for (;;) {
      const row = await this.#row({ id }, call);
      if (row === undefined) throw notFound();
      const renamed = await this.#rename(row, name, call);
      if (renamed !== undefined) return sessionView(renamed);
    }
  }

  async remove(id: string, call: Call): Promise<void> {
    const { records, clock, vault } = this.#parts;
    for (;;) {
      const row = await this.#row({ id }, call);
      if (row === undefined) throw notFound();
      const now = clock.now();
      if (row.heldUntil > now) throw inUse(row.heldUntil - now);
      const free = removing(sessionRows, { where: { id, heldUntil: { lte: now } } }, 1);
      const { applied } = await records.atomic([free, ...(await vault.destroying(id, call))], call);
      if (applied) return vault.sweep(call);
    }
  }

  async hold(id: string, call: Call): Promise<HeldSession> {
    if (!isSessionId(id)) throw notFound();
    return holdSession(this.#parts, id, call);
  }

  async reserve(order: ReserveOrder, call: Call): Promise<ReservedSession> {
    checkArgument("order of reserve({ owner, websiteUrl }, call)", order, "object");
    const { clock, ids } = this.#parts;
    const websiteUrl = checkWebsiteUrl(order.websiteUrl);
    const now = clock.now();
    const row: HeldRow = {
      id: order.id === undefined ? ids.uuid() : checkSessionId(order.id),
      owner: order.owner,
      name: checkName(order.name),
      websiteUrl,
      websiteDomain: websiteUrl === null ? null : domainOfUrl(websiteUrl),
      createdAt: now,
      lastUsedAt: null,
      expiresAt: null,
      cookieCount: 0,
      storageItemCount: 0,
      sealedProxy: null,
      stateKey: null,
      heldUntil: now + LEASE,
      token: ids.token(TOKEN_BYTES),
    };
    await removeGhosts(this.#parts, { owner: row.owner }, call);
    const reservation = new Reservation(this.#parts, row);
    try {
      await this.#insert(row, call);
      return reservation;
    } catch (failure) {
      // Cancelled half-way, the row may be there.
      if (!isCdpProxyError(failure)) await reservation.release();
      throw failure;
    }
  }

  async load(id: string, call: Call): Promise<StorageState | undefined> {
    return isSessionId(id) ? readState(this.#parts, id, call) : undefined;
  }

  async #insert(row: HeldRow, call: Call): Promise<void> {
    const { id, owner, name } = row;
    for (;;) {
      try {
        return await this.#parts.records.insert(sessionRows, [row], call);
      } catch (failure) {
        if (!isStorageError(failure, "CONFLICT")) throw failure;
      }
      if ((await removeGhosts(this.#parts, { owner, name }, call)) > 0) continue;
      if ((await this.#row({ owner, name }, call)) !== undefined) throw duplicateName();
      if ((await this.#parts.records.count(sessionRows, { where: { id } }, call)) > 0)
        throw takenId();
    }
  }

  /** Undefined when another look is needed. */
  async #rename(row: SessionRow, name: string, call: Call): Promise<SessionRow | undefined> {
    const { id, owner } = row;
    try {
      const change = { where: { id }, set: { name } };
      return (await this.#parts.records.update(sessionRows, change, call))[0];
    } catch (failure) {
      if (!isStorageError(failure, "CONFLICT")) throw failure;
    }
    if ((await removeGhosts(this.#parts, { owner, name }, call)) === 0) throw duplicateName();
    return undefined;
  }

  async #row(choice: SessionChoice, call: Call): Promise<SessionRow | undefined> {
    checkArgument("choice of find({ id }, call)", choice, "object");
    if ("id" in choice && !isSessionId(choice.id)) return undefined;
    const where = "id" in choice ? { id: choice.id } : { owner: choice.owner, name: choice.name };
    const [row] = await this.#parts.records.find(sessionRows, { where }, call);
    return row === undefined || isGhost(row, this.#parts.clock.now()) ? undefined : row;
  }
}
