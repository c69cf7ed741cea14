import type { Ids } from "../../core/index.ts";
import { isStorageError, type Call, type Records } from "../../storage/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import { CdpProxyError } from "../cdp-proxy-error.ts";

/**
 * Makes sure that what the records remove is what the sealer needs: otherwise removed sessions could
 * still be read, and nobody would notice.
 * @throws CdpProxyError `NOT_CONFIGURED` when the sealer keeps its data keys elsewhere
 */
export async function proveDestruction(
  { records, sealer, ids }: Readonly<{ records: Records; sealer: Sealer; ids: Ids }>,
  call: Call,
): Promise<void> {
  await sealer.ensure(call);
  const record = `browser-sessions/probe-${ids.uuid()}`;
  // Killed before it is destroyed again, a key is left that opens nothing.
  await sealer.seal({ record, field: "probe" }, new Uint8Array(), call);
  try {
    const outcome = await records.atomic([sealer.destroying(record)], call);
    if (outcome.applied && outcome.rows[0]?.length === 1) return;
  } catch (failure) {
    if (!isStorageError(failure, "UNKNOWN_COLLECTION")) throw failure;
  }
  await sealer.destroy(record, call);
  throw new CdpProxyError("NOT_CONFIGURED", {
    message: "Sessions need a sealer that keeps its data keys in the records of the sessions.",
  });
}
