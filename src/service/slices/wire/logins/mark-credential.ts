import { updating, type Call, type Operation, type Records } from "../../../../storage/index.ts";
import { credentialRows } from "./collections.ts";
import { credentialStates, stateAt, type CredentialEvent } from "./credential-states.ts";

/** What happened to which credential. */
interface CredentialMark {
  readonly id: string;
  /** The one that it happened to; another that was stored since stays as it is. Any when undefined. */
  readonly version: number | undefined;
  readonly event: CredentialEvent;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Gives a credential the state after an event; one that is gone has none. */
export async function markCredential(
  records: Records,
  { id, version, event, now }: CredentialMark,
  call: Call,
): Promise<void> {
  const [row] = await records.find(credentialRows, { where: { id } }, call);
  if (row === undefined || (version !== undefined && row.version !== version)) return;
  const state = credentialStates[stateAt(row, now)][event];
  const where = { id, version: row.version };
  const set = { state, updatedAt: now };
  await records.update(credentialRows, { where, set, add: { version: 1 } }, call);
}

/** An operation that keeps the identities of a source that goes: their credentials expire, and forget it. */
export function releasing(sourceId: string, now: number): Operation {
  const state = credentialStates.active["source-gone"];
  const set = { sourceId: null, sourceRef: null, state, updatedAt: now };
  return updating(credentialRows, { where: { sourceId }, set, add: { version: 1 } });
}
