import { ActionError } from "../../browser/index.ts";

/** The references of a view's elements, by their keys. */
export class RefTable {
  readonly #refs = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  refOf(key: string): string {
    const known = this.#refs.get(key);
    if (known !== undefined) return known;
    const ref = `e${this.#keys.size + 1}`;
    this.#refs.set(key, ref);
    this.#keys.set(ref, key);
    return ref;
  }

  /** @throws ActionError `ACTION_FAILED`, "unknown reference" */
  keyOf(ref: string): string {
    const key = this.#keys.get(ref);
    if (key === undefined) throw failure("unknown reference", ref);
    return key;
  }

  /** The number of a reference's document, and of its element there. */
  placeOf(ref: string): readonly [document: number, id: number] {
    const [document = 0, id = 0] = this.keyOf(ref).split(":").map(Number);
    return [document, id];
  }

  /** Makes a reference that of another element. */
  move(ref: string, key: string): void {
    this.#keys.set(ref, key);
    if (!this.#refs.has(key)) this.#refs.set(key, ref);
  }
}

/** Whether an action failed since its element is no longer in the page. */
export function isGone(error: unknown): boolean {
  return error instanceof ActionError && error.details.reason === "gone";
}

/** An action that failed. */
export function failure(reason: string, ref: string): ActionError {
  return new ActionError("ACTION_FAILED", {
    message: `${ref}: ${reason}.`,
    details: { reason },
  });
}
