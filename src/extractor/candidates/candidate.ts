import type { NodeId } from "../../html/index.ts";
import type { Name } from "../schema/names.ts";

/** Where a value was found; the most reliable first. */
const sources = Object.freeze([
  "json-ld",
  "microdata",
  "rdfa",
  "data",
  "definition-list",
  "table",
  "label",
  "attribute",
  "state",
  "open-graph",
  "meta",
  "class",
  "record",
  "heading",
  "metadata",
  "text",
] as const);

/** One of {@link sources}. */
export type Source = (typeof sources)[number];

/** The place of a candidate that an attribute of programs holds: `data-price`. */
export const DATA_ATTRIBUTE = "data-*";

/** A value that the page has, and what it calls it. */
export interface Candidate {
  readonly name: Name;
  readonly source: Source;
  /** A text, or what a member of structured data holds. */
  readonly value: unknown;
  /** The element that has it; 0 where it is no part of what is shown. */
  readonly node: NodeId;
  /** Path in the structured data, `offers.price`; what is called so on the page, otherwise. */
  readonly place: string;
  /** Whether it is an address that is called so, and nothing else. */
  readonly isAddress?: boolean;
  /** Whether it is said of one of several things on the page, so that it says nothing of the page. */
  readonly isOfRecord?: boolean;
}
