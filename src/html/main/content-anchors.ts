import type { PageKind } from "../facts/page-kind.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Measures } from "../view/measures.ts";
import type { Block } from "./blocks.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** A page as its blocks; what is here is known before any block is judged. */
export interface BlockPage {
  readonly tree: Tree;
  readonly measures: Measures;
  readonly around: Surroundings;
  readonly blocks: readonly Block[];
  readonly kind: PageKind;
  /** By node: 1 where the rules see content; undefined when they see none. */
  readonly byRules: Uint8Array | undefined;
  /** The page's titles as it states them, in lower case. */
  readonly titles: readonly string[];
}

/** Two places of a page that content is near to. */
export interface ContentAnchors {
  /** The element that most running text is directly below. */
  readonly body: Anchor;
  /** The page's title. */
  readonly title: Anchor;
  /** The outermost `article` around the title; 0 without one. */
  readonly article: NodeId;
}

/** How a block stands to an anchor. */
export interface Nearness {
  /** Steps from the anchor to the innermost element around both; -1 without an anchor. */
  readonly steps: number;
  /** That element. */
  readonly around: NodeId;
}

/** Elements around a block that are looked at. */
export const MOST_STEPS = 60;

/** A place in a page, with the way up from it. */
class Anchor {
  readonly #tree: Tree;
  readonly #steps = new Map<NodeId, number>();

  /** @param node 0 for no place */
  constructor(tree: Tree, node: NodeId) {
    this.#tree = tree;
    if (node === 0) return;
    let at = node;
    for (let step = 0; step < MOST_STEPS && at !== 0; step++) {
      this.#steps.set(at, step);
      at = tree.parent(at);
    }
    this.#steps.set(0, this.#steps.size);
  }

  /** How the element stands to the anchor. */
  nearness(element: NodeId): Nearness {
    let around = element;
    for (let step = 0; step < MOST_STEPS; step++) {
      const steps = this.#steps.get(around);
      if (steps !== undefined) return { steps, around };
      if (around === 0) break;
      around = this.#tree.parent(around);
    }
    return { steps: -1, around: 0 };
  }
}

/**
 * Finds the anchors of a page.
 * @param title the block that is the page's title, if any
 * @param prose words of running text in a block
 */
export function findAnchors(
  page: BlockPage,
  title: Block | undefined,
  prose: (block: Block) => number,
): ContentAnchors {
  const { tree } = page;
  return {
    body: new Anchor(tree, findBody(page, prose)),
    title: new Anchor(tree, title?.box ?? 0),
    article: outermostArticle(tree, title?.box ?? 0),
  };
}

function findBody({ tree, blocks }: BlockPage, prose: (block: Block) => number): NodeId {
  const words = new Map<NodeId, number>();
  let body = 0;
  for (const block of blocks) {
    const own = prose(block);
    if (own === 0) continue;
    const parent = tree.parent(block.box);
    const sum = (words.get(parent) ?? 0) + own;
    words.set(parent, sum);
    if (body === 0 || sum > (words.get(body) ?? 0)) body = parent;
  }
  return body;
}

function outermostArticle(tree: Tree, node: NodeId): NodeId {
  let found = 0;
  for (let at = node; at !== 0; at = tree.parent(at))
    if (tree.tag(at) === tagIds.article) found = at;
  return found;
}
