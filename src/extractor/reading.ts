import type { Json } from "../storage/index.ts";
import type { Candidate } from "./candidates/candidate.ts";
import type { Scope } from "./choose-leaf.ts";
import type { PageCandidates } from "./page-candidates.ts";
import type { Property } from "./property.ts";
import type { Leaf } from "./leaf.ts";

/** In which candidates a value is looked for, and what its path is, with indices. */
export interface Where {
  readonly scope: Scope;
  readonly path: string;
}

/** What the values of one run are read from, and where evidence of them goes. */
export interface Reading {
  readonly page: PageCandidates;
  /** The value of a property in a scope, whatever its type; undefined when there is none. */
  read(property: Property, where: Where): Json | undefined;
  /** What the value at a path was read from; undefined without one. */
  told(path: string): Candidate | undefined;
  /** Records that what stands at a path was read of a candidate. */
  tell(path: string, candidate: Candidate, leaf: Pick<Leaf, "text" | "derived">): void;
}
