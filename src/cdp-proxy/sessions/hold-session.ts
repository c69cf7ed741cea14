import type { Call } from "../../storage/index.ts";
import { isCdpProxyError } from "../cdp-proxy-error.ts";
import { isGhost } from "./remove-ghosts.ts";
import { SessionLease, type LeaseGuard } from "./session-lease.ts";
import { LEASE, type SessionParts } from "./session-parts.ts";
import { inUse, notFound, notSaved } from "./session-refusals.ts";
import { sessionRows, type SessionRow } from "./session-rows.ts";
import type { HeldSession, Lease } from "./session-store.ts";
import { sessionView } from "./session-view.ts";

const TOKEN_BYTES = 16;

/**
 * Takes a session with its state. What fails or is cancelled on the way leaves it free.
 * @throws CdpProxyError `SESSION_NOT_FOUND`, `SESSION_NOT_SAVED`, `SESSION_IN_USE`
 */
export async function holdSession(
  parts: SessionParts,
  id: string,
  call: Call,
): Promise<HeldSession> {
  const guard = { id, token: parts.ids.token(TOKEN_BYTES) };
  const lease = new SessionLease(parts, guard);
  const row = await take(parts, guard, call).catch(async (failure: unknown) => {
    // Cancelled half-way, it may be held.
    if (!isCdpProxyError(failure)) await lease.release();
    throw failure;
  });
  try {
    return await held(parts, { row, lease }, call);
  } catch (failure) {
    await lease.release();
    throw failure;
  }
}

async function take({ records, clock }: SessionParts, guard: LeaseGuard, call: Call) {
  const { id, token } = guard;
  for (;;) {
    const now = clock.now();
    const where = { id, stateKey: { ne: null }, heldUntil: { lte: now } };
    const set = { token, heldUntil: now + LEASE, lastUsedAt: now };
    const [taken] = await records.update(sessionRows, { where, set }, call);
    if (taken !== undefined) return taken;
    const [row] = await records.find(sessionRows, { where: { id } }, call);
    if (row === undefined || isGhost(row, now)) throw notFound();
    if (row.stateKey === null) throw notSaved();
    if (row.heldUntil > now) throw inUse(row.heldUntil - now);
  }
}

async function held(
  { vault }: SessionParts,
  { row, lease }: { readonly row: SessionRow; readonly lease: Lease },
  call: Call,
): Promise<HeldSession> {
  const state = await vault.read(row, call);
  if (state === undefined) throw notSaved();
  return {
    session: sessionView(row),
    state,
    proxy: await vault.openProxy(row, call),
    keep: (keeping) => lease.keep(keeping),
    release: () => lease.release(),
  };
}
