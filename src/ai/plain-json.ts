import type { Json } from "../storage/index.ts";

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, Json>>;

/** A copy of a value that came out of JSON, and its members; or why it cannot be used. */
type PlainJson = { readonly value: Json; readonly keys: number } | { readonly fault: string };

type Container = Record<string, unknown> | unknown[];

interface Step {
  readonly from: object;
  readonly to: Container;
  readonly depth: number;
}

/**
 * Copies what `JSON.parse` gave, without members named `__proto__`, lone surrogates replaced.
 * A number that is not finite (`1e999`) and too many levels are faults.
 */
export function plainJson(value: unknown, deepest: number): PlainJson {
  const top: unknown[] = [];
  const steps: Step[] = [{ from: [value], to: top, depth: 0 }];
  let keys = 0;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step.depth > deepest) return { fault: `is nested more than ${deepest} levels deep` };
    for (const [name, inner] of Object.entries(step.from)) {
      if (!Array.isArray(step.from)) keys += 1;
      if (typeof inner === "number" && !Number.isFinite(inner)) {
        return { fault: "has a number that is too large" };
      }
      const copy = copyOf(inner);
      // What is left out is counted as well.
      if (name !== "__proto__") put(step.to, name, copy);
      if (typeof inner === "object" && inner !== null) {
        steps.push({ from: inner, to: copy as Container, depth: step.depth + 1 });
      }
    }
  }
  return { value: top[0] as Json, keys };
}

/** A text made well-formed, an empty container for one that is to be filled, others as they are. */
function copyOf(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : value;
}

function put(to: Container, name: string, value: unknown): void {
  if (Array.isArray(to)) to.push(value);
  else to[name.toWellFormed()] = value;
}

/** Whether the value is an object, and no list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
