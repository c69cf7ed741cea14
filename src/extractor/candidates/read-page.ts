import type { Tree } from "../../html/index.ts";
import type { Candidate } from "./candidate.ts";
import type { SourcedThing } from "./page-things.ts";
import type { PageText } from "./page-text.ts";
import type { PlaceWeights } from "./place-weights.ts";
import type { StructuredDocument } from "./structured-document.ts";

/** A page that values are looked for on. */
export interface SourcePage {
  readonly tree: Tree;
  /** Its address, which relative URLs go by. */
  readonly url: string;
  /** What it holds where it is no page, but a document of data. */
  readonly document?: StructuredDocument | undefined;
}

/** A page as values are read of it: everything on it that may be one. */
export interface ReadPage extends SourcePage {
  readonly text: PageText;
  /** What relative URLs are relative to. */
  readonly baseUrl: string;
  /** Of the page, `en-GB`; empty when it does not say. */
  readonly language: string;
  readonly weights: PlaceWeights;
  /** The first heading of the first level; empty without one. */
  readonly title: string;
  /** What is shown, in document order. */
  readonly shown: readonly Candidate[];
  /** What structured data tells of, the page's metadata last. */
  readonly things: readonly SourcedThing[];
}
