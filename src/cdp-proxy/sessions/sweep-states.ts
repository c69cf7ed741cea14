import type { Clock } from "../../core/index.ts";
import { removing, updating, type Blobs, type Call, type Records } from "../../storage/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import { sessionRows, stateRows } from "./session-rows.ts";

/** Blobs that are removed at a time. */
const SLICE = 20;

/** Milliseconds after which one that could not be removed is tried again. */
const AGAIN = 3_600_000;

/** The dependencies of a sweep. */
interface SweepParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** The record that a session's data key belongs to. */
  readonly recordOf: (sessionId: string) => string;
}

/**
 * Removes blobs that are due, with the data keys of sessions that are no more: a save that was under
 * way when its session was removed made one again.
 */
export async function sweepStates(parts: SweepParts, call: Call): Promise<void> {
  const { records, clock } = parts;
  const now = clock.now();
  // Claimed first, so that no session can name it between this look and the end of its blob.
  const due = await records.update(
    stateRows,
    {
      where: { dueAt: { lte: now } },
      order: [["dueAt", "asc"]],
      limit: SLICE,
      set: { isDoomed: true, dueAt: now + AGAIN },
    },
    call,
  );
  // At once, so that a store that is out of reach is waited for once; what fails is due again later.
  await Promise.allSettled(due.map((state) => removeState(parts, state, call)));
}

async function removeState(
  { records, blobs, sealer, recordOf }: SweepParts,
  { key, sessionId }: { readonly key: string; readonly sessionId: string },
  call: Call,
): Promise<void> {
  await blobs.remove(key, call);
  const row = removing(stateRows, { where: { key } });
  const absent = updating(sessionRows, { where: { id: sessionId } }, 0);
  const destroyed = sealer.destroying(recordOf(sessionId));
  const { applied } = await records.atomic([absent, destroyed, row], call);
  if (!applied) await records.remove(stateRows, { where: { key } }, call);
}
