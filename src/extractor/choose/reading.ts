import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { Scope } from "./choose-leaf.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import type { Property } from "../schema/property.ts";
import type { Leaf } from "./leaf.ts";

/** Items of a list; more are left out, which is told. */
export const MOST_ITEMS = 1000;

/** In which candidates a value is looked for, and what its path is, with indices. */
export interface Where {
  readonly scope: Scope;
  readonly path: string;
}

/** A list, and what its items are. */
export interface ListProperty {
  readonly property: Property;
  readonly items: Property;
}

/** What the values of one run are read from, and where evidence of them goes. */
export interface Reading {
  readonly page: PageCandidates;
  /** The value of a property in a scope, whatever its type; undefined when there is none. */
  read(property: Property, where: Where): Json | undefined;
  /** What the value at a path was read from; undefined without one. */
  told(path: string): Candidate | undefined;
  /** Records that a list at a path has more items on the page than are given. */
  cut(path: string, count: number): void;
  /** Records that what stands at a path was read of a candidate. */
  tell(path: string, candidate: Candidate, leaf: Pick<Leaf, "text" | "derived">): void;
  /** Reads the same page; what is reported there counts when it is kept. */
  branch(): KeptReading;
}

/** A reading that may turn out to be for nothing. */
export interface KeptReading extends Reading {
  /** Counts what was told. */
  keep(): void;
}
