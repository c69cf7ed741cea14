import type { Json } from "../../storage/index.ts";
import { isArray, isContainer } from "./is-same-json.ts";

/** Below this nothing counts: what differs only there has one hash. */
const DEEPEST = 64;

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/**
 * A number of 32 bits that is the same for documents that are the same, whatever the order of
 * members. Different documents may share one: who uses it compares.
 * @param exact false: all numbers count as one, for comparisons with a tolerance
 */
export function hashJson(value: Json, exact: boolean): number {
  return hash(value, exact, DEEPEST);
}

function hash(value: Json, exact: boolean, levels: number): number {
  if (typeof value === "string") return hashText(value);
  if (typeof value === "number") return exact ? hashNumber(value) : 3;
  if (!isContainer(value)) return value === null ? 5 : value ? 7 : 11;
  if (levels === 0) return 13;
  if (isArray(value)) {
    let sum = 17;
    for (const element of value) sum = mix(sum, hash(element, exact, levels - 1));
    return sum;
  }
  // A sum, as members have no order.
  let sum = 19;
  for (const name of Object.keys(value)) {
    sum = (sum + mix(hashText(name), hash(value[name] ?? null, exact, levels - 1))) | 0;
  }
  return mix(sum, 23);
}

function mix(one: number, other: number): number {
  const product = Math.imul(one ^ (one >>> 15), 0x2c1b3c6d) + Math.imul(other, 0x297a2d39);
  return (product ^ (product >>> 13)) | 0;
}

function hashText(text: string): number {
  let sum = 29;
  for (let index = 0; index < text.length; index += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(sum, text.length);
}

function hashNumber(value: number): number {
  // -0 becomes 0.
  float[0] = value + 0;
  return mix(words[0] ?? 0, words[1] ?? 0);
}
