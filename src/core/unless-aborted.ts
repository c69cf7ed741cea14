import { checkArgument } from "./arguments.ts";

/**
 * Waits for work that has no signal of its own, but no longer than until `signal` aborts. The work
 * goes on unheard; give the signal to whatever takes one.
 * @throws what the work throws; the signal's reason, at once, when it aborts
 */
export function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  checkArgument("signal", signal, "signal");
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** A signal of work that nobody cancels; one for each, so that no listener outlives its work. */
export function neverAborts(): AbortSignal {
  return new AbortController().signal;
}
