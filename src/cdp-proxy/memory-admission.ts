import type { Admission, AdmissionOrder, Admitted } from "./admission.ts";
import { CdpProxyError } from "./cdp-proxy-error.ts";

/** Milliseconds after which another try makes sense when an owner has as many as one may. */
const RETRY_MS = 30_000;

/** Counts the connections of each owner in this process; takes no price. */
export class MemoryAdmission implements Admission {
  readonly #limit: number;
  readonly #places = new Map<string, number>();

  /** @param limit connections that an owner may have at once */
  constructor(limit: number) {
    this.#limit = limit;
  }

  async admit({ owner, signal }: AdmissionOrder): Promise<Admitted> {
    signal.throwIfAborted();
    const taken = this.#places.get(owner) ?? 0;
    if (taken >= this.#limit) throw this.#tooMany();
    this.#places.set(owner, taken + 1);
    let isHeld = true;
    return {
      pay: async () => true,
      keep: async () => {},
      leave: async () => {
        if (isHeld) this.#leave(owner);
        isHeld = false;
      },
    };
  }

  #leave(owner: string): void {
    const left = (this.#places.get(owner) ?? 1) - 1;
    if (left > 0) this.#places.set(owner, left);
    else this.#places.delete(owner);
  }

  #tooMany(): CdpProxyError {
    const limit = this.#limit;
    const message = `At most ${limit} connections can be open at the same time. Close one of them first.`;
    return new CdpProxyError("TOO_MANY_CONNECTIONS", {
      message,
      details: { limit, retryAfterMs: RETRY_MS },
    });
  }
}
