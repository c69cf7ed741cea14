import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../../core/index.ts";
import { errnoOf, writing } from "./fs-failure.ts";

/** Files that a killed process left are removed when older, in milliseconds. */
const LEFT_BEHIND_AFTER = 86_400_000;

/** Writes a file's content, piece by piece. */
type Fill = (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>;

/** The folder of a store: where blobs lie, and where they are written before. */
export class BlobFolder {
  readonly #clock: Clock;
  readonly #root: string;
  #prepared: Promise<void> | undefined;

  constructor(clock: Clock, root: string) {
    this.#clock = clock;
    this.#root = root;
  }

  /**
   * Where the key's blob lies. The hash makes every key a name that any disk takes and tells apart,
   * whatever it holds to be the same letter.
   */
  pathOf(key: string): string {
    const hash = createHash("sha256").update(key).digest("hex");
    return join(this.#root, hash.slice(0, 2), hash.slice(2));
  }

  /**
   * Writes a file and puts it in its place at once: whole or not at all, and durable.
   * @param version names the file while it is written
   * @throws StorageError `STORE_FULL`, `READ_ONLY`, `UNAVAILABLE`; what `fill` throws
   */
  async replace(path: string, version: string, fill: Fill): Promise<void> {
    const source = join(this.#temporary, version);
    try {
      this.#prepared ??= this.#prepare();
      await writing(this.#prepared);
      await writeDurably(source, fill);
      await writing(this.#moveTo(path, source));
    } catch (error) {
      // The folder may have been taken away; the next put looks again.
      this.#prepared = undefined;
      await rm(source, { force: true }).catch(() => {});
      throw error;
    }
    await writing(syncFolder(dirname(path)));
  }

  /**
   * Removes a file, durably; gives whether there was one.
   * @throws StorageError `READ_ONLY`, `UNAVAILABLE`
   */
  remove(path: string): Promise<boolean> {
    return writing(removeDurably(path));
  }

  get #temporary(): string {
    return join(this.#root, "temporary");
  }

  async #moveTo(path: string, source: string): Promise<void> {
    const made = await mkdir(dirname(path), { recursive: true });
    if (made !== undefined) await syncFolder(this.#root);
    await rename(source, path);
  }

  /** Makes the folder and removes what killed processes left in it. */
  async #prepare(): Promise<void> {
    await mkdir(this.#temporary, { recursive: true });
    const oldest = this.#clock.now() - LEFT_BEHIND_AFTER;
    for (const name of await readdir(this.#temporary)) {
      const path = join(this.#temporary, name);
      // Another process may sweep at the same time; what it took is gone.
      const age = await stat(path).catch(() => undefined);
      if (age !== undefined && age.mtimeMs < oldest) await rm(path, { force: true });
    }
  }
}

async function writeDurably(path: string, fill: Fill): Promise<void> {
  const file = await writing(open(path, "wx"));
  try {
    await fill((bytes) => writing(file.appendFile(bytes)));
    await writing(file.sync());
  } finally {
    await writing(file.close());
  }
}

async function removeDurably(path: string): Promise<boolean> {
  try {
    await rm(path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
}

/** Makes renames and removals in a folder durable; Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
