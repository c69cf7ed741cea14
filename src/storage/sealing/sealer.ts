import { checkArgument, systemIds, type Ids } from "../../core/index.ts";
import { collection, type Row } from "../collection.ts";
import { removing, type Call, type Operation, type Query, type Records } from "../records.ts";
import { isStorageError, StorageError } from "../storage-error.ts";
import type { KeyRing, RingKey } from "./key-ring.ts";
import { broken, openBytes, sealBytes } from "./seal-bytes.ts";

/** The data keys of records, each wrapped with a key of the ring. */
export const dataKeys = collection({
  name: "data_keys",
  // `made` differs for each data key, so that one that was destroyed and made again is another.
  fields: { record: "string", made: "string", ring_key: "string", wrapped: "bytes" },
  key: ["record"],
  indexes: [["ring_key", "record"]],
});

/** Where a sealed value belongs; it opens nowhere else. */
export interface SealedPlace {
  /** Which record, with its collection: `sessions/ses_1`. Values of one record share a data key. */
  readonly record: string;
  /** Which of the record's values. */
  readonly field: string;
}

/** The collaborators of a sealer. */
export interface SealerCollaborators {
  /** Holds the wrapped data keys, in the collection `data_keys`. */
  readonly records: Records;
  /** Wraps and unwraps data keys. */
  readonly ring: KeyRing;
  /** Makes keys and nonces. @default systemIds */
  readonly ids?: Ids;
}

/** What {@link Sealer.reseal} did. */
export interface Resealed {
  /** Data keys that are wrapped with the newest key now and were not before. */
  readonly moved: number;
  /** Data keys that stay as they are, because the ring lacks their key. */
  readonly left: number;
}

/** Data keys that are moved at a time. */
const SLICE = 500;

/** The record whose data key says which ring the secrets of a store are sealed with. */
const MARK = "dragline/ring";

const KEY = 32;
const NONCE = 12;

/**
 * Envelope encryption of secrets at rest. Every record has a data key of its own, which seals its
 * values (AES-256-GCM) and is stored wrapped with a key of the ring. When a record's data key is
 * destroyed, nothing opens its values again, wherever copies of them are: in blobs, exports, back-ups
 * made of them (a back-up of `data_keys` itself must expire first).
 */
export class Sealer {
  readonly #records: Records;
  readonly #ring: KeyRing;
  readonly #ids: Ids;

  constructor(collaborators: SealerCollaborators) {
    checkArgument("collaborators of new Sealer({ records, ring })", collaborators, "object");
    const { records, ring, ids = systemIds } = collaborators;
    checkArgument("records of new Sealer({ records, ring })", records, "records");
    checkArgument("ring of new Sealer({ records, ring })", ring, "object");
    this.#records = records;
    this.#ring = ring;
    this.#ids = ids;
  }

  /** Makes the collection of data keys known to the store; once before anything else. */
  ensure(call: Call): Promise<void> {
    return this.#records.ensure([dataKeys], call);
  }

