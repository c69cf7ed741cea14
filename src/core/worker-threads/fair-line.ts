import { WaitingLine, type Place } from "./waiting-line.ts";

/**
 * Lines of several owners who take turns: within a line who came first goes first, and an owner whose
 * line is long holds up nobody but itself.
 */
export class FairLine<T> {
  /** The owner whose turn it is first. */
  readonly #lines = new Map<string, WaitingLine<T>>();

  /** How many wait. */
  get size(): number {
    let size = 0;
    for (const line of this.#lines.values()) size += line.size;
    return size;
  }

  /** Whether anybody waits but the owner. */
  hasOthers(owner: string): boolean {
    for (const [other, line] of this.#lines) if (other !== owner && line.size > 0) return true;
    return false;
  }

  add(owner: string, item: T): Place {
    const line = this.#lines.get(owner) ?? new WaitingLine<T>();
    this.#lines.set(owner, line);
    return line.add(item);
  }

  /** The first of the owner whose turn it is; undefined when nobody waits who may go. */
  take(mayGo: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, line] of this.#lines) {
      if (line.size > 0 && !mayGo(owner)) continue;
      this.#lines.delete(owner);
      const item = line.take();
      if (line.size > 0) this.#lines.set(owner, line);
      if (item !== undefined) return item;
    }
    return undefined;
  }
}
