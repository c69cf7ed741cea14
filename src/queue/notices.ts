import { checkArgument } from "../core/index.ts";

/** Hears when a job is due, in milliseconds since 1970. */
export type Listener = (dueAt: number) => void;

/** Tells the workers of a process when there is something to claim, so that they need not poll. */
export class Notices {
  readonly #listeners = new Map<string, Set<Listener>>();

  /**
   * Hears of the topic until the function that comes back is called.
   * @throws CoreError `INVALID_ARGUMENT`
   */
  listen(topic: string, listener: Listener): () => void {
    checkArgument("listener of listen(topic, listener)", listener, "function");
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) {
        this.#listeners.delete(topic);
      }
    };
  }

  /** Tells that a job of the topic is due at `dueAt`. */
  tell(topic: string, dueAt: number): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(dueAt);
  }
}
