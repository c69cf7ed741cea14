import type { Json } from "../../storage/index.ts";
import { hashJson } from "./hash-json.ts";
import { isArray, isContainer, isSameJson } from "./is-same-json.ts";
import type { JsonSettings } from "./json-settings.ts";
import type { TimeBudget } from "./time-budget.ts";

/** Of elements with one hash, how many different ones are told apart; more look like new ones. */
const MOST_OF_A_HASH = 8;

/** Two arrays to compare, or what is left of them. */
export interface ArrayPair {
  readonly before: readonly Json[];
  readonly after: readonly Json[];
}

/** What a comparison goes by. */
export interface MatchRules {
  readonly settings: JsonSettings;
  readonly budget: TimeBudget;
}

/** A number per element, the same for elements that belong together. */
export interface ElementKeys {
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/**
 * Keys of objects by the first member of `names` that all of both arrays have, as a text or number,
 * and that no two of one array share; undefined where there is none.
 */
export function identityKeys(pair: ArrayPair, names: readonly string[]): ElementKeys | undefined {
  if (pair.before.length === 0 || pair.after.length === 0) return undefined;
  for (const name of names) {
    const keys = new Map<Json, number>();
    const before = keysBy(name, pair.before, keys);
    const after = before && keysBy(name, pair.after, keys);
    if (before && after) return { before, after };
  }
  return undefined;
}

function keysBy(
  name: string,
  elements: readonly Json[],
  known: Map<Json, number>,
): Int32Array | undefined {
  const keys = new Int32Array(elements.length);
  const seen = new Set<Json>();
  for (const [index, element] of elements.entries()) {
    if (!isContainer(element) || isArray(element) || !Object.hasOwn(element, name)) {
      return undefined;
    }
    const identity = element[name] ?? null;
    if (typeof identity !== "string" && typeof identity !== "number") return undefined;
    if (seen.has(identity)) return undefined;
    seen.add(identity);
    keys[index] = keyOf(known, identity);
  }
  return keys;
}

function keyOf(known: Map<Json, number>, value: Json): number {
  const key = known.get(value) ?? known.size;
  known.set(value, key);
  return key;
}

/** Keys of elements by what they are; undefined when time ran out. */
export function contentKeys(pair: ArrayPair, rules: MatchRules): ElementKeys | undefined {
  const contents = new Contents(rules);
  const before = contents.keysOf(pair.before);
  const after = before && contents.keysOf(pair.after);
  return before && after && { before, after };
}

/** The different elements that were met, with their keys. */
class Contents {
  readonly #rules: MatchRules;
  readonly #scalars = new Map<Json, number>();
  readonly #containers = new Map<number, { readonly value: Json; readonly key: number }[]>();
  #next = 0;

  constructor(rules: MatchRules) {
    this.#rules = rules;
  }

  keysOf(elements: readonly Json[]): Int32Array | undefined {
    const keys = new Int32Array(elements.length);
    for (const [index, element] of elements.entries()) {
      if (this.#rules.budget.isSpent()) return undefined;
      keys[index] = isContainer(element) ? this.#containerKey(element) : this.#scalarKey(element);
    }
    return keys;
  }

  #scalarKey(value: Json): number {
    const key = this.#scalars.get(value) ?? this.#newKey();
    this.#scalars.set(value, key);
    return key;
  }

  #containerKey(value: Json): number {
    const { tolerance } = this.#rules.settings;
    const hash = hashJson(value, tolerance === 0);
    const alike = this.#containers.get(hash) ?? [];
    const same = alike.find((known) => isSameJson(known.value, value, tolerance));
    if (same !== undefined) return same.key;
    const key = this.#newKey();
    if (alike.length < MOST_OF_A_HASH) alike.push({ value, key });
    this.#containers.set(hash, alike);
    return key;
  }

  #newKey(): number {
    this.#next += 1;
    return this.#next - 1;
  }
}
