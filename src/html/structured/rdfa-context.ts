import type { RdfaValue } from "./rdfa-graph.ts";
import type { RdfaNames } from "./rdfa-names.ts";

/** A statement that an element inside ends. */
export interface UnfinishedStatement {
  readonly property: string;
  /** Whether what is found inside is the subject, as `rev` says. */
  readonly isReverse: boolean;
  /** The list that it goes into. */
  readonly list: RdfaValue[] | undefined;
}

/** What holds for the elements in an element (RDFa Core 1.1, 7.4). */
export interface RdfaContext {
  /** The page's address. */
  readonly page: string;
  /** What the elements say something about. */
  readonly subject: string;
  /** What they are about when a relation leads to it. */
  readonly object: string | undefined;
  readonly unfinished: readonly UnfinishedStatement[];
  /** Lists of the subject, by property. */
  readonly lists: Map<string, RdfaValue[]>;
  readonly language: string | undefined;
  readonly names: RdfaNames;
}
