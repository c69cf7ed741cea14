import { contexts, type BlockContext } from "./block-context.ts";
import type { Block } from "./blocks.ts";
import { signNames } from "./block-signs.ts";
import { scales, type ScaleName } from "./content-scales.ts";
import { nameGroups } from "./name-signs.ts";
import type { PageKind } from "./page-kind.ts";
import type { BlockPage, PageSummary } from "./page-summary.ts";
import { placeNames } from "./places.ts";

/** What speaks for and against content; summed up, each weight shifts the odds by e to it. */
export interface ContentWeights {
  /** Of every block. */
  readonly base: number;
  /** Of bits, on pages of any kind. */
  readonly bits: BitWeights;
  /** What is added to them on pages of some kinds. */
  readonly bitsOfKind: Readonly<Record<KindGroup, BitWeights>>;
  /** Of the value of a scale: the first weight below the first edge, and so on. */
  readonly scales: Readonly<Record<ScaleName, ScaleWeights>>;
}

/** The weights of what is there or not. */
export interface BitWeights {
  /** Of a place that the block is in, in the order of `placeNames`. */
  readonly places: readonly number[];
  /** Of a group of names around the block, in the order of `nameGroups`. */
  readonly names: readonly number[];
  /** Of a sign that the block's text shows, in the order of `signNames`. */
  readonly signs: readonly number[];
}

/** Kinds of page where the same names mean other things than on most. */
export type KindGroup = "documentation" | "forum" | "goods" | "service";

const kindGroups: Readonly<Partial<Record<PageKind, KindGroup>>> = {
  documentation: "documentation",
  forum: "forum",
  product: "goods",
  collection: "goods",
  listing: "goods",
  search: "goods",
  service: "service",
};

/** The group of a kind; undefined for running text and what is not known. */
export function groupOfKind(kind: PageKind): KindGroup | undefined {
  return kindGroups[kind];
}

/** The weights of a scale; one more than edges. */
export interface ScaleWeights {
  readonly edges: readonly number[];
  readonly weights: readonly number[];
}

/** What is seen of one block: the bits and the values that weights belong to. */
export interface Evidence {
  readonly places: number;
  readonly names: number;
  readonly signs: number;
  /** In the order of `scales`. */
  readonly values: Float64Array;
}

const readers = Object.values(scales) as readonly ((
  context: BlockContext,
  block: Block,
) => number)[];

/** What is seen of each block. The same object comes again, with the values of the next block. */
export function* evidence(page: BlockPage, summary: PageSummary): Generator<Evidence> {
  const { places, names } = page.around;
  const values = new Float64Array(readers.length);
  for (const context of contexts(page, summary)) {
    const block = page.blocks[context.index] as Block;
    const node = block.nodes[0] as number;
    for (let index = 0; index < readers.length; index++) {
      values[index] = readers[index]?.(context, block) ?? 0;
    }
    yield {
      places: places[node] as number,
      names: names[node] as number,
      signs: summary.signs[context.index] as number,
      values,
    };
  }
}

/** How likely each block is content, from 0 to 1. */
export function scoreBlocks(
  page: BlockPage,
  summary: PageSummary,
  weights: ContentWeights,
): Float64Array {
  const chances = new Float64Array(page.blocks.length);
  const ordered = (Object.keys(scales) as ScaleName[]).map((name) => weights.scales[name]);
  const bits = bitsFor(weights, page.kind);
  let index = 0;
  for (const seen of evidence(page, summary)) {
    let sum = weights.base;
    sum += sumBits(seen.places, bits.places) + sumBits(seen.names, bits.names);
    sum += sumBits(seen.signs, bits.signs);
    for (let at = 0; at < ordered.length; at++) {
      sum += weigh(ordered[at] as ScaleWeights, seen.values[at] as number);
    }
    chances[index++] = 1 / (1 + Math.exp(-sum));
  }
  return chances;
}

function bitsFor({ bits, bitsOfKind }: ContentWeights, kind: PageKind): BitWeights {
  const group = groupOfKind(kind);
  if (group === undefined) return bits;
  const add = (table: keyof BitWeights): number[] =>
    bits[table].map((weight, bit) => weight + (bitsOfKind[group][table][bit] as number));
  return { places: add("places"), names: add("names"), signs: add("signs") };
}

function sumBits(bits: number, weights: readonly number[]): number {
  let sum = 0;
  for (let left = bits; left !== 0; left &= left - 1) {
    sum += weights[31 - Math.clz32(left & -left)] as number;
  }
  return sum;
}

function weigh({ edges, weights }: ScaleWeights, value: number): number {
  let at = 0;
  while (at < edges.length && value >= (edges[at] as number)) at++;
  return weights[at] as number;
}

/** How many weights stand for bits, by their table. */
export const bitTables = Object.freeze({
  places: placeNames.length,
  names: nameGroups.length,
  signs: signNames.length,
});
