import type { Slice } from "./blob-checks.ts";

/**
 * The part of `size` bytes that a `Range` header means. Undefined, so the whole, for a header that
 * is absent, not understood or asks for several parts (RFC 9110, 14.2).
 */
export function headerRange(
  header: string | null,
  size: number,
): Slice | "unsatisfiable" | undefined {
  const text = header?.trim() ?? "";
  const [, length] = /^bytes=-(\d{1,15})$/i.exec(text) ?? [];
  if (length !== undefined) return suffix(Number(length), size);
  const [, first, last = ""] = /^bytes=(\d{1,15})-(\d{0,15})$/i.exec(text) ?? [];
  if (first === undefined) return undefined;
  const start = Number(first);
  const end = last === "" ? Number.POSITIVE_INFINITY : Number(last) + 1;
  if (end <= start) return undefined;
  return start < size ? { start, end: Math.min(end, size) } : "unsatisfiable";
}

function suffix(length: number, size: number): Slice | "unsatisfiable" {
  if (length === 0 || size === 0) return "unsatisfiable";
  return { start: Math.max(0, size - length), end: size };
}
