import { unlessAborted } from "../../core/index.ts";

/** The end of the last turn on each page. */
const turns = new WeakMap<object, Promise<void>>();

/**
 * Waits until nobody else has a turn on the page: it has one mouse and one focus. The turn ends when
 * it is disposed.
 * @throws the signal's reason, at once; the others wait no longer for that
 */
export async function takeTurn(page: object, signal: AbortSignal | undefined): Promise<Disposable> {
  const before = turns.get(page) ?? Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.set(
    page,
    before.then(() => promise),
  );
  try {
    await unlessAborted(before, signal);
  } catch (error) {
    resolve();
    throw error;
  }
  return { [Symbol.dispose]: resolve };
}
