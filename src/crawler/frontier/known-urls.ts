import { detach } from "../../core/index.ts";

/**
 * URLs that are known to be known, and at which depth, so that most links cost no look into the
 * store. A bounded number: when the newer half is full the older half is forgotten.
 */
export class KnownUrls {
  readonly #half: number;
  #newer = new Map<string, number>();
  #older = new Map<string, number>();

  /** @param most URLs that are remembered; from 2 */
  constructor(most: number) {
    this.#half = Math.floor(most / 2);
  }

  /** Whether the URL is known, and not to be further from the seed than this. */
  has(url: string, depth: number): boolean {
    const newer = this.#newer.get(url);
    if (newer !== undefined) return newer <= depth;
    const older = this.#older.get(url);
    if (older === undefined || older > depth) return false;
    this.#put(url, older);
    return true;
  }

  add(url: string, depth: number): void {
    const newer = this.#newer.get(url);
    if (newer === undefined) this.#put(detach(url), depth);
    else if (newer > depth) this.#newer.set(url, depth);
  }

  #put(url: string, depth: number): void {
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(url, depth);
  }
}
