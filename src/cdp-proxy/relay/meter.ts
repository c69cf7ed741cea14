import { wait, type Clock } from "../../core/index.ts";
import type { Admitted } from "../admission.ts";

/** Milliseconds until a payment that failed, not one that was refused, is tried again. */
const RETRY_MS = 5000;

/** What a meter needs. */
interface MeterParts {
  readonly admitted: Pick<Admitted, "pay">;
  readonly clock: Clock;
  /** Milliseconds that one payment is for. */
  readonly periodMs: number;
}

/**
 * Pays each further period at its start, from now on. Resolves when the owner cannot; a payment that
 * fails for another reason is tried again until it is known, and the connection goes on meanwhile.
 * @throws the signal's reason
 */
export async function runMeter(parts: MeterParts, signal: AbortSignal): Promise<void> {
  const { clock, periodMs } = parts;
  const start = clock.monotonic();
  for (let period = 1; ; period += 1) {
    await wait(clock, start + period * periodMs - clock.monotonic(), signal);
    if (!(await pay(parts, period, signal))) return;
  }
}

async function pay(
  { admitted, clock }: MeterParts,
  period: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    try {
      return await admitted.pay(period, { signal });
    } catch {
      // The same period is taken once, however often it is asked for.
      await wait(clock, RETRY_MS, signal);
    }
  }
}
