import type { ConvertOptions } from "./convert-options.ts";
import type { ExtractOptions } from "./extract-options.ts";

/** A page to convert; the reply's result is a Conversion. */
export interface PageJob {
  readonly kind: "page";
  /** Bytes are decoded in the thread. */
  readonly html: string | Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
  readonly options: ConvertOptions;
}

/** What is made of the page in a line. */
export type LineWork =
  | { readonly kind: "line"; readonly options: ConvertOptions }
  | { readonly kind: "extract"; readonly options: ExtractOptions };

/** A page as it was saved, for which a line of JSON is wanted. */
export interface SavedPage {
  /** The `id` of its line. */
  readonly id: string;
  /**
   * HTML in the encoding that its media type, or it itself, says. Memory of its own is given away:
   * use it no more; other memory is copied.
   */
  readonly html: Uint8Array<ArrayBuffer>;
  /** Its media type, as a header has it; XHTML is read as XML only where it is told here. */
  readonly contentType?: string | undefined;
  /** Its address, which goes before that of the options and is written into its line. */
  readonly url?: string | undefined;
  /** Why a part of it is missing, which is written into its line. */
  readonly truncated?: string | undefined;
}

/** A page that could not be read, whose line says why. */
export interface MissingPage {
  /** The `id` of its line. */
  readonly id: string;
  readonly error: string;
}

/** A line of JSON with a page in it, or a page. */
export interface GivenLine {
  /** The buffer of its bytes is given away. */
  readonly line: Uint8Array<ArrayBuffer> | SavedPage;
  /** Of the line in the input, from 1; said where the id is not known. */
  readonly number: number;
}

/** A line and what is made of it; the reply's result is a {@link MadeLine}. */
export type LineJob = LineWork & GivenLine;

/** What a conversion worker is asked for; one at a time. */
export type ConversionJob = PageJob | LineJob;

/** A line of JSON that answers a line of JSON or a page. */
export interface ConvertedLine extends MadeLine {
  /** Bytes of the line, or of the page's HTML, that it answers. */
  readonly bytes: number;
}

/** What a thread makes of a line. */
export interface MadeLine {
  /** `{"id", …}` with what was made of the page, or `{"id", "error"}`, in UTF-8, with its line feed. */
  readonly line: Uint8Array<ArrayBuffer>;
  /** Whether it says why there is no result. */
  readonly failed: boolean;
}
