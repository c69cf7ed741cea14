import type { Json } from "../../storage/index.ts";
import type { JsonChange, PatchOperation } from "../json-diff.ts";
import type { ArrayStep } from "./array-steps.ts";
import type { ArrayPair } from "./element-keys.ts";
import { pathIn, pointerIn, type Place } from "./place.ts";

/** The changes that were found, each as an operation of the patch and for people; so many at most. */
export class ChangeList {
  readonly patch: PatchOperation[] = [];
  readonly changes: JsonChange[] = [];
  readonly #most: number;
  #isOver = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether one was left out. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** A member was put in. */
  added(place: Place, after: Json): void {
    this.#push(
      { op: "add", path: place.pointer, value: after },
      { path: place.path, kind: "added", after },
    );
  }

  /** A member was taken out. */
  removed(place: Place, before: Json): void {
    this.#push(
      { op: "remove", path: place.pointer },
      { path: place.oldPath, kind: "removed", before },
    );
  }

  /** There is another value. */
  replaced(place: Place, before: Json, after: Json): void {
    this.#push(
      { op: "replace", path: place.pointer, value: after },
      { path: place.path, kind: "changed", before, after },
    );
  }

  /** An array has another order or length. */
  arrayStep(array: Place, step: ArrayStep, { before, after }: ArrayPair): void {
    const pointer = (index: number): string => pointerIn(array.pointer, index);
    const oldPath = (index: number): string => pathIn(array.oldPath, index);
    if (step.kind === "remove") {
      this.#push(
        { op: "remove", path: pointer(step.from) },
        { path: oldPath(step.before), kind: "removed", before: before[step.before] ?? null },
      );
      return;
    }
    const value = after[step.after] ?? null;
    const path = pathIn(array.path, step.after);
    if (step.kind === "add") {
      this.#push(
        { op: "add", path: pointer(step.to), value },
        { path, kind: "added", after: value },
      );
      return;
    }
    this.#push(
      { op: "move", from: pointer(step.from), path: pointer(step.to) },
      {
        path,
        kind: "moved",
        from: oldPath(step.before),
        before: before[step.before] ?? null,
        after: value,
      },
    );
  }

  #push(operation: PatchOperation, change: JsonChange): void {
    if (this.patch.length === this.#most) {
      this.#isOver = true;
      return;
    }
    this.patch.push(operation);
    this.changes.push(change);
  }
}
