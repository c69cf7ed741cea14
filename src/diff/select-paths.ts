import { checkArgument } from "../core/index.ts";
import type { Json } from "../storage/index.ts";
import { DiffError } from "./diff-error.ts";
import { isContainer, isObject } from "./json/is-same-json.ts";
import { parsePath, type PathStep } from "./json/parse-path.ts";
import { pathIn } from "./json/place.ts";

/** Objects and arrays that are nested deeper are values as a whole. */
const DEEPEST = 200;

/** Characters of all paths that are found: one long name above many values would fill the memory. */
const MOST_CHARACTERS = 16_777_216;

/**
 * What stands at paths of a document, by path without wildcards, written as in the changes of
 * {@link diffJson}: `items[0].price`. What is not there is null, behind a wildcard too.
 * @param paths members with dots between, or quoted as in JSON in brackets; `[0]` for elements;
 *   `[*]` for every element of an array or member of an object; `$.` may stand in front, `$` alone is
 *   the document. None: every value that holds no other (an empty object or array is one), and what
 *   is more than 200 levels deep as a whole.
 * @throws DiffError `INVALID_PATH`, also where the paths that are found have more than 16,777,216
 *   characters together
 * @example
 * ```ts
 * import { selectPaths } from "dragline/diff";
 *
 * console.log(selectPaths({ items: [{ price: 79.9 }] }, ["items[*].price"]));
 * ```
 */
export function selectPaths(document: Json, paths: readonly string[]): Record<string, Json> {
  const found = new Found();
  checkArgument("paths of selectPaths(document, paths)", paths, "strings");
  const ways = paths.map((path) => parsePath(path));
  if (ways.length === 0) addLeaves({ value: document, path: "" }, found, 0);
  for (const steps of ways) select({ value: document, path: "" }, steps, found);
  // Not by assignment, which has another meaning for `__proto__`.
  return Object.fromEntries(found.values);
}

/** Values by their paths. */
class Found {
  readonly values = new Map<string, Json>();
  #characters = 0;

  set(path: string, value: Json): void {
    this.#characters += path.length;
    if (this.#characters > MOST_CHARACTERS) {
      throw new DiffError("INVALID_PATH", {
        message: `The paths found have more than ${MOST_CHARACTERS} characters in total.`,
      });
    }
    this.values.set(path, value);
  }
}

/** A value, or that there is none, and where. */
interface Spot {
  readonly value: Json | undefined;
  readonly path: string;
}

function select({ value, path }: Spot, steps: readonly PathStep[], found: Found): void {
  const [step, ...rest] = steps;
  if (step === undefined) {
    found.set(path, value ?? null);
  } else if (step.kind === "member") {
    select({ value: memberOf(value, step.key), path: pathIn(path, step.key) }, rest, found);
  } else {
    for (const [key, member] of membersOf(value)) {
      select({ value: member, path: pathIn(path, key) }, rest, found);
    }
  }
}

/** A name is looked for in objects alone, an index in arrays alone. */
function memberOf(value: Json | undefined, key: string | number): Json | undefined {
  if (value === undefined || !isContainer(value)) return undefined;
  if (isObject(value)) {
    return typeof key === "string" && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return typeof key === "number" ? value[key] : undefined;
}

function addLeaves({ value, path }: Spot, found: Found, depth: number): void {
  const members = depth < DEEPEST ? membersOf(value) : [];
  if (members.length === 0) found.set(path, value ?? null);
  for (const [key, member] of members) {
    addLeaves({ value: member, path: pathIn(path, key) }, found, depth + 1);
  }
}

function membersOf(value: Json | undefined): [string | number, Json][] {
  if (value === undefined || !isContainer(value)) return [];
  return isObject(value) ? Object.entries(value) : [...value.entries()];
}
