import { deadline, unlessAborted, type Clock } from "../../core/index.ts";

/**
 * Waits until `work` has settled, either way, but no longer than `ms` milliseconds; whether it has.
 */
export async function settlesWithin(
  clock: Clock,
  ms: number,
  work: Promise<unknown>,
): Promise<boolean> {
  using limit = deadline(clock, ms);
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await unlessAborted(settled, limit.signal);
  } catch {
    return false;
  }
}
