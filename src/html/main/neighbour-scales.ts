import { circles, type Neighbourhood } from "./neighbourhood.ts";
import { pageKinds, type PageKind } from "../facts/page-kind.ts";

/** A number that tells what a block's neighbours make of it. */
type NeighbourScale = (neighbours: Neighbours, index: number) => number;

/** Where there is nobody, so that nobody can be likely content. */
const NOBODY = -1;

/** A chance as odds, beyond which it is certain. */
const MOST_ODDS = 6;

/** The scales, by name; chances are from 0 to 1 and -1 without a neighbour. */
export const neighbourScales = {
  odds: (neighbours, index) => neighbours.odds(index),
  before1: (neighbours, index) => neighbours.between(index - 1, index),
  after1: (neighbours, index) => neighbours.between(index + 1, index + 2),
  before3: (neighbours, index) => neighbours.between(index - 3, index),
  after3: (neighbours, index) => neighbours.between(index + 1, index + 4),
  before8: (neighbours, index) => neighbours.between(index - 8, index),
  after8: (neighbours, index) => neighbours.between(index + 1, index + 9),
  inParent: (neighbours, index) => neighbours.inCircle(index, circles.indexOf("parent")),
  inGrandparent: (neighbours, index) => neighbours.inCircle(index, circles.indexOf("grandparent")),
  inGreatGrandparent: (neighbours, index) =>
    neighbours.inCircle(index, circles.indexOf("greatGrandparent")),
  inPart: (neighbours, index) => neighbours.inCircle(index, circles.indexOf("part")),
  inLargePart: (neighbours, index) => neighbours.inCircle(index, circles.indexOf("largePart")),
  inHalf: (neighbours, index) => neighbours.inCircle(index, circles.indexOf("half")),
  inGroup: (neighbours, index) => neighbours.inCircle(index, circles.indexOf("group")),
  inList: (neighbours, index) => neighbours.inCircle(index, circles.indexOf("list")),
  ofStyle: (neighbours, index) => neighbours.ofStyle(index),
  styleCount: (neighbours, index) => Math.log2(1 + neighbours.countOfStyle(index)),
  ofPage: (neighbours) => neighbours.share,
  contentBefore: (neighbours, index) => neighbours.contentBefore(index),
  ofHeading: (neighbours, index) => neighbours.ofHeading(index),
  underHeading: (neighbours, index) => neighbours.underHeading(index),
  oddsOfKind: (neighbours, index) =>
    pageKinds.indexOf(neighbours.kind) * 7 +
    Math.max(0, Math.min(6, Math.round(neighbours.odds(index) / 1.6) + 3)),
  pageOfKind: (neighbours) =>
    pageKinds.indexOf(neighbours.kind) * 6 + Math.min(5, Math.floor(neighbours.share * 6)),
} as const satisfies Record<string, NeighbourScale>;

/** The name of a scale of neighbours. */
export type NeighbourScaleName = keyof typeof neighbourScales;

/** What the chances of a page's blocks say about each other; each word counts alike. */
export class Neighbours {
  readonly kind: PageKind;
  readonly #near: Neighbourhood;
  readonly #chances: Float64Array;
  /** By block, and one more: words before it, and those that are to be expected content. */
  readonly #words: Float64Array;
  readonly #content: Float64Array;
  /** By style: the same, and how many blocks. */
  readonly #styles: readonly { words: number; content: number; count: number }[];
  /** By block: the heading above, and where what is under it ends; -1 without one. */
  readonly #headings: Int32Array;
  readonly #ends: Int32Array;

  /** @param chances by block, from 0 to 1 */
  constructor(near: Neighbourhood, chances: Float64Array, kind: PageKind) {
    const count = chances.length;
    this.kind = kind;
    this.#near = near;
    this.#chances = chances;
    this.#words = new Float64Array(count + 1);
    this.#content = new Float64Array(count + 1);
    this.#headings = new Int32Array(count).fill(-1);
    this.#ends = new Int32Array(count).fill(count);
    const styles: { words: number; content: number; count: number }[] = [];
    let heading = -1;
    for (let index = 0; index < count; index++) {
      const words = near.words[index] as number;
      const content = words * (chances[index] as number);
      this.#words[index + 1] = (this.#words[index] as number) + words;
      this.#content[index + 1] = (this.#content[index] as number) + content;
      const style = (styles[near.styles[index] as number] ??= { words: 0, content: 0, count: 0 });
      style.words += words;
      style.content += content;
      style.count++;
      if (near.headings[index] === 0) {
        this.#headings[index] = heading;
        continue;
      }
      if (heading !== -1) this.#ends[heading] = index;
      heading = index;
    }
    this.#styles = styles;
  }

  /** The logarithm of the block's odds. */
  odds(index: number): number {
    const chance = this.#chances[index] as number;
    return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, Math.log(chance / (1 - chance))));
  }

  /** The chance of the words from one block up to another; both may be beyond the page. */
  between(from: number, to: number): number {
    const last = this.#chances.length;
    const [first, end] = [Math.max(0, from), Math.min(last, to)];
    if (first >= end) return NOBODY;
    const words = (this.#words[end] as number) - (this.#words[first] as number);
    return ratio((this.#content[end] as number) - (this.#content[first] as number), words);
  }

  /** The chance of the other words in a circle around the block. */
  inCircle(index: number, circle: number): number {
    const at = index * circles.length + circle;
    const [first, end] = [this.#near.firsts[at] as number, this.#near.ends[at] as number];
    if (first >= end) return NOBODY;
    return this.#others(index, {
      words: (this.#words[end] as number) - (this.#words[first] as number),
      content: (this.#content[end] as number) - (this.#content[first] as number),
    });
  }

  /** The chance of the other words of the same style. */
  ofStyle(index: number): number {
    const style = this.#styles[this.#near.styles[index] as number];
    return style === undefined ? NOBODY : this.#others(index, style);
  }

  countOfStyle(index: number): number {
    return this.#styles[this.#near.styles[index] as number]?.count ?? 0;
  }

  /** The share of the page's words that is to be expected content. */
  get share(): number {
    return (this.#content.at(-1) as number) / Math.max(1, this.#words.at(-1) as number);
  }

  /** The share of the content that is to be expected before the block. */
  contentBefore(index: number): number {
    return (this.#content[index] as number) / ((this.#content.at(-1) as number) || 1);
  }

  /** The chance of the heading above; a heading itself has none. */
  ofHeading(index: number): number {
    const heading = this.#headings[index] as number;
    return heading === -1 ? NOBODY : (this.#chances[heading] as number);
  }

  /** For a heading: the chance of the words under it. */
  underHeading(index: number): number {
    if (this.#near.headings[index] === 0) return NOBODY;
    return this.between(index + 1, this.#ends[index] as number);
  }

  #others(index: number, all: { readonly words: number; readonly content: number }): number {
    const words = this.#near.words[index] as number;
    return ratio(all.content - words * (this.#chances[index] as number), all.words - words);
  }
}

function ratio(content: number, words: number): number {
  return words <= 0 ? NOBODY : Math.max(0, content / words);
}
