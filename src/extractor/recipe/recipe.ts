import type { Json } from "../../storage/index.ts";

/** Forms in which a page has data for programs. */
export const dataForms = Object.freeze([
  "json-ld",
  "microdata",
  "rdfa",
  "state",
  "open-graph",
  "meta",
] as const);

/**
 * Where a value stands on pages of one kind: exactly one of `data`, `label`, `column` and `css` is there.
 * What is called robust outlives a new design: data and labels rather than classes, classes rather
 * than positions.
 */
export interface Locator {
  /** A form of structured data; `path` is then the members that lead to the value. */
  readonly data?: (typeof dataForms)[number];
  /** The `@type` of the thing that has the path, without a namespace; any thing when absent. */
  readonly type?: string;
  /** Members, dotted: `offers.price`. */
  readonly path?: string;
  /** What the page calls the value, as a reader sees it. */
  readonly label?: string;
  /** A CSS selector; of an item of a list within its record. */
  readonly css?: string;
  /** The attribute that is the value; the text of the element when absent. */
  readonly attribute?: string;
  /**
   * A column of the table that a record is a row of, from 0, with the cells that reach into it from
   * above; what is one cell of several columns is of none.
   */
  readonly column?: number;
  /** Of a record: whether it is the last that the selector matches before the record, as a heading. */
  readonly above?: boolean;
  /** Of a record of several elements: in which of them it is, from 0; in any when absent. */
  readonly step?: number;
  /**
   * Of records: tags of elements beside each that are of it too, up to the next record or another tag.
   */
  readonly follow?: readonly string[];
  /** Whether it found a value in all that was learned from: where it finds none, none may be there. */
  readonly always?: boolean;
  /** A selector of what the element stood in on every page; it must stand in such an element. */
  readonly within?: string;
  /** Whether it was the first of several that the selector matches; else one alone counts. */
  readonly first?: boolean;
  /** Of a selector by position: a hash of what stood before the element on the way to it. */
  readonly way?: string;
  /** Which part of the text: `min`, `max`, `currency`, `unit`, `city` …; all of it when absent. */
  readonly part?: string;
  /** What stands before the value in its text, and is no part of it. */
  readonly after?: string;
  /** What stands behind it. */
  readonly before?: string;
}

/** How one value is read, and what is known of such values. */
export interface FieldRecipe {
  /** In the order in which they are asked; at most 6. */
  readonly locators: readonly Locator[];
  /** Whether the value is a list of single values. */
  readonly isList: boolean;
  /** Whether the schema requires it: a page without it does not fit. */
  readonly isRequired: boolean;
  /** Least and greatest number that was seen, of numbers. */
  readonly range?: readonly [least: number, greatest: number];
  /** Least and greatest count of characters, of texts. */
  readonly lengths?: readonly [least: number, greatest: number];
}

/** How a list of objects is read. */
export interface ListRecipe {
  /**
   * What each record is: CSS selectors, or members of structured data that are lists; the first
   * that gives records counts.
   */
  readonly records: readonly Locator[];
  /** Whether they had one parent on each page: of several such groups the one with most fields counts. */
  readonly isTogether: boolean;
  /** Paths of fields that every record had: what has less than half of them is none. */
  readonly needs: readonly string[];
  /** By dotted path within the record. */
  readonly fields: Readonly<Record<string, FieldRecipe>>;
  /** Lists in each record, by dotted path within it; none when absent. */
  readonly lists?: Readonly<Record<string, ListRecipe>>;
  /** How it is read where a page has none of these records: from what is shown, where data lacks it. */
  readonly otherwise?: ListRecipe;
  /** Whether the schema requires it: a page without it does not fit. */
  readonly isRequired: boolean;
}

/** Reads the values of a schema from pages of one kind, without a model. Plain JSON. */
export interface Recipe {
  readonly version: 1;
  /** The JSON Schema that the values are of. */
  readonly schema: Readonly<Record<string, Json>>;
  /** Of the pages' addresses: `https://shop.example/p/*`; `*` stands for one or more characters. */
  readonly urlPattern: string;
  /** Pages that it was learned from. */
  readonly pages: number;
  /** By dotted path: `price`, `salary.min`. */
  readonly fields: Readonly<Record<string, FieldRecipe>>;
  /** By dotted path. */
  readonly lists: Readonly<Record<string, ListRecipe>>;
  /** Paths of values that were known and are nowhere on the pages: no locator finds them. */
  readonly unlearned: readonly string[];
}
