import { unlessAborted } from "../../../../core/index.ts";
import type { Call, Operation } from "../../../../storage/index.ts";
import type { Sealer } from "../../../../storage/sealing/index.ts";
import { ServiceError } from "../../../base/service-error.ts";
import { uncancelled } from "../../../../storage/internal.ts";

/** Bytes of a value as JSON: cookies and storage of a browser, with what a site puts there. */
const LONGEST = 8_388_608;

/** Where a value belongs: the id of the row that owns the data key, and which of its values. */
interface ValuePlace {
  readonly owner: string;
  readonly field: string;
}

/** Seals what signs in, with a data key for each owner; without that key nothing of it can be read. */
export class SealedValues<Value> {
  readonly #sealer: Sealer | undefined;
  readonly #kind: string;
  #ensured: Promise<void> | undefined;

  /** @param kind begins the names of its records: `identities` */
  constructor(sealer: Sealer | undefined, kind: string) {
    this.#sealer = sealer;
    this.#kind = kind;
  }

  /** @throws ServiceError `SERVICE_UNAVAILABLE` where values cannot be stored */
  check(): void {
    if (this.#sealer !== undefined) return;
    throw new ServiceError("SERVICE_UNAVAILABLE", {
      message: "Credentials cannot be stored: this service has no encryption keys for them.",
    });
  }

  /**
   * What a row keeps of a value.
   * @throws ServiceError `SERVICE_UNAVAILABLE`, `INVALID_REQUEST` for one of over 8 MiB; StorageError
   */
  async seal(place: ValuePlace, value: Value, call: Call): Promise<Uint8Array> {
    const sealer = await this.#ready(call);
    const plain = new TextEncoder().encode(JSON.stringify(value));
    try {
      if (plain.length > LONGEST) {
        const message = `A credential must have at most ${LONGEST} bytes; this one has ${plain.length}.`;
        throw new ServiceError("INVALID_REQUEST", { message });
      }
      return await sealer.seal(this.#sealed(place), plain, call);
    } finally {
      plain.fill(0);
    }
  }

  /** @throws ServiceError `SERVICE_UNAVAILABLE`; StorageError `SEAL_BROKEN`, `UNKNOWN_KEY` */
  async open(place: ValuePlace, sealed: Uint8Array, call: Call): Promise<Value> {
    const sealer = await this.#ready(call);
    const plain = await sealer.open(this.#sealed(place), sealed, call);
    try {
      return JSON.parse(new TextDecoder().decode(plain)) as Value;
    } finally {
      plain.fill(0);
    }
  }

  /** Operations that make an owner's values unreadable, for the step that removes it. */
  async destroying(owner: string, call: Call): Promise<readonly Operation[]> {
    if (this.#sealer === undefined) return [];
    const sealer = await this.#ready(call);
    return [sealer.destroying(`${this.#kind}/${owner}`)];
  }

  /** One for all callers: none of their signals ends it. */
  async #ready({ signal }: Call): Promise<Sealer> {
    this.check();
    const sealer = this.#sealer as Sealer;
    this.#ensured ??= sealer.ensure(uncancelled).catch((failure: unknown) => {
      this.#ensured = undefined;
      throw failure;
    });
    await unlessAborted(this.#ensured, signal);
    return sealer;
  }

  #sealed({ owner, field }: ValuePlace): { record: string; field: string } {
    return { record: `${this.#kind}/${owner}`, field };
  }
}
