import { exactNumber } from "../../core/index.ts";
/** A filter of templates. A value that is null passes through, but for those that say otherwise. */
export interface Filter {
  /** Arguments at least and at most. */
  readonly arity: readonly [number, number];
  /** Whether it takes null. */
  readonly takesNull?: boolean;
  /** @throws FilterFault */
  apply(value: unknown, args: readonly unknown[]): unknown;
}

/** A value is not what a filter takes. */
export class FilterFault extends Error {
  constructor(expected: string, value: unknown) {
    super(`takes ${expected}; got ${shownValue(value)}`);
    this.name = "FilterFault";
  }
}

/** A value for a message. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  if (typeof value === "number" || typeof value === "boolean" || value == null) {
    return String(value);
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? "an object" : typeof value;
}

/** @throws FilterFault */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new FilterFault("text", value);
}

/** @throws FilterFault */
export function asNumber(value: unknown): number {
  const isNumeric =
    typeof value === "string" && /^\s*-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/.test(value);
  const number = isNumeric ? exactNumber(value.trim()) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  if (isNumeric) throw new FilterFault("a number of at most 2^53 - 1", value);
  throw new FilterFault("a number", value);
}

/** @throws FilterFault */
export function asInteger(value: unknown): number {
  const number = asNumber(value);
  if (Number.isSafeInteger(number)) return number;
  throw new FilterFault("a whole number", value);
}

/** @throws FilterFault */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new FilterFault("a list", value);
}
