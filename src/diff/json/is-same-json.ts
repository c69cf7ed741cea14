import type { Json } from "../../storage/index.ts";

/** An object of JSON. */
export type JsonObject = { readonly [key: string]: Json };

/** Whether it is an array of JSON. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether it is an object or an array. */
export function isContainer(value: Json): value is readonly Json[] | JsonObject {
  return typeof value === "object" && value !== null;
}

/** Whether it is an object of JSON, not an array. */
export function isObject(value: Json): value is JsonObject {
  return isContainer(value) && !isArray(value);
}

/**
 * Whether two values other than objects and arrays are the same: 0 and -0 are. A tolerance takes in
 * what arithmetic loses, so that 20.01 is within 0.01 of 20.
 */
function isSameScalar(one: Json, other: Json, tolerance: number): boolean {
  if (one === other || Object.is(one, other)) return true;
  if (tolerance === 0 || typeof one !== "number" || typeof other !== "number") return false;
  const lost = Number.EPSILON * Math.max(Math.abs(one), Math.abs(other));
  return Math.abs(one - other) <= tolerance + lost;
}

/** Levels that are compared by recursion. */
const DEEPEST = 100;

/** Values that a look takes in. */
const GLANCE = 64;

/** How far a comparison goes, and what it left for later. */
interface Look {
  readonly tolerance: number;
  /** Values that may still be looked at. */
  left: number;
  /** Pairs that were too deep for recursion, flat. */
  readonly waiting: Json[];
}

/**
 * Whether two documents are the same, whatever the order of members. Takes time in proportion to
 * their size and little stack, however deep they are.
 */
export function isSameJson(one: Json, other: Json, tolerance: number): boolean {
  const look: Look = { tolerance, left: Number.POSITIVE_INFINITY, waiting: [] };
  let isSame = isSameBelow([one, other], look, 0);
  while (isSame && look.waiting.length > 0) {
    const right = look.waiting.pop() ?? null;
    const left = look.waiting.pop() ?? null;
    isSame = isSameBelow([left, right], look, 0);
  }
  return isSame;
}

/** Whether a short look shows that two documents are the same; false does not say that they differ. */
export function isSameAtSight(one: Json, other: Json, tolerance: number): boolean {
  const look: Look = { tolerance, left: GLANCE, waiting: [] };
  return isSameBelow([one, other], look, 0) && look.waiting.length === 0;
}

function isSameBelow([one, other]: readonly [Json, Json], look: Look, depth: number): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other)) return isSameScalar(one, other, look.tolerance);
  if (depth === DEEPEST) {
    look.waiting.push(one, other);
    return true;
  }
  if (isArray(one)) return isArray(other) && isSameArray([one, other], look, depth + 1);
  return !isArray(other) && isSameObject([one, other], look, depth + 1);
}

function isSameArray(
  [one, other]: readonly [readonly Json[], readonly Json[]],
  look: Look,
  depth: number,
): boolean {
  const { length } = one;
  look.left -= length;
  if (length !== other.length || look.left < 0) return false;
  for (let index = 0; index < length; index += 1) {
    if (!isSameBelow([one[index] ?? null, other[index] ?? null], look, depth)) return false;
  }
  return true;
}

function isSameObject(
  [one, other]: readonly [JsonObject, JsonObject],
  look: Look,
  depth: number,
): boolean {
  const names = Object.keys(one);
  look.left -= names.length;
  if (look.left < 0 || names.length !== Object.keys(other).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(other, name)) return false;
    if (!isSameBelow([one[name] ?? null, other[name] ?? null], look, depth)) return false;
  }
  return true;
}
