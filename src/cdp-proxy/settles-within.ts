import { deadline, unlessAborted, type Clock } from "../core/index.ts";

/** Waits until `work` has settled, either way, but no longer than `ms` milliseconds. */
export async function settlesWithin(
  clock: Clock,
  ms: number,
  work: Promise<unknown> | undefined,
): Promise<void> {
  if (work === undefined) return;
  using limit = deadline(clock, ms);
  // How it settles is for those who asked for it.
  await unlessAborted(work, limit.signal).catch(() => {});
}
