import {
  EnsuredRecords,
  StorageError,
  type AtomicOutcome,
  type BlobFacts,
  type Blobs,
  type Call,
  type Change,
  type Collection,
  type GetOptions,
  type NewRow,
  type Operation,
  type PutOptions,
  type Query,
  type Records,
  type Row,
  type StoredBlob,
} from "dragline/storage";

/** How a call fails: without effect or after it, alone or with all that follow. */
export const faultKinds = ["refused", "unheard", "killed before", "killed after"] as const;

/** One of {@link faultKinds}. */
export type FaultKind = (typeof faultKinds)[number];

/** Lets one call of a store fail, or all from there on, as if the process were killed. */
export class Faults {
  /** Whether a call has failed. */
  struck = false;
  #kind: FaultKind = "refused";
  #left = Infinity;
  #killed = false;

  /** The call of that number, from 1, will fail. */
  arm(kind: FaultKind, call: number): void {
    this.#kind = kind;
    this.#left = call;
  }

  disarm(): void {
    this.#left = Infinity;
  }

  async around<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#killed) throw failure();
    this.#left -= 1;
    if (this.#left !== 0) return work();
    this.struck = true;
    this.#killed = this.#kind.startsWith("killed");
    if (this.#kind === "unheard" || this.#kind === "killed after") await work();
    throw failure();
  }
}

function failure(): StorageError {
  return new StorageError("UNAVAILABLE", { message: "The test lets this call fail." });
}

export class FaultyRecords extends EnsuredRecords {
  readonly #faults: Faults;

  constructor(records: Records, faults: Faults) {
    super(records, []);
    this.#faults = faults;
  }

  override insert<C extends Collection>(c: C, rows: readonly NewRow<C>[], call: Call) {
    return this.#faults.around(() => super.insert(c, rows, call));
  }

  override find<C extends Collection>(c: C, query: Query<C>, call: Call): Promise<Row<C>[]> {
    return this.#faults.around(() => super.find(c, query, call));
  }

  override count<C extends Collection>(c: C, query: Query<C>, call: Call): Promise<number> {
    return this.#faults.around(() => super.count(c, query, call));
  }

  override update<C extends Collection>(c: C, change: Change<C>, call: Call): Promise<Row<C>[]> {
    return this.#faults.around(() => super.update(c, change, call));
  }

  override remove<C extends Collection>(c: C, query: Query<C>, call: Call): Promise<number> {
    return this.#faults.around(() => super.remove(c, query, call));
  }

  override atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome> {
    return this.#faults.around(() => super.atomic(operations, call));
  }
}

export class FaultyBlobs implements Blobs {
  readonly #blobs: Blobs;
  readonly #faults: Faults;

  constructor(blobs: Blobs, faults: Faults) {
    this.#blobs = blobs;
    this.#faults = faults;
  }

  put(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<BlobFacts> {
    return this.#faults.around(() => this.#blobs.put(key, body, options));
  }

  get(key: string, options: GetOptions): Promise<StoredBlob | undefined> {
    return this.#faults.around(() => this.#blobs.get(key, options));
  }

  remove(key: string, call: Call): Promise<boolean> {
    return this.#faults.around(() => this.#blobs.remove(key, call));
  }

  signedUrl(): Promise<string> {
    throw new Error("nobody asks for it");
  }

  close(): Promise<void> {
    return this.#blobs.close();
  }
}

/** Blobs that say which keys there are. */
export class KnownBlobs extends FaultyBlobs {
  readonly keys = new Set<string>();

  constructor(blobs: Blobs) {
    super(blobs, new Faults());
  }

  override async put(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: PutOptions,
  ): Promise<BlobFacts> {
    const facts = await super.put(key, body, options);
    this.keys.add(key);
    return facts;
  }

  override async remove(key: string, call: Call): Promise<boolean> {
    this.keys.delete(key);
    return super.remove(key, call);
  }
}
