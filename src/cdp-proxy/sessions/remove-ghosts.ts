import { removing, type Call } from "../../storage/index.ts";
import type { SessionParts } from "./session-parts.ts";
import { sessionRows, type SessionRow } from "./session-rows.ts";

/** Whether nothing was saved under a name whose holder was killed: it counts as absent. */
export function isGhost({ stateKey, heldUntil }: SessionRow, now: number): boolean {
  return stateKey === null && heldUntil <= now;
}

/** Milliseconds for which a ghost is left in peace, unless its name is wanted. */
const GRACE = 86_400_000;

/** Ghosts that are removed at a time. */
const SLICE = 20;

/** Whose ghosts; all that are a day old, or the one of that name however young. */
interface GhostChoice {
  readonly owner: string;
  readonly name?: string;
}

/** Removes names whose holders were killed before anything was saved; gives how many. */
export async function removeGhosts(
  { records, clock, vault }: SessionParts,
  { owner, name }: GhostChoice,
  call: Call,
): Promise<number> {
  const now = clock.now();
  const where = {
    owner,
    stateKey: null,
    heldUntil: { lte: name === undefined ? now - GRACE : now },
    ...(name === undefined ? {} : { name }),
  };
  const ghosts = await records.find(sessionRows, { where, limit: SLICE }, call);
  let removed = 0;
  for (const { id } of ghosts) {
    const row = removing(sessionRows, { where: { ...where, id } }, 1);
    const { applied } = await records.atomic([row, ...(await vault.destroying(id, call))], call);
    if (applied) removed += 1;
  }
  return removed;
}
