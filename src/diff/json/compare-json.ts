import type { Clock } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import type { JsonDiff } from "../json-diff.ts";
import { arraySteps } from "./array-steps.ts";
import { ChangeList } from "./change-list.ts";
import {
  isArray,
  isContainer,
  isObject,
  isSameAtSight,
  isSameJson,
  type JsonObject,
} from "./is-same-json.ts";
import type { JsonSettings } from "./json-settings.ts";
import { matchElements } from "./match-elements.ts";
import { placeIn, wholeDocument, type Place } from "./place.ts";
import { TimeBudget } from "./time-budget.ts";

/** Two documents and how to compare them. */
interface JsonComparison {
  readonly before: Json;
  readonly after: Json;
  readonly settings: JsonSettings;
  readonly clock: Clock;
}

/** Two values at one place. */
interface Pair<Value extends Json = Json> {
  readonly kind: "pair";
  readonly place: Place;
  readonly depth: number;
  readonly before: Value;
  readonly after: Value;
}

/** A member that is in one document only. */
interface Single {
  readonly kind: "added" | "removed";
  readonly place: Place;
  readonly value: Json;
}

/** Compares two documents; takes no stack, however deep they are. */
export function compareJson(comparison: JsonComparison): JsonDiff {
  return new Walk(comparison).run();
}

class Walk {
  readonly #settings: JsonSettings;
  readonly #budget: TimeBudget;
  readonly #changes: ChangeList;
  /** What is left to do; the next one is the last. */
  readonly #tasks: (Pair | Single)[];
  #isCoarse = false;

  constructor({ before, after, settings, clock }: JsonComparison) {
    this.#settings = settings;
    this.#budget = new TimeBudget(clock, settings.budgetMs);
    this.#changes = new ChangeList(settings.maxChanges);
    this.#tasks = [{ kind: "pair", place: wholeDocument, depth: 0, before, after }];
  }

  run(): JsonDiff {
    const changes = this.#changes;
    let task = this.#tasks.pop();
    while (task !== undefined && !changes.isOver) {
      if (task.kind === "pair") this.#compare(task);
      else changes[task.kind](task.place, task.value);
      task = this.#tasks.pop();
    }
    return {
      patch: changes.patch,
      changes: changes.changes,
      truncated: this.#isCoarse || changes.isOver,
      omitted: changes.isOver,
    };
  }

  #compare(pair: Pair): void {
    if (this.#isSameAtSight(pair)) return;
    const { before, after, place } = pair;
    const isAlike = isContainer(before) && isContainer(after) && isArray(before) === isArray(after);
    if (!isAlike) this.#changes.replaced(place, before, after);
    else if (pair.depth >= this.#settings.maxDepth || this.#budget.isSpent()) this.#replace(pair);
    else if (isArray(before) && isArray(after)) this.#compareArrays({ ...pair, before, after });
    else if (isObject(before) && isObject(after)) this.#compareObjects({ ...pair, before, after });
  }

  /** Of containers that are not looked into any further. */
  #replace({ place, before, after }: Pair): void {
    if (isSameJson(before, after, this.#settings.tolerance)) return;
    this.#isCoarse = true;
    this.#changes.replaced(place, before, after);
  }

  #compareObjects({ place, depth, before, after }: Pair<JsonObject>): void {
    const tasks: (Pair | Single)[] = [];
    for (const key of Object.keys(before)) {
      if (Object.hasOwn(after, key)) continue;
      tasks.push({ kind: "removed", place: placeIn(place, key, key), value: before[key] ?? null });
    }
    for (const key of Object.keys(after)) {
      const value = after[key] ?? null;
      if (Object.hasOwn(before, key)) {
        const members = { before: before[key] ?? null, after: value };
        if (this.#isSameAtSight(members)) continue;
        tasks.push({ kind: "pair", place: placeIn(place, key, key), depth: depth + 1, ...members });
      } else tasks.push({ kind: "added", place: placeIn(place, key, key), value });
    }
    this.#push(tasks);
  }

  #compareArrays(pair: Pair<readonly Json[]>): void {
    const { place, depth, before, after } = pair;
    const matching = matchElements(pair, { settings: this.#settings, budget: this.#budget });
    if (matching === undefined) {
      this.#replace(pair);
      return;
    }
    for (const step of arraySteps(matching, before.length)) {
      if (this.#changes.isOver) return;
      this.#changes.arrayStep(place, step, pair);
    }
    const tasks: Pair[] = [];
    for (const [key, oldKey] of matching.source.entries()) {
      if (oldKey < 0) continue;
      const elements = { before: before[oldKey] ?? null, after: after[key] ?? null };
      if (this.#isSameAtSight(elements)) continue;
      tasks.push({
        kind: "pair",
        place: placeIn(place, key, oldKey),
        depth: depth + 1,
        ...elements,
      });
    }
    this.#push(tasks);
  }

  /** So that the first of them comes next. */
  #push(tasks: readonly (Pair | Single)[]): void {
    for (let index = tasks.length - 1; index >= 0; index -= 1) {
      const task = tasks[index];
      if (task !== undefined) this.#tasks.push(task);
    }
  }

  #isSameAtSight({ before, after }: { readonly before: Json; readonly after: Json }): boolean {
    return isSameAtSight(before, after, this.#settings.tolerance);
  }
}
