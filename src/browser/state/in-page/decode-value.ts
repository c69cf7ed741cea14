import type { decodeLeaf, Encoded } from "./decode-leaf.ts";

/** What {@link decodeValue} uses; functions go into a page without what is around them. */
export interface DecodeTools {
  readonly decodeLeaf: typeof decodeLeaf;
}

/**
 * Decodes what `encodeValue` or Playwright encoded. Runs in the page.
 * @throws when it is neither's form
 */
export function decodeValue(tools: DecodeTools, root: unknown): unknown {
  const known = new Map<unknown, unknown>();
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const keep = <Kept>(encoded: Encoded, container: Kept): Kept => {
    known.set(encoded["id"], container);
    return container;
  };
  const decodeObject = (encoded: Encoded): object => {
    const object = keep(encoded, {});
    for (const member of list(encoded["o"]) as readonly Encoded[]) {
      // Not an assignment, which would set the prototype for `__proto__`.
      const value = decode(member["v"]);
      const settings = { value, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(object, String(member["k"]), settings);
    }
    return object;
  };
  const decodeContainer = (encoded: Encoded): unknown => {
    if ("o" in encoded) return decodeObject(encoded);
    if ("a" in encoded) {
      const array = keep<unknown[]>(encoded, []);
      for (const item of list(encoded["a"])) array.push(decode(item));
      return array;
    }
    if ("m" in encoded) {
      const map = keep(encoded, new Map<unknown, unknown>());
      for (const pair of list(encoded["m"])) map.set(decode(list(pair)[0]), decode(list(pair)[1]));
      return map;
    }
    if ("se" in encoded) {
      const set = keep(encoded, new Set<unknown>());
      for (const item of list(encoded["se"])) set.add(decode(item));
      return set;
    }
    if ("e" in encoded) {
      const { n, m, s } = Object(encoded["e"]) as Encoded;
      return keep(encoded, Object.assign(new Error(String(m)), { name: n, stack: s }));
    }
    if ("bo" in encoded) return keep(encoded, Object(decode(encoded["bo"])) as object);
    throw new TypeError(`unknown form: ${Object.keys(encoded).join(", ")}`);
  };
  const decode = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const encoded = value as Encoded;
    if ("ref" in encoded) return known.get(encoded["ref"]);
    const leaf = tools.decodeLeaf(encoded);
    return leaf === undefined ? decodeContainer(encoded) : leaf[0];
  };
  return decode(root);
}
