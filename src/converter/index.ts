/**
 * A page that you have to every format in one call, and many pages on all cores with a deadline for each.
 *
 * Loads the parser; the threads of a pool on first use.
 *
 * @example
 * ```ts
 * import { convert } from "dragline/converter";
 *
 * const html = "<title>Tides</title><h1>Tides</h1>";
 * const { markdown, metadata } = convert(html, { formats: ["markdown", "metadata"] });
 * console.log(metadata?.title, markdown);
 * ```
 * @packageDocumentation
 */
export {
  convertFormats,
  type Conversion,
  type ConvertedIn,
  type ConvertFormat,
  type ConvertWarning,
} from "./conversion.ts";
export type { ConvertedLine, MissingPage, SavedPage } from "./conversion-job.ts";
export { convert } from "./convert.ts";
export type {
  ConvertOptions,
  PlainMarkdownOptions,
  PooledConvertOptions,
} from "./convert-options.ts";
export { ConverterError, isConverterError } from "./converter-error.ts";
export {
  createConverterPool,
  type ConvertCall,
  type ConverterCollaborators,
  type ConverterPool,
  type ConvertLinesOptions,
  type ExtractLinesOptions,
} from "./converter-pool.ts";
export type { ExtractOptions } from "./extract-options.ts";
export type { ConverterPoolOptions } from "./pool-options.ts";
