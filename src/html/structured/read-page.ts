import { documentBase } from "../address/base-url.ts";
import { PageUrls } from "../address/page-urls.ts";
import type { Tree } from "../tree/tree.ts";
import { Allowance } from "./allowance.ts";

/** A page whose data is read, and what may be spent on it. */
export interface StructuredPage {
  readonly tree: Tree;
  readonly urls: PageUrls;
  /** Looks at nodes; some are looked at more than once. */
  readonly looks: Allowance;
  /** Characters of what is found. */
  readonly characters: Allowance;
}

/** Looks at nodes beyond the first of each. */
const MORE_LOOKS = 1_000_000;

const MOST_CHARACTERS = 4_000_000;

/** Makes a page ready for its data to be read. */
export function readPage(tree: Tree, url: string): StructuredPage {
  return {
    tree,
    urls: new PageUrls(documentBase(tree, url)),
    looks: new Allowance(2 * tree.size + MORE_LOOKS),
    characters: new Allowance(MOST_CHARACTERS),
  };
}
