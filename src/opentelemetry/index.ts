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
 * const instrumentation = await instrument();
 * process.once("SIGTERM", () => instrumentation[Symbol.dispose]());
 * ```
 * @packageDocumentation
 */
export { instrument } from "./instrument.ts";
