import { signalOf } from "../core/index.ts";
import type { Call } from "./records.ts";
import { checkBlobKey } from "./blob-checks.ts";
import { StorageError } from "./storage-error.ts";

/** What every call of a store of blobs passes first. */
export class BlobGate {
  #closed = false;

  /**
   * @throws the signal's reason
   * @throws StorageError `CLOSED`, `INVALID_KEY`
   */
  admit(key: string, call: Call): void {
    signalOf("a call of the blob store, (key, { signal }),", call);
    if (this.#closed) {
      throw new StorageError("CLOSED", { message: "The blob store is closed." });
    }
    checkBlobKey(key);
  }

  close(): void {
    this.#closed = true;
  }
}
