import type { Clock } from "../../../core/index.ts";
import { CdpProxyError } from "../../../cdp-proxy/index.ts";
import {
  inserting,
  removing,
  updating,
  type Call,
  type Operation,
  type Records,
} from "../../../storage/index.ts";
import { placeRows, type PlaceRow } from "./collections.ts";

/** How long a place is held when nobody keeps it. */
const LEASE_MS = 90_000;

/** A slot of an account that looks free, and the step that takes it. */
interface FreePlace {
  readonly slot: number;
  /** Does not apply when another was faster. */
  readonly taking: Operation;
}

/** Which place is whose. */
export interface HeldPlace {
  readonly account: string;
  readonly slot: number;
  readonly connection: string;
}

/**
 * A place that is free now.
 * @throws CdpProxyError `TOO_MANY_CONNECTIONS`
 */
export async function freePlace(
  records: Records,
  who: { readonly account: string; readonly connection: string; readonly limit: number },
  { clock, ...call }: Call & { readonly clock: Clock },
): Promise<FreePlace> {
  const { account, connection, limit } = who;
  const now = clock.now();
  const rows = await records.find(placeRows, { where: { account } }, call);
  const live = rows.filter(({ until }) => until > now);
  if (live.length >= limit) throw tooMany(live, { limit, now });
  const slot = lowestFree(live);
  const until = now + LEASE_MS;
  // What a killed process left goes into other hands; nobody has the row in between.
  const taking = rows.some((row) => row.slot === slot)
    ? updating(
        placeRows,
        { where: { account, slot, until: { lte: now } }, set: { connection, until } },
        1,
      )
    : inserting(placeRows, [{ account, slot, connection, until }]);
  return { slot, taking };
}

/** Holds a place for another while, unless another has it by now. */
export async function keepPlace(
  records: Records,
  held: HeldPlace,
  { clock, ...call }: Call & { readonly clock: Clock },
): Promise<void> {
  const set = { until: clock.now() + LEASE_MS };
  await records.update(placeRows, { where: { ...held }, set }, call);
}

/** The step that gives a place back; one that another has is left to it. */
export function leavingPlace(held: HeldPlace): Operation {
  return removing(placeRows, { where: { ...held } });
}

/** The limit may have been lowered: there may be fewer free ones than gaps. */
function lowestFree(live: readonly PlaceRow[]): number {
  const taken = new Set(live.map(({ slot }) => slot));
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return slot;
}

/** Connections end when their clients like; the first that nobody keeps ends when its lease does. */
function tooMany(
  live: readonly PlaceRow[],
  { limit, now }: { readonly limit: number; readonly now: number },
): CdpProxyError {
  const retryAfterMs = Math.max(1, Math.min(...live.map(({ until }) => until)) - now);
  return new CdpProxyError("TOO_MANY_CONNECTIONS", {
    message: `The account has ${live.length} browser connections; at most ${limit} may be open at once.`,
    details: { limit, retryAfterMs },
  });
}
