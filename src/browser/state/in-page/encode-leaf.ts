/**
 * Encodes what has no members: the forms of Playwright's storage state, and three of our own where
 * it has none: `dv` (DataView), `bl` (Blob and File) and `bo` (a boxed primitive). Runs in the page.
 * @param pending takes the reading of blobs, which fills the encoded form later
 * @returns undefined for what has members
 */
export function encodeLeaf(value: unknown, pending: Promise<unknown>[]): unknown {
  const base64 = (buffer: ArrayBufferLike, from = 0, length = buffer.byteLength): string => {
    let binary = "";
    for (let at = from; at < from + length; at += 8192) {
      const size = Math.min(8192, from + length - at);
      binary += String.fromCharCode(...new Uint8Array(buffer, at, size));
    }
    return btoa(binary);
  };
  const ofBlob = (blob: Blob): unknown => {
    const encoded = { b: "", t: blob.type };
    if (blob instanceof File) Object.assign(encoded, { n: blob.name, l: blob.lastModified });
    const read = blob.arrayBuffer().then((buffer) => Object.assign(encoded, { b: base64(buffer) }));
    pending.push(read);
    return { bl: encoded };
  };
  const ofView = (view: ArrayBufferView): unknown => {
    const b = base64(view.buffer, view.byteOffset, view.byteLength);
    if (view instanceof DataView) return { dv: { b } };
    const name = Object.prototype.toString.call(view).slice(8, -6);
    const k = name
      .replace("Uint8Clamped", "ui8c")
      .replace("BigUint", "bui")
      .replace("BigInt", "bi")
      .replace("Uint", "ui")
      .replace("Int", "i")
      .replace("Float", "f");
    return { ta: { b, k } };
  };
  const ofPrimitive = (): unknown => {
    if (typeof value === "bigint") return { bi: value.toString() };
    if (Object.is(value, -0)) return { v: "-0" };
    const exact = typeof value !== "number" || Number.isFinite(value);
    return value !== undefined && value !== null && exact ? value : { v: String(value) };
  };
  if (typeof value !== "object" || value === null) return ofPrimitive();
  if (value instanceof Date) return { d: value.toJSON() };
  if (value instanceof RegExp) return { r: { p: value.source, f: value.flags } };
  if (value instanceof ArrayBuffer) return { ab: { b: base64(value) } };
  if (ArrayBuffer.isView(value)) return ofView(value);
  if (value instanceof Blob) return ofBlob(value);
  return undefined;
}
