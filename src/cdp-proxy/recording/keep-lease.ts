import { LeaseKeeper, type Clock } from "../../core/index.ts";
import type { HeldRecording, RecordingLedger } from "./recording-ledger.ts";
import { LEASE_MS } from "./recording-states.ts";

/** What a lease is kept with. */
interface KeepLeaseParts {
  readonly ledger: RecordingLedger;
  readonly clock: Clock;
}

/** Holds on to a recording until it is disposed, or the recording is somebody else's. */
export function keepLease(
  { ledger, clock }: KeepLeaseParts,
  held: HeldRecording,
  signal: AbortSignal,
): Disposable {
  const keeper = new LeaseKeeper<HeldRecording>({
    clock,
    everyMs: LEASE_MS / 3,
    extend: async () => ((await ledger.keep(held, { signal })) ? [] : [held]),
  });
  return keeper.hold(held);
}
