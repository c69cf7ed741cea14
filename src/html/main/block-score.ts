import { contexts, type BlockContext, type PartAround } from "./block-context.ts";
import type { Block } from "./blocks.ts";
import { signNames } from "./block-signs.ts";
import { Neighbours, neighbourScales, type NeighbourScaleName } from "./neighbour-scales.ts";
import { scales, type ScaleName } from "./content-scales.ts";
import { nameGroups } from "./name-signs.ts";
import { findNeighbours } from "./neighbourhood.ts";
import type { PageKind } from "../facts/page-kind.ts";
import type { PageSummary } from "./page-summary.ts";
import type { BlockPage } from "./content-anchors.ts";
import { placeNames } from "./places.ts";
import { shareOdds } from "./style-odds.ts";

/**
 * What speaks for and against content, in two rounds: what is seen of each block by itself, and
 * then that again with what the chances of the first round say of the blocks around it.
 */
export interface ContentWeights {
  readonly first: RoundWeights;
  readonly second: RoundWeights;
  /** Of a block's neighbours, in the second round. */
  readonly neighbours: Readonly<Record<NeighbourScaleName, ScaleWeights>>;
}

/** The weights of a round; summed up, each shifts the odds by e to it. */
export interface RoundWeights {
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
  /** Elements with a share of the page's text around the block; an array of its own. */
  readonly parts: readonly PartAround[];
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
      parts: context.parts,
    };
  }
}

/**
 * How likely each block is content, from 0 to 1. What neighbours say is weighed twice, the second
 * time by chances that know of them already.
 */
export function scoreBlocks(
  page: BlockPage,
  summary: PageSummary,
  weights: ContentWeights,
): Float64Array {
  const chances = new Float64Array(page.blocks.length);
  const sums = new Float64Array(page.blocks.length);
  const parts: (readonly PartAround[])[] = [];
  const [first, second] = [weigher(weights.first, page.kind), weigher(weights.second, page.kind)];
  for (const seen of evidence(page, summary)) {
    const index = parts.push(seen.parts) - 1;
    chances[index] = chanceOf(first(seen));
    sums[index] = second(seen);
  }
  const near = findNeighbours(page, parts);
  const judge = (known: Float64Array): Float64Array => {
    const neighbours = new Neighbours(near, known, page.kind);
    const odds = sums.map(
      (sum, index) => sum + weighNeighbours(weights.neighbours, neighbours, index),
    );
    return shareOdds(odds, near.styles).map(chanceOf);
  };
  return judge(judge(chances));
}

/** The chance of odds whose logarithm is given. */
export function chanceOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** What the evidence of a block weighs in a round, on pages of a kind. */
export function weigher(round: RoundWeights, kind: PageKind): (seen: Evidence) => number {
  const ordered = (Object.keys(scales) as ScaleName[]).map((name) => round.scales[name]);
  const bits = bitsFor(round, kind);
  return (seen) => {
    let sum = round.base;
    sum += sumBits(seen.places, bits.places) + sumBits(seen.names, bits.names);
    sum += sumBits(seen.signs, bits.signs);
    for (let at = 0; at < ordered.length; at++) {
      sum += weigh(ordered[at] as ScaleWeights, seen.values[at] as number);
    }
    return sum;
  };
}

const neighbourScaleNames = Object.keys(neighbourScales) as NeighbourScaleName[];

function weighNeighbours(
  weights: ContentWeights["neighbours"],
  neighbours: Neighbours,
  index: number,
): number {
  let sum = 0;
  for (const name of neighbourScaleNames) {
    sum += weigh(weights[name], neighbourScales[name](neighbours, index));
  }
  return sum;
}

function bitsFor({ bits, bitsOfKind }: RoundWeights, kind: PageKind): BitWeights {
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
