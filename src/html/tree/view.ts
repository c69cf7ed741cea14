import type { NodeId, Tree } from "./tree.ts";

/** Which part of a page is meant. The tree is shared and never changed. */
export interface View {
  /** The page. */
  readonly tree: Tree;
  /** The outermost nodes of the part, in document order; none is inside another. */
  readonly roots: readonly NodeId[];
  /** By node: 1 where it, with all below it, is left out. */
  readonly dropped: Uint8Array;
  /** What relative URLs are relative to: the page's `base` or its own address. */
  readonly baseUrl?: string;
}
