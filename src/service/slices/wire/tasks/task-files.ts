import type { RunFile } from "../../../../wire/index.ts";
import type { Blobs, Call, StoredBlob } from "../../../../storage/index.ts";

/** Digits of a file's place, so that keys stand in the order of places. */
const DIGITS = 6;

/** The files of runs, as blobs that are found by their owner's id and their place. */
export class TaskFiles {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Where the files of a run go; a run that takes over writes to the same places. */
  keysOf(id: string): (name: string, index: number) => string {
    return (_, index) => keyOf(id, index);
  }

  /** The files of a run in the order of their places, in which they are found again. */
  inOrder(files: readonly RunFile[]): readonly RunFile[] {
    return files.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** Opens the file at a place. */
  open(
    id: string,
    place: number,
    call: Parameters<Blobs["get"]>[1],
  ): Promise<StoredBlob | undefined> {
    return this.#blobs.get(keyOf(id, place), call);
  }

  /** Removes all files, those of lost runs too; the last goes first, so that what is interrupted can be done again. */
  async remove(id: string, { signal }: Call): Promise<void> {
    let count = 0;
    while (await this.#isThere(keyOf(id, count), signal)) count += 1;
    while (count > 0) {
      count -= 1;
      await this.#blobs.remove(keyOf(id, count), { signal });
    }
  }

  async #isThere(key: string, signal: AbortSignal): Promise<boolean> {
    const blob = await this.#blobs.get(key, { signal });
    await blob?.body.cancel();
    return blob !== undefined;
  }
}

function keyOf(id: string, place: number): string {
  return `wire/${id}/${String(place).padStart(DIGITS, "0")}`;
}
