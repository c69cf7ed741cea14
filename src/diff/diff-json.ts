import { systemClock } from "../core/index.ts";
import type { Json } from "../storage/index.ts";
import { compareJson } from "./json/compare-json.ts";
import { jsonSettings } from "./json/json-settings.ts";
import type { JsonDiff, JsonDiffOptions } from "./json-diff.ts";

/**
 * The difference of two JSON documents: what {@link applyJson} and every other program that knows
 * JSON Patch (RFC 6902) makes `after` of `before` with. The order of members does not count, nor
 * does the sign of zero. Elements of arrays are told apart by `identity` or by their content, so that
 * one which was moved is moved, and one which was put in does not change those behind it. Takes
 * time nearly in proportion to the documents' size, and no stack, however deep they are.
 *
 * The result shares values with both documents.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { applyJson, diffJson } from "dragline/diff";
 *
 * const before = { name: "Opal lamp", price: 79.9 };
 * const diff = diffJson(before, { name: "Opal lamp", price: 69.9 });
 * console.log(diff.changes, applyJson(before, diff));
 * ```
 */
export function diffJson(before: Json, after: Json, options?: JsonDiffOptions): JsonDiff {
  return compareJson({ before, after, settings: jsonSettings(options), clock: systemClock });
}
