import type { Clock } from "../../core/index.ts";
import type { PooledBrowser } from "./pooled-browser.ts";
import type { PooledContext } from "./pooled-context.ts";

/** What bounds the contexts that are kept. */
interface IdleLimits {
  readonly clock: Clock;
  /** Milliseconds that one is kept. */
  readonly ms: number;
  /** Milliseconds after which one that was not taken is put to rest. */
  readonly restMs: number;
  /** Empties one, which is no longer kept meanwhile. */
  readonly rest: (context: PooledContext) => void;
  /** Most that are kept; beyond that the oldest goes. */
  readonly most: number;
  /** Closes what is no longer kept. */
  readonly drop: (context: PooledContext) => void;
}

/** Contexts that wait for the next lease of their job. */
export class IdleContexts {
  readonly #limits: IdleLimits;
  /** Oldest first, each with what lets go of its timer and its page. */
  readonly #kept = new Map<PooledContext, () => void>();

  constructor(limits: IdleLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#kept.size;
  }

  keep(context: PooledContext): void {
    const { clock, ms, most, restMs } = this.#limits;
    const drop = (): void => this.#drop(context);
    const rest = (): void => this.#rest(context);
    context.keptSince ??= clock.monotonic();
    const left = Math.max(0, context.keptSince + ms - clock.monotonic());
    const isRest = !context.rested && restMs < left;
    const cancel = clock.timer(isRest ? restMs : left, isRest ? rest : drop);
    const { page } = context;
    page?.on("error", drop);
    page?.on("close", drop);
    this.#kept.set(context, () => {
      cancel();
      page?.off("error", drop);
      page?.off("close", drop);
    });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > most && oldest !== undefined) this.#drop(oldest);
  }

  /** The one used last of a key, which is then no longer kept, in a browser that has room for it. */
  take(
    key: string | undefined,
    fits: (browser: PooledBrowser) => boolean,
  ): PooledContext | undefined {
    if (key === undefined) return undefined;
    const found = [...this.#kept.keys()].findLast(
      (context) => context.key === key && fits(context.browser),
    );
    if (found !== undefined) {
      this.#forget(found);
      found.keptSince = undefined;
    }
    return found;
  }

  /** Drops those of a browser; all of them when none is given. */
  clear(browser?: PooledBrowser): void {
    for (const context of this.#kept.keys()) {
      if (browser === undefined || context.browser === browser) this.#drop(context);
    }
  }

  #rest(context: PooledContext): void {
    this.#forget(context);
    this.#limits.rest(context);
  }

  #drop(context: PooledContext): void {
    this.#forget(context);
    this.#limits.drop(context);
  }

  #forget(context: PooledContext): void {
    this.#kept.get(context)?.();
    this.#kept.delete(context);
  }
}
