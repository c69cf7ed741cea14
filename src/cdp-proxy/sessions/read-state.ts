import type { StorageState } from "../../browser/index.ts";
import { isStorageError, type Call } from "../../storage/index.ts";
import type { SessionParts } from "./session-parts.ts";
import { sessionRows, type SessionRow } from "./session-rows.ts";

/** The state of a session that nobody needs to hold: also while it is saved anew or removed. */
export async function readState(
  { records, vault }: SessionParts,
  id: string,
  call: Call,
): Promise<StorageState | undefined> {
  const look = async (): Promise<SessionRow | undefined> =>
    (await records.find(sessionRows, { where: { id } }, call))[0];
  let row = await look();
  while (row !== undefined) {
    const result = await attempt(vault.read(row, call));
    if ("state" in result && result.state !== undefined) return result.state;
    const next = await look();
    if (next?.stateKey === row.stateKey) {
      if ("failure" in result) throw result.failure;
      return undefined;
    }
    row = next;
  }
  return undefined;
}

type Result = { readonly state: StorageState | undefined } | { readonly failure: unknown };

/** A seal that does not open may be one whose session was removed meanwhile. */
async function attempt(reading: Promise<StorageState | undefined>): Promise<Result> {
  try {
    return { state: await reading };
  } catch (failure) {
    if (!isStorageError(failure, "SEAL_BROKEN")) throw failure;
    return { failure };
  }
}
