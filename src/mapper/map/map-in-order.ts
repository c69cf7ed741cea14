/** What is to be worked on, and how. */
interface OrderedWork<Item, Result> {
  readonly items: readonly Item[];
  /** Items that are worked on, or wait to be taken, at once. */
  readonly ahead: number;
  readonly signal: AbortSignal;
  run(item: Item, signal: AbortSignal): Promise<Result>;
}

/**
 * Works on several items at once and gives the results in the order of the items. When it is left,
 * what is under way is aborted and has ended.
 * @throws what `run` throws for the first item that fails
 */
export async function* mapInOrder<Item, Result>(
  work: OrderedWork<Item, Result>,
): AsyncGenerator<Result> {
  const stop = new AbortController();
  const signal = AbortSignal.any([work.signal, stop.signal]);
  const running: Promise<Result>[] = [];
  let next = 0;
  try {
    for (let taken = 0; taken < work.items.length; taken++) {
      for (const item of work.items.slice(next, taken + work.ahead)) {
        const result = work.run(item, signal);
        // Its turn to be heard comes later.
        result.catch(() => {});
        running.push(result);
        next += 1;
      }
      const first = running.shift();
      if (first !== undefined) yield await first;
    }
  } finally {
    stop.abort();
    await Promise.allSettled(running);
  }
}
