import type { encodeLeaf } from "./encode-leaf.ts";

/** What {@link encodeValue} uses; functions go into a page without what is around them. */
export interface EncodeTools {
  readonly encodeLeaf: typeof encodeLeaf;
}

/**
 * Encodes a value of IndexedDB that JSON cannot carry, as Playwright does: containers are numbered
 * (`id`), and where one comes again stands `ref`. Maps are `m`, pairs of key and value; sets `se`.
 * Runs in the page.
 * @throws TypeError for what has no form, as a CryptoKey or a file handle
 */
export function encodeValue(
  tools: EncodeTools,
  root: unknown,
  pending: Promise<unknown>[],
): unknown {
  const ids = new Map<unknown, number>();
  const boxes = [Boolean, Number, String, BigInt];
  const encodeMembers = (value: object, depth: number): object => {
    const item = (member: unknown): unknown => encode(member, depth + 1);
    // Holes of a sparse array become undefined.
    if (Array.isArray(value)) return { a: Array.from(value, item) };
    if (value instanceof Map) return { m: Array.from(value, ([k, v]) => [item(k), item(v)]) };
    if (value instanceof Set) return { se: Array.from(value, item) };
    if (value instanceof Error) {
      return { e: { n: value.name, m: value.message, s: value.stack ?? "" } };
    }
    if (boxes.some((box) => value instanceof box)) return { bo: item(value.valueOf()) };
    if (Object.getPrototypeOf(value) !== Object.prototype) {
      throw new TypeError(`${Object.prototype.toString.call(value)} cannot be saved`);
    }
    return { o: Object.entries(value).map(([k, member]) => ({ k, v: item(member) })) };
  };
  const encode = (value: unknown, depth: number): unknown => {
    const leaf = tools.encodeLeaf(value, pending);
    if (leaf !== undefined) return leaf;
    if (depth > 500) throw new TypeError("a value is nested more than 500 deep");
    const known = ids.get(value);
    if (known !== undefined) return { ref: known };
    const id = ids.size + 1;
    ids.set(value, id);
    return { ...encodeMembers(Object(value), depth), id };
  };
  return encode(root, 0);
}
