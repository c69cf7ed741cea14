/**
 * What all parts share: errors with codes, the clock and identifiers that tests replace, the canonical
 * URL, and the names of trace channels and events.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { canonicalUrl, isDraglineError } from "dragline";
 *
 * try {
 *   console.log(canonicalUrl("HTTPS://Shop.example:443/lamps?utm_source=mail#top"));
 * } catch (error) {
 *   if (isDraglineError(error, "INVALID_URL")) console.error(error.message);
 * }
 * ```
 * @packageDocumentation
 */
export {
  canonicalUrl,
  CoreError,
  DraglineError,
  errorTable,
  eventNames,
  isDraglineError,
  systemClock,
  systemIds,
  traceNames,
  type CanonicalUrlOptions,
  type Clock,
  type ErrorCode,
  type ErrorRoom,
  type EventName,
  type EventTable,
  type Ids,
  type TraceName,
  type TraceTable,
} from "./core/index.ts";
