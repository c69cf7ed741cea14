import type { Clock } from "./clock.ts";
import { Drain } from "./drain.ts";

/** How leases are kept. */
interface LeaseKeeperParts<Held> {
  readonly clock: Clock;
  /** Milliseconds between two extensions, a third of a lease; Infinity where no lease ends. */
  readonly everyMs: number;
  /**
   * Extends what is held, all of it in one step; gives what is not held any more. The signal aborts
   * when the keeper is disposed.
   */
  readonly extend: (held: readonly Held[], signal: AbortSignal) => Promise<readonly Held[]>;
  /** The reason with which a lease ends that was lost; the default one of a signal when absent. */
  readonly lost?: (() => unknown) | undefined;
  /**
   * Whether what is held is given up when an extension fails, with the failure as the reason; without
   * it the next one is waited for, since a lease lasts three.
   * @param ms milliseconds since the last extension that did not fail
   */
  readonly givesUp?: ((failure: unknown, ms: number) => boolean) | undefined;
}

/** What is held until it is disposed. */
interface Lease extends Disposable {
  /** Aborts when it was lost. */
  readonly signal: AbortSignal;
}

/** Extends leases for as long as they are held, all together; each lease tells by a signal that it was lost. */
export class LeaseKeeper<Held> implements AsyncDisposable {
  readonly #parts: LeaseKeeperParts<Held>;
  readonly #held = new Map<Held, AbortController>();
  readonly #extensions = new Drain();
  readonly #closing = new AbortController();
  #extendedAt = 0;
  #cancel: (() => void) | undefined;

  constructor(parts: LeaseKeeperParts<Held>) {
    this.#parts = parts;
  }

  /** Keeps the lease of `held` from now on. */
  hold(held: Held): Lease {
    const controller = new AbortController();
    if (this.#held.size === 0) this.#extendedAt = this.#parts.clock.now();
    this.#held.set(held, controller);
    this.#plan();
    const letGo = (): void => this.#drop(held);
    return { signal: controller.signal, [Symbol.dispose]: letGo };
  }

  /** Ends leases that are known to be lost. */
  lose(isLost: (held: Held) => boolean): void {
    for (const held of this.#held.keys()) if (isLost(held)) this.#end(held, this.#parts.lost?.());
  }

  /** Aborts the signal of each lease; it is kept nevertheless until it is let go. */
  abort(reason: unknown): void {
    for (const controller of this.#held.values()) controller.abort(reason);
  }

  /** Lets go of everything; resolves when no extension is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const held of this.#held.keys()) this.#drop(held);
    this.#closing.abort();
    await this.#extensions.end();
  }

  #drop(held: Held): void {
    this.#held.delete(held);
    if (this.#held.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #end(held: Held, reason: unknown): void {
    const controller = this.#held.get(held);
    this.#drop(held);
    controller?.abort(reason);
  }

  #plan(): void {
    const { clock, everyMs } = this.#parts;
    if (!Number.isFinite(everyMs) || this.#held.size === 0) return;
    this.#cancel ??= clock.timer(everyMs, () => {
      this.#cancel = undefined;
      void this.#extensions.add(this.#extend([...this.#held.keys()]));
    });
  }

  async #extend(held: readonly Held[]): Promise<void> {
    const { clock, extend, lost, givesUp } = this.#parts;
    try {
      const gone = await extend(held, this.#closing.signal);
      this.#extendedAt = clock.now();
      for (const each of gone) this.#end(each, lost?.());
    } catch (failure) {
      const isOver = givesUp?.(failure, clock.now() - this.#extendedAt) === true;
      for (const each of isOver ? held : []) this.#end(each, failure);
    }
    this.#plan();
  }
}