  /**
   * Makes sure that the secrets of the store are sealed with this ring, before something is sealed
   * with another that nobody else has. The first ring leaves a mark, which each later one must open;
   * {@link reseal} moves the mark to the newest key too. Several processes may do it at once.
   * @throws StorageError `UNKNOWN_KEY` when the ring lacks the key of the mark, or has another one of
   * that id
   */
  async prove(call: Call): Promise<void> {
    if (await this.#opens({ where: { record: MARK } }, call)) return;
    // A store of an earlier release has secrets and no mark.
    const known = { where: { ring_key: { in: this.#ring.ids } } };
    if (!(await this.#opens(known, call))) await this.#opens({}, call);
    const place = { record: MARK, field: "" };
    const key = await this.#makeKey(place, call).catch(async (failure: unknown) => {
      // Another process, with another ring, was faster.
      await this.#opens({ where: { record: MARK } }, call);
      throw failure;
    });
    key.fill(0);
  }

  /**
   * Whether there is such a data key; the ring opens it.
   * @throws StorageError `UNKNOWN_KEY`
   */
  async #opens(query: Query<typeof dataKeys>, call: Call): Promise<boolean> {
    const [row] = await this.#records.find(dataKeys, { ...query, limit: 1 }, call);
    if (row === undefined) return false;
    try {
      this.#unwrap(row);
      return true;
    } catch (cause) {
      const isKnown = this.#ring.has(row.ring_key);
      const other = isKnown ? "of which the key ring has another" : "which the key ring lacks";
      throw new StorageError("UNKNOWN_KEY", {
        message: `The secrets of this store are sealed with the key '${row.ring_key}', ${other}; its keys are ${this.#ring.ids.join(", ")}.`,
        details: { key: row.ring_key },
        cause,
      });
    }
  }

  /** Seals a value; the first of a record makes its data key. */
  async seal(place: SealedPlace, plain: Uint8Array, call: Call): Promise<Uint8Array> {
    checkArgument("place of seal({ record, field }, plain, call)", place, "object");
    checkArgument("plain of seal({ record, field }, plain, call)", plain, "bytes");
    const key = (await this.#dataKey(place.record, call)) ?? (await this.#makeKey(place, call));
    return sealBytes(plain, { key, nonce: this.#random(NONCE), binding: bindingOf(place) });
  }

  /**
   * Opens a sealed value.
   * @throws StorageError `SEAL_BROKEN` when it was altered, was sealed for another place, or the
   * record's data key was destroyed; `UNKNOWN_KEY` when the ring lacks the key that wraps that
   */
  async open(place: SealedPlace, sealed: Uint8Array, call: Call): Promise<Uint8Array> {
    checkArgument("place of open({ record, field }, sealed, call)", place, "object");
    checkArgument("sealed of open({ record, field }, sealed, call)", sealed, "bytes");
    const key = await this.#dataKey(place.record, call);
    if (key === undefined) throw broken();
    return openBytes(sealed, { key, binding: bindingOf(place) });
  }

  /** Destroys a record's data key, and so all its values; gives whether there was one. */
  async destroy(record: string, call: Call): Promise<boolean> {
    return (await this.#records.remove(dataKeys, { where: { record } }, call)) > 0;
  }

  /** {@link destroy} as an operation of the same store, to go with the removal of the record. */
  destroying(record: string): Operation {
    return removing(dataKeys, { where: { record } });
  }

  /**
   * Wraps every data key with the newest key of the ring; several processes may do it at once, and
   * one that was killed goes on when it is called again. Sealed values stay as they are.
   */
  async reseal(call: Call): Promise<Resealed> {
    const newest = this.#ring.newest.id;
    let [moved, left] = [0, 0];
    let last: string | undefined;
    for (;;) {
      const rows = await this.#records.find(
        dataKeys,
        {
          where: {
            ring_key: { ne: newest },
            ...(last === undefined ? {} : { record: { gt: last } }),
          },
          order: [["record", "asc"]],
          limit: SLICE,
        },
        call,
      );
      for (const row of rows) {
        if (!this.#ring.has(row.ring_key)) left += 1;
        else if (await this.#move(row, call)) moved += 1;
      }
      last = rows.at(-1)?.record;
      if (last === undefined) return { moved, left };
    }
  }

  async #move(row: Row<typeof dataKeys>, call: Call): Promise<boolean> {
    const { record, made, ring_key } = row;
    const set = this.#wrap(record, this.#unwrap(row));
    const where = { record, made, ring_key };
    return (await this.#records.update(dataKeys, { where, set }, call)).length > 0;
  }

  async #makeKey({ record }: SealedPlace, call: Call): Promise<Uint8Array> {
    const key = this.#random(KEY);
    try {
      const row = { record, made: this.#ids.uuid(), ...this.#wrap(record, key) };
      await this.#records.insert(dataKeys, [row], call);
      return key;
    } catch (error) {
      if (!isStorageError(error, "CONFLICT")) throw error;
    }
    const other = await this.#dataKey(record, call);
    if (other !== undefined) return other;
    throw new StorageError("CONFLICT", {
      message: "Another process created and destroyed the record's data key in the meantime.",
      details: { record },
    });
  }

  async #dataKey(record: string, call: Call): Promise<Uint8Array | undefined> {
    const [row] = await this.#records.find(dataKeys, { where: { record } }, call);
    return row === undefined ? undefined : this.#unwrap(row);
  }

  #wrap(record: string, key: Uint8Array): { ring_key: string; wrapped: Uint8Array } {
    const newest = this.#ring.newest;
    const nonce = this.#random(NONCE);
    return {
      ring_key: newest.id,
      wrapped: sealBytes(key, { key: newest.key, nonce, binding: wrapping(newest, record) }),
    };
  }

  #unwrap({ record, ring_key, wrapped }: Row<typeof dataKeys>): Uint8Array {
    const ringKey = this.#ring.get(ring_key);
    return openBytes(wrapped, { key: ringKey.key, binding: wrapping(ringKey, record) });
  }

  #random(bytes: number): Uint8Array {
    return Buffer.from(this.#ids.token(bytes), "base64url");
  }
}

function bindingOf({ record, field }: SealedPlace): readonly string[] {
  return ["value", record, field];
}

function wrapping({ id }: RingKey, record: string): readonly string[] {
  return ["data key", id, record];
}
