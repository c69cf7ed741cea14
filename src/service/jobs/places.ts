import { FairLine } from "../../core/index.ts";

/** Begins when it is given a place. */
type Begin = () => void;

/**
 * The places of one kind in this process: as many runs as may be at a time. What the queue brought
 * and what this process was given itself take turns, each in order: the queue may have a batch of
 * thousands. In both the accounts take turns: in the queue by its own doing. An account that has no
 * place while all are taken gets one beside them, as many as there are of those: no account can take
 * all places from others.
 */
export class Places {
  #free: number;
  readonly #brought: Begin[] = [];
  readonly #own = new FairLine<Begin>();
  readonly #mostAside: number;
  #aside = 0;
  /** How many places an account has. */
  readonly #held = new Map<string, number>();
  #isOwnTurn = false;

  /**
   * @param count from 1
   * @param aside places beside
   */
  constructor(count: number, aside: number) {
    this.#free = count;
    this.#mostAside = aside;
  }

  /**
   * Takes a place that is free; one that waits has taken it before.
   * @param account whose job it is; empty where that is not known
   */
  tryTake(account = ""): boolean {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#mayStandAside(account)) this.#aside += 1;
    else return false;
    this.#count(account, 1);
    return true;
  }

  /**
   * Takes a place for what the queue brought.
   * @param account whose job it is; empty where that is not known
   * @throws the signal's reason when it aborts before
   */
  async take(signal: AbortSignal, account = ""): Promise<void> {
    signal.throwIfAborted();
    if (this.tryTake(account)) return;
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener("abort", stop);
        this.#count(account, 1);
        resolve();
      };
      const stop = (): void => {
        if (drop(this.#brought, begin)) reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      this.#brought.push(begin);
    });
  }

  /**
   * Calls `begin` with a place: now, or when its turn comes.
   * @returns leaves the line; false where it had its turn
   */
  line(begin: Begin, account = ""): () => boolean {
    if (this.tryTake(account)) {
      begin();
      return () => false;
    }
    const counted = (): void => {
      this.#count(account, 1);
      begin();
    };
    const place = this.#own.add(account, counted);
    return () => place.leave();
  }

  /** Gives a place back. */
  leave(account = ""): void {
    this.#count(account, -1);
    if (this.#aside > 0) {
      this.#aside -= 1;
      return;
    }
    const isOwnFirst = this.#isOwnTurn;
    this.#isOwnTurn = !isOwnFirst;
    const next = isOwnFirst
      ? (this.#own.take() ?? this.#brought.shift())
      : (this.#brought.shift() ?? this.#own.take());
    if (next === undefined) this.#free += 1;
    else next();
  }

  #mayStandAside(account: string): boolean {
    return account !== "" && !this.#held.has(account) && this.#aside < this.#mostAside;
  }

  #count(account: string, more: 1 | -1): void {
    const count = (this.#held.get(account) ?? 0) + more;
    if (account === "" || count <= 0) this.#held.delete(account);
    else this.#held.set(account, count);
  }
}

function drop(line: Begin[], begin: Begin): boolean {
  const at = line.indexOf(begin);
  if (at === -1) return false;
  line.splice(at, 1);
  return true;
}
