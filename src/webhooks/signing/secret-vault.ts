import { unlessAborted } from "../../core/index.ts";
import { StorageError, type Call } from "../../storage/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import { recordsCall } from "../../storage/internal.ts";
import type { SecretPlace } from "./secret-place.ts";

/** Opened secrets that are remembered, so that an event reads no data key. */
const MOST_OPENED = 1000;

/** A secret as a row has it: as text, or sealed; never both. */
export interface KeptSecret<Text extends string | null = string | null> {
  /** Empty or null when it is sealed, or when there is none. */
  readonly secret: Text;
  readonly sealedSecret: Uint8Array | null;
}

/**
 * Seals signing secrets for the store, when there is a sealer, and opens them again. All secrets of
 * an account have one data key, of the record `webhooks/` and the account. What is in the store as
 * text is taken as it is, so a sealer may come later; rotating a secret seals it.
 */
export class SecretVault {
  readonly #sealer: Sealer | undefined;
  readonly #opened = new Map<string, string>();
  #ensured: Promise<void> | undefined;

  constructor(sealer: Sealer | undefined) {
    this.#sealer = sealer;
  }

  /**
   * The fields of a row that keep the secret.
   * @throws StorageError
   */
  async keep(place: SecretPlace, secret: string, call: Call): Promise<KeptSecret<string>> {
    if (this.#sealer === undefined) return { secret, sealedSecret: null };
    await this.#ready(this.#sealer, call);
    const plain = new TextEncoder().encode(secret);
    return { secret: "", sealedSecret: await this.#sealer.seal(placeOf(place), plain, call) };
  }

  /**
   * The secret of a row.
   * @throws StorageError `UNKNOWN_KEY`, also without a sealer; `SEAL_BROKEN`
   */
  async open<Text extends string | null>(
    place: SecretPlace,
    kept: KeptSecret<Text>,
    call: Call,
  ): Promise<Text | string> {
    const { secret, sealedSecret } = kept;
    if (sealedSecret === null) return secret;
    if (this.#sealer === undefined) throw noSealer();
    const sealed = placeOf(place);
    const name = JSON.stringify([sealed, Buffer.from(sealedSecret).toString("base64")]);
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    await this.#ready(this.#sealer, call);
    const plain = await this.#sealer.open(sealed, sealedSecret, call);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(plain);
    this.#remember(name, text);
    return text;
  }

  #remember(name: string, secret: string): void {
    this.#opened.set(name, secret);
    const [oldest] = this.#opened.keys();
    if (oldest !== undefined && this.#opened.size > MOST_OPENED) this.#opened.delete(oldest);
  }

  /** One for all callers: none of their signals ends it. */
  #ready(sealer: Sealer, call: Call): Promise<void> {
    const { signal } = call;
    this.#ensured ??= sealer.ensure(recordsCall()).catch((failure: unknown) => {
      this.#ensured = undefined;
      throw failure;
    });
    return unlessAborted(this.#ensured, signal);
  }
}

function placeOf({ account, field }: SecretPlace): { record: string; field: string } {
  return { record: `webhooks/${account}`, field };
}

function noSealer(): StorageError {
  return new StorageError("UNKNOWN_KEY", {
    message:
      "A signing secret is encrypted, but the webhooks were created without the collaborator 'sealer'.",
  });
}
