import { announcement } from "./block-signs.ts";
import { MOST_STEPS, type ContentAnchors, type Nearness } from "./content-anchors.ts";
import type { PageSummary } from "./page-summary.ts";
import type { BlockPage } from "./content-anchors.ts";
import { Place } from "./places.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId } from "../tree/tree.ts";

/** Where a block is among the others of its page. */
export interface BlockContext {
  readonly page: BlockPage;
  readonly summary: PageSummary;
  readonly index: number;
  /** The heading above, as far as it reaches. */
  readonly heading: HeadingAbove;
  /** Elements around the block with a twentieth, a fifth and half of the page's text. */
  readonly parts: readonly PartAround[];
  /** How the block stands to the element with most running text, and to the title. */
  readonly nearBody: Nearness;
  readonly nearTitle: Nearness;
  /** 0 when the title is in no article, 1 in the title's article, 2 in another one, 3 in none. */
  readonly article: number;
  /** Whether the page has the same text before. */
  readonly repeated: boolean;
}

/** What the last heading says to a block. */
interface HeadingAbove {
  /** {@link announcement} of a heading in the same part; 0 without one. */
  readonly near: number;
  /** The same of a heading in the part around as well. */
  readonly far: number;
  /** Blocks since the heading. */
  readonly distance: number;
  /** 0 for h1 to 5 for h6; 7 without a heading. */
  readonly level: number;
}

/** An element around a block. */
export interface PartAround {
  readonly node: NodeId;
  /** Elements between the block and it. */
  readonly steps: number;
}

/** Shares of the page's text. */
const PARTS = [0.05, 0.2, 0.5] as const;

const NO_HEADING = 7;

/** The contexts of the blocks of a page, in order. */
export function* contexts(page: BlockPage, summary: PageSummary): Generator<BlockContext> {
  const seen = new Set<string>();
  const headings = new Headings(page);
  const { anchors } = summary;
  for (const [index, { box, text }] of page.blocks.entries()) {
    const lower = text.toLowerCase();
    yield {
      page,
      summary,
      index,
      heading: headings.above(index),
      parts: partsAround(page, box),
      nearBody: anchors.body.nearness(box),
      nearTitle: anchors.title.nearness(box),
      article: articleOf(page, anchors, box),
      repeated: seen.has(lower),
    };
    seen.add(lower);
  }
}

class Headings {
  readonly #page: BlockPage;
  #said = 0;
  #part: NodeId = 0;
  #distance = 99;
  #level = NO_HEADING;

  constructor(page: BlockPage) {
    this.#page = page;
  }

  above(index: number): HeadingAbove {
    const { tree, around, blocks } = this.#page;
    const block = blocks[index];
    if (block === undefined) return { near: 0, far: 0, distance: 0, level: NO_HEADING };
    if (((around.places[block.nodes[0] as number] as number) & Place.heading) !== 0) {
      this.#said = announcement(block.text);
      this.#part = tree.parent(block.box);
      this.#distance = 0;
      this.#level = tree.tag(block.box) - tagIds.h1;
      return { near: this.#said, far: this.#said, distance: 0, level: this.#level };
    }
    this.#distance++;
    const near = this.#isIn(block.box, this.#part);
    const far = near || this.#isIn(block.box, tree.parent(this.#part));
    return {
      near: near ? this.#said : 0,
      far: far ? this.#said : 0,
      distance: this.#distance,
      level: far ? this.#level : NO_HEADING,
    };
  }

  #isIn(node: NodeId, part: NodeId): boolean {
    if (part === 0) return false;
    let at = node;
    for (let step = 0; step < MOST_STEPS && at !== 0; step++) {
      if (at === part) return true;
      at = this.#page.tree.parent(at);
    }
    return false;
  }
}

function articleOf({ tree, around }: BlockPage, { article }: ContentAnchors, box: NodeId): number {
  if (article === 0) return 0;
  let at = box;
  for (let step = 0; step < MOST_STEPS && at > article; step++) at = tree.parent(at);
  if (at === article) return 1;
  return ((around.places[box] as number) & Place.article) === 0 ? 3 : 2;
}

function partsAround({ tree, measures: { text } }: BlockPage, box: NodeId): PartAround[] {
  const whole = text[0] as number;
  let node = box;
  let steps = 0;
  return PARTS.map((share) => {
    while (node !== 0 && (text[node] as number) < share * whole) {
      node = steps === MOST_STEPS ? 0 : tree.parent(node);
      steps++;
    }
    return { node, steps };
  });
}

/** Words of the blocks from `index - reach` to `index + reach` by a running sum. */
export function wordsNear(sums: Int32Array, index: number, reach: number): number {
  const last = sums.length - 1;
  const from = sums[Math.max(0, index - reach)] as number;
  return (sums[Math.min(last, index + reach + 1)] as number) - from;
}
