/** Levels of objects and arrays that JSON readers everywhere take. */
const DEEPEST = 512;

/** What is to be said of a value as JSON. */
type JsonVerdict =
  | { readonly is: "fine" }
  /** Its text is longer than asked for, whatever the rest of it holds. */
  | { readonly is: "long" }
  | {
      readonly is: "flawed";
      /** Where, as in `.prices[3]`; empty for the value itself. */
      readonly path: string;
      /** What stands there, in words. */
      readonly found: string;
    };

/**
 * Judges whether JSON.stringify would write exactly what a value holds, in at least as many bytes
 * as are counted here, so that what is far too long is never written. Members that are undefined do
 * not count: they are left out. Everything else that JSON has no word for is a flaw: NaN, dates,
 * maps, functions, classes, cycles, holes, symbols as keys, and `toJSON`.
 * @param most bytes; where the count passes them the walk ends
 */
export function judgeJson(value: unknown, most: number): JsonVerdict {
  const walk = { depth: 0, left: most };
  return flawOf(value, walk) ?? { is: walk.left < 0 ? "long" : "fine" };
}

interface Walk {
  /** Levels around the value that is looked at; bounds cycles as well. */
  depth: number;
  /** Bytes that are not used up; negative ends the walk. */
  left: number;
}

type Flaw = Extract<JsonVerdict, { is: "flawed" }>;

function flawOf(value: unknown, walk: Walk): Flaw | undefined {
  if (typeof value === "string") {
    walk.left -= value.length + 2;
    return undefined;
  }
  walk.left -= 1;
  if (value === null || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : flaw(String(value));
  if (typeof value !== "object") return flaw(typeof value);
  if (walk.depth === DEEPEST) return flaw(`a cycle or more than ${DEEPEST} levels`);
  if (hasOwnText(value)) return flaw("an object with toJSON");
  walk.depth += 1;
  const found = Array.isArray(value) ? flawOfArray(value, walk) : flawOfObject(value, walk);
  walk.depth -= 1;
  return found;
}

function flawOfArray(array: readonly unknown[], walk: Walk): Flaw | undefined {
  // A plain loop meets the holes of a sparse array too.
  for (let index = 0; index < array.length && walk.left >= 0; index += 1) {
    const found = flawOf(array[index], walk);
    if (found !== undefined) return flaw(found.found, `[${index}]${found.path}`);
  }
  return undefined;
}

function flawOfObject(object: object, walk: Walk): Flaw | undefined {
  if (!isPlain(object)) return flaw("an object that is not plain");
  if (Object.getOwnPropertySymbols(object).length > 0) return flaw("a key that is a symbol");
  for (const key of Object.keys(object)) {
    const member = (object as Record<string, unknown>)[key];
    if (member === undefined) continue;
    walk.left -= key.length + 3;
    const found = flawOf(member, walk);
    if (found !== undefined) return flaw(found.found, `.${key.slice(0, 80)}${found.path}`);
    if (walk.left < 0) break;
  }
  return undefined;
}

/** Whether it was made by a literal, in this realm or another. */
export function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function hasOwnText(object: object): boolean {
  return "toJSON" in object && typeof object.toJSON === "function";
}

/** A path is shortened, as deep values would make one of thousands of characters. */
function flaw(found: string, path = ""): Flaw {
  return { is: "flawed", found, path: path.length > 200 ? `${path.slice(0, 200)}…` : path };
}
