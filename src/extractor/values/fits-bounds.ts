import { compileScriptPattern } from "../../core/index.ts";
import type { Json } from "../../storage/index.ts";
import type { ValueBounds, ValueSchema } from "../value-schema.ts";

/** Characters of a text that is tried against a pattern. */
const LONGEST_TRIED = 256;

/**
 * Whether a number or text is within the bounds of a schema, and a text matches its pattern where
 * that is cheap to try; true for other values.
 */
export function fitsBounds(value: Json, { bounds, pattern }: ValueSchema): boolean {
  if (typeof value === "number") return isInRange(value, bounds);
  if (typeof value !== "string") return true;
  const length = lengthOf(value);
  if (length < (bounds.minLength ?? 0) || length > (bounds.maxLength ?? Infinity)) return false;
  return pattern === undefined || mayMatch(value, pattern);
}

function isInRange(value: number, bounds: ValueBounds): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

/** Characters as JSON Schema counts them: code points. */
function lengthOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff](?=[\udc00-\udfff])/g)?.length ?? 0);
}

/** Whether a text matches a pattern; true as well for a long text or pattern, and for a malformed one. */
function mayMatch(text: string, pattern: string): boolean {
  if (text.length > LONGEST_TRIED || pattern.length > LONGEST_TRIED) return true;
  try {
    return compileScriptPattern(pattern).matcher(text).find();
  } catch {
    return true;
  }
}
