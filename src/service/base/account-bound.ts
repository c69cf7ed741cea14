import { ServiceError } from "./service-error.ts";

/** Milliseconds after which a refused caller may try again. */
const RETRY_MS = 1000;

/** Counts what is under way by account, so that one account does not take all that a process has. */
export class AccountBound {
  readonly #what: string;
  readonly #most: number;
  readonly #held = new Map<string, number>();

  /** @param what it counts, in the plural, as the refusal tells it */
  constructor(what: string, most: number) {
    this.#what = what;
    this.#most = most;
  }

  /**
   * Counts one more, until what is returned is called.
   * @throws ServiceError `RATE_LIMIT_EXCEEDED` when the account has as many as it may
   */
  take(account: string): () => void {
    const held = this.#held.get(account) ?? 0;
    if (held >= this.#most) {
      const message = `An account can have at most ${this.#most} ${this.#what} at the same time.`;
      throw new ServiceError("RATE_LIMIT_EXCEEDED", {
        message,
        details: { retryAfterMs: RETRY_MS },
      });
    }
    this.#held.set(account, held + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(account);
      isHeld = false;
    };
  }

  #giveBack(account: string): void {
    const left = (this.#held.get(account) ?? 1) - 1;
    if (left > 0) this.#held.set(account, left);
    else this.#held.delete(account);
  }
}
