import { compileScriptPattern } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import type { ValueBounds, ValueSchema } from "../schema/value-schema.ts";

/** Characters of a text that is tried against a pattern; a longer one does not match. */
const LONGEST_TRIED = 10_000;

/**
 * Whether a number or text is within the bounds of a schema, and a text matches its pattern; true
 * for other values.
 */
export function fitsBounds(value: Json, { bounds, pattern }: ValueSchema): boolean {
  if (typeof value === "number") return isInRange(value, bounds);
  if (typeof value !== "string") return true;
  const length = lengthOf(value);
  if (length < (bounds.minLength ?? 0) || length > (bounds.maxLength ?? Infinity)) return false;
  return pattern === undefined || matches(value, pattern);
}

function isInRange(value: number, bounds: ValueBounds): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = bounds;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) return false;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

/** Whether a number is a multiple, as its decimals say: 49.9 is one of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return of > 0 && Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

/** Characters as JSON Schema counts them: code points. */
function lengthOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff](?=[\udc00-\udfff])/g)?.length ?? 0);
}

function matches(text: string, pattern: string): boolean {
  if (text.length > LONGEST_TRIED) return false;
  try {
    return compileScriptPattern(pattern).matcher(text).find();
  } catch {
    return false;
  }
}
