/**
 * Spans and metrics of OpenTelemetry for all that Dragline does in this process, by its trace channels
 * and `@opentelemetry/api`; exporters are yours.
 *
 * Loads nothing else of the library; `@opentelemetry/api` by the first call.
 *
 * @example
 * ```ts
 * import { instrument } from "dragline/opentelemetry";
 *
 * using instrumentation = await instrument();
 * ```
 * @packageDocumentation
 */
export { instrument } from "./instrument.ts";
