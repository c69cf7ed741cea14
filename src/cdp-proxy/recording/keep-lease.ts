import type { Clock } from "../../core/index.ts";
import type { HeldRecording, RecordingLedger } from "./recording-ledger.ts";
import { LEASE_MS } from "./recording-states.ts";

/** What a lease is kept with. */
interface KeepLeaseParts {
  readonly ledger: RecordingLedger;
  readonly clock: Clock;
}

/** Holds on to a recording until the function that it gives is called, or the signal aborts. */
export function keepLease(
  { ledger, clock }: KeepLeaseParts,
  held: HeldRecording,
  signal: AbortSignal,
): () => void {
  let cancel = (): void => {};
  const later = (): void => {
    cancel = clock.timer(LEASE_MS / 3, () => {
      later();
      // A store that is away now is asked again in time.
      ledger.keep(held, { signal }).catch(() => {});
    });
  };
  later();
  return () => cancel();
}
