/** A value encoded by Playwright or by us; a stranger may have written anything. */
export type Encoded = Readonly<Record<string, unknown>>;

/**
 * Decodes what has no members, in a list of one; undefined for what has. Runs in the page.
 * @throws when the form is known and what it holds is not
 */
export function decodeLeaf(encoded: Encoded): readonly [unknown] | undefined {
  const specials: Readonly<Record<string, unknown>> = {
    __proto__: null,
    undefined,
    null: null,
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    "-Infinity": Number.NEGATIVE_INFINITY,
    "-0": -0,
  };
  const kinds: Readonly<Record<string, new (buffer: ArrayBuffer) => unknown>> = {
    i8: Int8Array,
    ui8: Uint8Array,
    ui8c: Uint8ClampedArray,
    i16: Int16Array,
    ui16: Uint16Array,
    i32: Int32Array,
    ui32: Uint32Array,
    f16: Reflect.get(globalThis, "Float16Array") as new () => unknown,
    f32: Float32Array,
    f64: Float64Array,
    bi64: BigInt64Array,
    bui64: BigUint64Array,
  };
  const text = (value: unknown): string => {
    if (typeof value === "string") return value;
    throw new TypeError(`expected a string, got a ${typeof value}`);
  };
  const bytes = (base64: unknown): ArrayBuffer =>
    Uint8Array.from(atob(text(base64)), (character) => character.charCodeAt(0)).buffer;
  const ofBlob = ({ b, t, n, l }: Encoded): Blob => {
    const type = text(t);
    if (n === undefined) return new Blob([bytes(b)], { type });
    return new File([bytes(b)], text(n), { type, lastModified: Number(l) });
  };
  const inner = (name: string): Encoded => Object(encoded[name]) as Encoded;
  if ("v" in encoded) return [specials[text(encoded["v"])]];
  if ("d" in encoded) return [new Date(encoded["d"] === null ? Number.NaN : text(encoded["d"]))];
  if ("bi" in encoded) return [BigInt(text(encoded["bi"]))];
  if ("r" in encoded) return [new RegExp(text(inner("r")["p"]), text(inner("r")["f"]))];
  if ("ab" in encoded) return [bytes(inner("ab")["b"])];
  if ("dv" in encoded) return [new DataView(bytes(inner("dv")["b"]))];
  if ("bl" in encoded) return [ofBlob(inner("bl"))];
  if (!("ta" in encoded)) return undefined;
  const { b, k } = inner("ta");
  const kind = Object.hasOwn(kinds, text(k)) ? kinds[text(k)] : undefined;
  if (kind === undefined) throw new TypeError(`unknown kind of typed array: ${text(k)}`);
  return [new kind(bytes(b))];
}
