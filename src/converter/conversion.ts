import type { Image, Link, Metadata, PageKind } from "../html/index.ts";

/** The formats of a conversion, all made from one parse of the page. */
export const convertFormats = Object.freeze([
  "markdown",
  "text",
  "cleanedHtml",
  "html",
  "links",
  "images",
  "metadata",
] as const);

/** One format of a conversion. */
export type ConvertFormat = (typeof convertFormats)[number];

/** A page in the formats asked for; a format not asked for is absent. Plain: JSON holds all of it. */
export interface Conversion {
  /** GitHub Flavored Markdown, or as the options say. */
  readonly markdown?: string;
  /** The text, blocks on lines of their own, table cells separated by tabs. */
  readonly text?: string;
  /** HTML of the content only: absolute URLs, no scripts, no styles, safe to render. */
  readonly cleanedHtml?: string;
  /** The page's HTML as it came, whole. */
  readonly html?: string;
  /** Absolute http and https links in document order, without duplicates. */
  readonly links?: readonly Link[];
  /** Absolute image URLs in document order, without duplicates. */
  readonly images?: readonly Image[];
  /** What the page says about itself, whole. */
  readonly metadata?: Metadata;
  /** The sort of page; only with `main`. */
  readonly kind?: PageKind;
  /** How sure the choice of the main content is, from 0 (the whole page) to 1; only with `main`. */
  readonly confidence?: number;
  /** What may be wrong with the result; absent without anything. */
  readonly warnings?: readonly ConvertWarning[];
}

/**
 * A page in the formats of the options: those that are written down there are there, others are not;
 * where the options' type does not tell, each may be.
 */
export type ConvertedIn<Formats extends readonly ConvertFormat[]> = number extends Formats["length"]
  ? Conversion
  : Omit<Conversion, ConvertFormat> & Required<Pick<Conversion, Formats[number]>>;

/**
 * Something the caller may want to know about a conversion. `malformed`: XHTML that is not
 * well-formed, read as HTML.
 */
export type ConvertWarning = "malformed";
