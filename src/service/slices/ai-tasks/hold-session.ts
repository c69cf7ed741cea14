import { isCdpProxyError, type HeldSession } from "../../../cdp-proxy/index.ts";
import { LeaseKeeper, neverAborts, type Clock } from "../../../core/index.ts";

/** Milliseconds between two signs that a session is still held. */
const KEEP_MS = 30_000;

/** A session that is held until it is disposed. */
interface Holding extends AsyncDisposable {
  /** Aborts when others have it. */
  readonly lost: AbortSignal;
}

/** Shows that a session is in use, and lets it go in the end; undefined has nothing to hold. */
export function keepHeld(held: HeldSession | undefined, clock: Clock): Holding {
  const keeper = new LeaseKeeper<HeldSession>({
    clock,
    everyMs: KEEP_MS,
    extend: async ([session], signal) => {
      await session?.keep({ signal });
      return [];
    },
    givesUp: (failure) => isCdpProxyError(failure, "LEASE_LOST"),
  });
  const lease = held && keeper.hold(held);
  return {
    lost: lease?.signal ?? neverAborts(),
    async [Symbol.asyncDispose]() {
      await keeper[Symbol.asyncDispose]();
      await held?.release();
    },
  };
}
