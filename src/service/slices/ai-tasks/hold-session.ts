import { isCdpProxyError, type HeldSession } from "../../../cdp-proxy/index.ts";
import { wait, type Clock } from "../../../core/index.ts";

/** Milliseconds between two signs that a session is still held. */
const KEEP_MS = 30_000;

/** A session that is held until it is disposed. */
interface Holding extends AsyncDisposable {
  /** Aborts when others have it. */
  readonly lost: AbortSignal;
}

/** Shows that a session is in use, and lets it go in the end; undefined has nothing to hold. */
export function keepHeld(held: HeldSession | undefined, clock: Clock): Holding {
  const [lost, ended] = [new AbortController(), new AbortController()];
  const keep = async (session: HeldSession): Promise<void> => {
    const { signal } = ended;
    while (!signal.aborted) {
      await wait(clock, KEEP_MS, signal);
      await session.keep({ signal }).catch((error: unknown) => {
        // A store that fails is asked again: a hold lasts three such waits.
        if (isCdpProxyError(error, "LEASE_LOST")) lost.abort(error);
      });
    }
  };
  const keeping = held === undefined ? Promise.resolve() : keep(held).catch(() => {});
  return {
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      ended.abort();
      await keeping;
      await held?.release();
    },
  };
}
