import { bareHost } from "./host.ts";
import type { NetError } from "./net-error.ts";

/** The last failure of each host, for so many hosts; the oldest goes first. */
export class FailureLog {
  readonly #most: number;
  readonly #failures = new Map<string, NetError>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Hosts are compared as they are judged: in lower case, without brackets and trailing dot. */
  of(host: string): NetError | undefined {
    return this.#failures.get(bareHost(host));
  }

  note(host: string, failure: NetError): void {
    this.forget(host);
    this.#failures.set(bareHost(host), failure);
    if (this.#failures.size <= this.#most) return;
    for (const oldest of this.#failures.keys()) {
      this.#failures.delete(oldest);
      return;
    }
  }

  forget(host: string): void {
    this.#failures.delete(bareHost(host));
  }
}
