import { unlessAborted } from "../../core/index.ts";

const lasts = new WeakMap<object, Promise<void>>();

/**
 * Runs what may run once at a time for each `key`, in the order of the calls.
 * @throws what `run` throws; the signal's reason when it aborts before the turn
 */
export async function inTurn<Result>(
  key: object,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = lasts.get(key) ?? Promise.resolve();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  lasts.set(
    key,
    before.then(() => over),
  );
  try {
    await unlessAborted(before, signal);
    return await run();
  } finally {
    resolve();
  }
}
