export {
  convertFormats,
  type Conversion,
  type ConvertFormat,
  type ConvertWarning,
} from "./conversion.ts";
export type { ConvertedLine } from "./conversion-job.ts";
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
