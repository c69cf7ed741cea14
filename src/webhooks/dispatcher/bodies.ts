import type { Call, Records } from "../../storage/index.ts";
import { eventRows } from "../collections.ts";

/** Bytes of bodies that are kept for the receivers and attempts to come. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** The bodies of events; those used last are kept. */
export class Bodies {
  readonly #records: Records;
  /** Used last, last. */
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  /** The bodies of events, by id; without those that the store does not have. */
  async get(ids: Iterable<string>, call: Call): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const missing = new Set<string>();
    for (const id of ids) {
      const body = this.#kept.get(id);
      if (body === undefined) missing.add(id);
      else found.set(id, body);
    }
    if (missing.size > 0) {
      const query = { where: { id: { in: [...missing] } } };
      const rows = await this.#records.find(eventRows, query, call);
      for (const { id, body } of rows) found.set(id, body);
    }
    for (const [id, body] of found) this.#keep(id, body);
    return found;
  }

  #keep(id: string, body: Uint8Array): void {
    if (this.#kept.delete(id)) this.#bytes -= body.byteLength;
    this.#kept.set(id, body);
    this.#bytes += body.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
