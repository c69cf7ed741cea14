import { promisify } from "node:util";
import { zstdCompress, zstdCompressSync, zstdDecompress } from "node:zlib";
import type { Clock, Ids } from "../../core/index.ts";
import {
  inserting,
  updating,
  type Blobs,
  type Call,
  type Operation,
  type Records,
} from "../../storage/index.ts";
import { bodyRows, type BodyRow } from "../collections.ts";

const compressLarge = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Bytes that are compressed at once: sending them to a thread takes longer. */
const SMALL = 65_536;

/** What a store of bodies works with. */
interface BodyStoreParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A body as it was kept. */
interface StoredBody {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly capturedAt: number;
}

/** Bodies of monitors, compressed: each text once for a monitor, by its hash. */
export class BodyStore {
  readonly #parts: BodyStoreParts;
  readonly #inlineBytes: number;

  /** @param inlineBytes what is larger, compressed, becomes a blob */
  constructor(parts: BodyStoreParts, inlineBytes: number) {
    this.#parts = parts;
    this.#inlineBytes = inlineBytes;
  }

  /**
   * Operations that make texts kept, for the step that names them; where they do not hold, something
   * was removed meanwhile, and they are to be made anew. A large text becomes a blob already now; its
   * row is written first, and the sweep finds it when the step never comes.
   */
  async keep(
    monitorId: string,
    texts: ReadonlyMap<string, string>,
    call: Call,
  ): Promise<Operation[]> {
    if (texts.size === 0) return [];
    const { records, clock } = this.#parts;
    const where = { monitorId, hash: { in: [...texts.keys()] } };
    const known = (await records.find(bodyRows, { where }, call)).map(({ hash }) => hash);
    const operations: Operation[] = [];
    if (known.length > 0) {
      const kept = { monitorId, hash: { in: known.filter((hash) => hash !== null) } };
      const set = { usedAt: clock.now() };
      operations.push(updating(bodyRows, { where: kept, set }, known.length));
    }
    for (const [hash, text] of texts) {
      if (!known.includes(hash)) operations.push(await this.#add(monitorId, { hash, text }, call));
    }
    return operations;
  }

  /** Undefined when it is kept no longer. */
  async read(monitorId: string, hash: string, call: Call): Promise<StoredBody | undefined> {
    const [row] = await this.#parts.records.find(bodyRows, { where: { monitorId, hash } }, call);
    if (row === undefined) return undefined;
    const bytes = await this.#bytes(row, call);
    if (bytes === undefined) return undefined;
    return { text: (await decompress(bytes)).toString("utf16le"), capturedAt: row.capturedAt };
  }

  async #add(
    monitorId: string,
    { hash, text }: { readonly hash: string; readonly text: string },
    call: Call,
  ): Promise<Operation> {
    const { records, blobs, clock, ids } = this.#parts;
    const bytes = await compress(text);
    const now = clock.now();
    const row = { id: ids.uuid(), monitorId, capturedAt: now, usedAt: now };
    if (bytes.length <= this.#inlineBytes) {
      return inserting(bodyRows, [{ ...row, hash, bytes: new Uint8Array(bytes) }]);
    }
    const blobKey = `monitors/${monitorId}/${row.id}`;
    await records.insert(bodyRows, [{ ...row, hash: null, blobKey }], call);
    await blobs.put(blobKey, new Uint8Array(bytes), { ...call, contentType: "application/zstd" });
    const named = { where: { id: row.id, hash: null }, set: { hash, usedAt: now } };
    return updating(bodyRows, named, 1);
  }

  async #bytes({ bytes, blobKey }: BodyRow, call: Call): Promise<Uint8Array | undefined> {
    if (blobKey === null) return bytes ?? undefined;
    const blob = await this.#parts.blobs.get(blobKey, call);
    if (blob === undefined) return undefined;
    return new Uint8Array(await new Response(blob.body).arrayBuffer());
  }
}

/** In UTF-16, which keeps lone surrogates. */
async function compress(text: string): Promise<Uint8Array> {
  const bytes = Buffer.from(text, "utf16le");
  return bytes.length <= SMALL ? zstdCompressSync(bytes) : compressLarge(bytes);
}
