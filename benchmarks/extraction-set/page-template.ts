import type { Locale } from "./locale.ts";
import type { Page } from "./page.ts";

/** A value of JSON. */
export type Value =
  | string
  | number
  | boolean
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

/** A JSON object; a field that is `undefined` is absent. */
export type Values = Readonly<Record<string, Value | undefined>>;

/** Where a page carries its data for machines. */
export type Carrier = "json-ld" | "json-ld-graph" | "microdata" | "rdfa" | "next-data";

/** Another thing of the page's kind, which the page names beside its own. */
export interface Teaser {
  readonly title: string;
  /** Price, date, place: text. */
  readonly note: string;
  /** The same in schema.org's terms. */
  readonly linked?: Values;
}

/** One page as its template has drawn it. */
export interface Drawn {
  /** With a slash before it. */
  readonly path: string;
  readonly title: string;
  readonly crumbs: readonly string[];
  /** What a person would answer, in the schema's form. */
  readonly values: Values;
  /** HTML, in the order of the page; a redesign may change the order. */
  readonly blocks: readonly string[];
  /** schema.org's type of the page's element, for microdata and RDFa. */
  readonly type: string;
  /** The same thing in schema.org's terms. */
  readonly linked: Values;
  /** Content by property, such as `product:price:amount`. */
  readonly openGraph?: Readonly<Record<string, string | number>>;
  readonly teasers: readonly Teaser[];
}

/** A kind of page, and what is asked of it. */
export interface PageTemplate {
  readonly name: string;
  /** JSON Schema, as the author of a backend would write it. */
  readonly schema: Values;
  /** Whether it only judges; nothing is tuned on it. */
  readonly held: boolean;
  /** The country of site `n` is `countries[n % countries.length]`. */
  readonly countries: readonly Locale[];
  /** The carrier of site `n`, in the same way. */
  readonly carriers: readonly Carrier[];
  readonly draw: (page: Page) => Drawn;
}
