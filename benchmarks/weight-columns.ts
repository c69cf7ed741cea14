import {
  bitTables,
  type BitWeights,
  type KindGroup,
  type RoundWeights,
  type ScaleWeights,
} from "../src/html/main/block-score.ts";
import type { NeighbourScaleName } from "../src/html/main/neighbour-scales.ts";
import type { ScaleName } from "../src/html/main/content-scales.ts";

/** What is seen of a block, as the fit takes it. */
export interface SeenBlock {
  /** Bits of places, names and signs. */
  readonly bits: readonly number[];
  /** The group of its page's kind. */
  readonly group: KindGroup | undefined;
  /** In the order of the names of scales. */
  readonly values: Float64Array;
}

/** Weights by the names of the scales that they were fitted for. */
export interface FittedWeights<Name extends string> extends Omit<RoundWeights, "scales"> {
  readonly scales: Readonly<Record<Name, ScaleWeights>>;
}

/** Edges of a scale: at most this many, unless its values are few whole numbers. */
const MOST_EDGES = 8;
const MOST_STEPS = 80;

/** Steps of weights that are closer become one. */
const SAME = 0.03;

const tables = [bitTables.places, bitTables.names, bitTables.signs];
const tableWidth = tables.reduce((sum, width) => sum + width, 0);
const groups: readonly KindGroup[] = ["documentation", "forum", "goods", "service"];

/** Scales whose values are numbers of sorts: neighbours have nothing in common. */
const sorts = new Set<string>([
  "tag",
  "kind",
  "title",
  "sinceTitle",
  "sinceProse",
  "untilProse",
  "heading",
  "headingAround",
  "article",
  "ruledOfKind",
  "ruledTag",
  "ruledHeading",
  "ruledTitle",
  "headingOfKind",
  "linkedOfKind",
  "bodyOfKind",
  "articleOfKind",
  "oddsOfKind",
  "pageOfKind",
] satisfies (ScaleName | NeighbourScaleName)[]);

/** Scales that interleave the steps for what the rules see and what they do not. */
const interleaved = new Set<string>([
  "ruledWords",
  "ruledLinked",
  "ruledGroup",
  "ruledProse",
  "ruledPart",
] satisfies ScaleName[]);

/** Gives every weight a column: one per bit, one per bit and group of kinds, one per step. */
export class WeightColumns<Name extends string> {
  readonly width: number;
  /** Columns of neighbours on a scale, two by two. */
  readonly pairs: Int32Array;
  readonly #names: readonly Name[];
  readonly #edges: readonly (readonly number[])[];
  /** The first column of each scale. */
  readonly #starts: readonly number[];

  constructor(names: readonly Name[], blocks: readonly SeenBlock[]) {
    this.#names = names;
    this.#edges = names.map((_, at) =>
      edgesOf(Float64Array.from(blocks, ({ values }) => values[at] as number)),
    );
    const starts = [tableWidth * (1 + groups.length)];
    for (const edges of this.#edges) starts.push((starts.at(-1) as number) + edges.length + 1);
    this.width = starts.pop() as number;
    this.#starts = starts;
    this.pairs = Int32Array.from(names.flatMap((name, at) => this.#pairsOf(name, at)));
  }

  #pairsOf(name: Name, at: number): number[] {
    if (sorts.has(name)) return [];
    const start = this.#starts[at] as number;
    const apart = interleaved.has(name) ? 2 : 1;
    const count = Math.max(0, (this.#edges[at]?.length ?? 0) + 1 - apart);
    return Array.from({ length: count }, (_, step) => start + step).flatMap((column) => [
      column,
      column + apart,
    ]);
  }

  /** The columns that a block sets. */
  of({ bits, group, values }: SeenBlock): number[] {
    const columns: number[] = [];
    let start = 0;
    for (const [table, width] of tables.entries()) {
      for (let bit = 0; bit < width; bit++) {
        if (((bits[table] as number) & (1 << bit)) !== 0) columns.push(start + bit);
      }
      start += width;
    }
    if (group !== undefined) {
      const shift = tableWidth * (1 + groups.indexOf(group));
      columns.push(...columns.map((column) => column + shift));
    }
    for (const [at, edges] of this.#edges.entries()) {
      const own = this.#starts[at] as number;
      columns.push(own + edges.filter((edge) => (values[at] as number) >= edge).length);
    }
    return columns;
  }

  /** The fitted weights, the base last, by their names. */
  name(fitted: Float64Array): FittedWeights<Name> {
    const rows = this.#names.map((name, at): [Name, ScaleWeights] => {
      const edges = this.#edges[at] as readonly number[];
      const start = this.#starts[at] as number;
      return [name, merged(edges, fitted.subarray(start, start + edges.length + 1))];
    });
    const kinds = groups.map((group, at) => [group, bitsAt(fitted, (at + 1) * tableWidth)]);
    return {
      base: round(fitted[this.width] as number),
      bits: bitsAt(fitted, 0),
      bitsOfKind: Object.fromEntries(kinds) as Record<KindGroup, BitWeights>,
      scales: Object.fromEntries(rows) as Record<Name, ScaleWeights>,
    };
  }
}

function bitsAt(fitted: Float64Array, from: number): BitWeights {
  const { places, names } = bitTables;
  const cut = (start: number, end: number): number[] =>
    Array.from(fitted.subarray(from + start, from + end), round);
  return {
    places: cut(0, places),
    names: cut(places, places + names),
    signs: cut(places + names, tableWidth),
  };
}

/** Steps whose weights hardly differ become one. */
function merged(edges: readonly number[], weights: Float64Array): ScaleWeights {
  const kept: number[] = [];
  const own = [round(weights[0] as number)];
  for (const [at, edge] of edges.entries()) {
    const weight = weights[at + 1] as number;
    if (Math.abs(weight - (own.at(-1) as number)) < SAME) continue;
    kept.push(edge);
    own.push(round(weight));
  }
  return { edges: kept, weights: own };
}

function round(weight: number): number {
  return Number(weight.toFixed(2)) + 0;
}

function edgesOf(values: Float64Array): number[] {
  const sorted = values.toSorted();
  const distinct = [...new Set(sorted)];
  if (distinct.length <= MOST_STEPS && distinct.every(Number.isInteger)) {
    return distinct.slice(1).map((value, at) => (value + (distinct[at] as number)) / 2);
  }
  const edges = new Set<number>();
  for (let at = 1; at <= MOST_EDGES; at++) {
    const quantile = sorted[Math.floor((at / (MOST_EDGES + 1)) * sorted.length)] as number;
    if (quantile > (sorted[0] as number)) edges.add(shorten(quantile));
  }
  return [...edges];
}

/** Digits of an edge that count. */
const DIGITS = 3;

const constants = [Math.LN2, Math.LN10, Math.LOG2E, Math.LOG10E, Math.SQRT1_2, Math.SQRT2];
const known = new Set([...constants, Math.E, Math.PI].map((one) => one.toPrecision(DIGITS)));

/** To a few digits; not to those of a constant of mathematics, which a reader would take it for. */
function shorten(edge: number): number {
  const short = edge.toPrecision(DIGITS);
  return known.has(short) ? Number((edge * 1.003).toPrecision(DIGITS)) : Number(short);
}
