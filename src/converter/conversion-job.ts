import type { ConvertOptions } from "./convert-options.ts";
import type { ExtractOptions } from "./extract-options.ts";

/** A page to convert; the reply's result is a Conversion. */
interface PageJob {
  readonly kind: "page";
  readonly html: string;
  readonly options: ConvertOptions;
}

/** What is made of the page in a line. */
export type LineWork =
  | { readonly kind: "line"; readonly options: ConvertOptions }
  | { readonly kind: "extract"; readonly options: ExtractOptions };

/** A line of JSON with a page in it. */
export interface GivenLine {
  /** Its buffer is given away. */
  readonly line: Uint8Array<ArrayBuffer>;
  /** Of the line in the input, from 1; said where the id is not known. */
  readonly number: number;
}

/** A line and what is made of it; the reply's result is a {@link ConvertedLine}. */
export type LineJob = LineWork & GivenLine;

/** What a conversion worker is asked for; one at a time. */
export type ConversionJob = PageJob | LineJob;

/** A line of JSON that answers a line of JSON. */
export interface ConvertedLine {
  /** `{"id", …}` with what was made of the page, or `{"id", "error"}`, in UTF-8, with its line feed. */
  readonly line: Uint8Array<ArrayBuffer>;
  /** Whether it says why there is no result. */
  readonly failed: boolean;
}
