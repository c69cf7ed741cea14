import type { PartAround } from "./block-context.ts";
import type { BlockPage } from "./content-anchors.ts";
import { Place } from "./places.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** The elements around a block whose blocks are its neighbours; in this order. */
export const circles = Object.freeze([
  "parent",
  "grandparent",
  "greatGrandparent",
  "part",
  "largePart",
  "half",
  "group",
  "list",
] as const);

/** Where the neighbours of a page's blocks are. */
export interface Neighbourhood {
  /** By block. */
  readonly words: Int32Array;
  /** By block: 1 for a heading. */
  readonly headings: Uint8Array;
  /** By block: a number for the tags and first classes of it and around it; equal where these are. */
  readonly styles: Int32Array;
  /** By block and circle: the first block in it, and the one behind its last; equal without one. */
  readonly firsts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Finds the neighbours of all blocks, in time proportional to blocks and nodes.
 * @param parts by block: the elements with a share of the page's text around it
 */
export function findNeighbours(
  page: BlockPage,
  parts: readonly (readonly PartAround[])[],
): Neighbourhood {
  const { tree, blocks, around } = page;
  const ranges = new BlockRanges(page);
  const firsts = new Int32Array(blocks.length * circles.length);
  const ends = new Int32Array(firsts.length);
  const styleOf = styleReader(tree);
  const styles = new Int32Array(blocks.length);
  for (const [index, { box }] of blocks.entries()) {
    const parent = tree.parent(box);
    const grandparent = tree.parent(parent);
    const group = around.groups[box] as number;
    const nodes = [
      parent,
      grandparent,
      tree.parent(grandparent),
      ...(parts[index] ?? []).map(({ node }) => node),
      group,
      group === 0 ? 0 : tree.parent(group),
    ];
    for (const [circle, node] of nodes.entries()) {
      if (group === 0 && circle >= GROUP) continue;
      firsts[index * circles.length + circle] = ranges.first(node);
      ends[index * circles.length + circle] = ranges.end(node);
    }
    styles[index] = styleOf(box);
  }
  return {
    words: Int32Array.from(blocks, (block) => block.words),
    headings: Uint8Array.from(blocks, ({ nodes }) =>
      ((around.places[nodes[0] as number] as number) & Place.heading) === 0 ? 0 : 1,
    ),
    styles,
    firsts,
    ends,
  };
}

const GROUP = circles.indexOf("group");

/** Which blocks are in each element; they stand beside each other. */
class BlockRanges {
  /** By node: the first block, and the one behind the last. */
  readonly #firsts: Int32Array;
  readonly #ends: Int32Array;

  constructor({ tree, blocks, measures: { order } }: BlockPage) {
    this.#firsts = new Int32Array(tree.size).fill(blocks.length);
    this.#ends = new Int32Array(tree.size);
    for (const [index, { box }] of blocks.entries()) this.#widen(box, index, index + 1);
    for (let at = order.length - 1; at > 0; at--) {
      const node = order[at] as number;
      this.#widen(tree.parent(node), this.first(node), this.end(node));
    }
  }

  first(node: NodeId): number {
    return this.#firsts[node] as number;
  }

  end(node: NodeId): number {
    return this.#ends[node] as number;
  }

  #widen(node: NodeId, first: number, end: number): void {
    if (first < this.first(node)) this.#firsts[node] = first;
    if (end > this.end(node)) this.#ends[node] = end;
  }
}

/** Elements that make a style: the block's own and those around it. */
const STYLE_LEVELS = 5;

/**
 * Gives numbers to the tags and first classes of an element and those around it. Further classes
 * tell states of one thing, digits tell things of one sort apart.
 */
function styleReader(tree: Tree): (node: NodeId) => number {
  const names = new Numbering();
  const styles = new Numbering();
  const known = new Map<NodeId, number>();
  // A class is as long as the page lets it be, and is read once.
  const nameOf = (node: NodeId): number => {
    let name = known.get(node);
    if (name === undefined) {
      const classes = (tree.attribute(node, "class") ?? "").replace(/\d+/g, "");
      name = names.of(`${tree.tag(node)}.${/\S+/.exec(classes)?.[0] ?? ""}`);
      known.set(node, name);
    }
    return name;
  };
  return (node) => {
    const around: number[] = [];
    let at = node;
    for (let level = 0; level < STYLE_LEVELS; level++) {
      around.push(nameOf(at));
      at = tree.parent(at);
    }
    return styles.of(around.join());
  };
}

/** Gives each text a number, from 0. */
class Numbering {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}
