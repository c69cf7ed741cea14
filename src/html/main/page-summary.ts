import type { Block } from "./blocks.ts";
import { findAnchors, type ContentAnchors } from "./content-anchors.ts";
import { signNames, signsOf } from "./block-signs.ts";
import { Place } from "./places.ts";
import { tagIds } from "../scan/tags.ts";
import type { BlockPage } from "./content-anchors.ts";

/** What all blocks of a page are together; shares are from 0 to 1. */
export interface PageSummary {
  /** By block: bits of {@link signNames}. */
  readonly signs: Int32Array;
  readonly words: number;
  /** Of all words: in blocks that are running text. */
  readonly prose: number;
  readonly linked: number;
  readonly ruled: number;
  /** Of the words that the rules see: in links. */
  readonly ruledLinked: number;
  readonly grouped: number;
  readonly hidden: number;
  readonly reviews: number;
  /** Of all blocks. */
  readonly prices: number;
  readonly dates: number;
  readonly socials: number;
  readonly articles: number;
  /** By block, and one more: words of running text before it. */
  readonly proseBefore: Int32Array;
  /** By block, and one more: words before it. */
  readonly wordsBefore: Int32Array;
  /** By block, and one more: words in links before it. */
  readonly linkedBefore: Int32Array;
  readonly anchors: ContentAnchors;
  /** By block, and one more: words before it that the rules see. */
  readonly ruledBefore: Int32Array;
  /** The block that is the page's title; -1 without one. */
  readonly title: number;
  /** The first and the last block of more than a few words of running text; -1 without one. */
  readonly firstProse: number;
  readonly lastProse: number;
  /** The first and the last block that the rules see; -1 without one. */
  readonly firstRuled: number;
  readonly lastRuled: number;
}

const PRICE = 1 << signNames.indexOf("price");
const DATE = 1 << signNames.indexOf("date");
const SOCIAL = 1 << signNames.indexOf("social");

/** Shares of a block's text in links; with more it is no running text. */
const MOST_LINKED = 0.4;

/** Words of a block of running text: at least. */
const PROSE = 20;
/** … and to count as such around other blocks. */
const SOME_PROSE = 12;

const ASIDE = Place.nav | Place.footer | Place.aside | Place.hidden;

/** Whether the rules see the block as content. */
export function isRuled(page: BlockPage, block: Block): boolean {
  return page.byRules?.[block.nodes[0] as number] === 1;
}

/** Sums a page up. */
export function summarize(page: BlockPage): PageSummary {
  const { blocks } = page;
  const sums = sumShares(page);
  const signs = Int32Array.from(blocks, (block) => signsOf(block.text));
  const title = findTitle(page);
  const share = (bit: number): number =>
    signs.reduce((sum, own) => sum + (own & bit ? 1 : 0), 0) / Math.max(1, blocks.length);
  return {
    ...sums,
    signs,
    prices: share(PRICE),
    dates: share(DATE),
    socials: share(SOCIAL),
    articles: countArticles(page),
    proseBefore: runningSum(blocks, (block) => proseIn(page, block)),
    wordsBefore: runningSum(blocks, (block) => block.words),
    linkedBefore: runningSum(blocks, (block) => block.words * block.linked),
    anchors: findAnchors(page, blocks[title], (block) => proseIn(page, block)),
    ruledBefore: runningSum(blocks, (block) => (isRuled(page, block) ? block.words : 0)),
    title,
    firstProse: blocks.findIndex((block) => proseIn(page, block) > PROSE),
    lastProse: blocks.findLastIndex((block) => proseIn(page, block) > PROSE),
    firstRuled: blocks.findIndex((block) => isRuled(page, block)),
    lastRuled: blocks.findLastIndex((block) => isRuled(page, block)),
  };
}

type Shares = Pick<
  PageSummary,
  "words" | "prose" | "linked" | "ruled" | "ruledLinked" | "grouped" | "hidden" | "reviews"
>;

function sumShares(page: BlockPage): Shares {
  const { places, groups } = page.around;
  const words = sum(page, (block) => block.words);
  const whole = Math.max(1, words);
  const ruled = sum(page, (block) => (isRuled(page, block) ? block.words : 0));
  const ruledLinked = sum(page, (block) => (isRuled(page, block) ? block.words * block.linked : 0));
  const inPlace = (place: number): number =>
    sum(page, (block) => ((places[block.box] as number) & place ? block.words : 0)) / whole;
  const running = (block: Block): boolean => block.words > PROSE && block.linked < MOST_LINKED;
  return {
    words,
    prose: sum(page, (block) => (running(block) ? block.words : 0)) / whole,
    linked: sum(page, (block) => block.words * block.linked) / whole,
    ruled: ruled / whole,
    ruledLinked: ruledLinked / Math.max(1, ruled),
    grouped: sum(page, (block) => (groups[block.box] === 0 ? 0 : block.words)) / whole,
    hidden: inPlace(Place.hidden),
    reviews: inPlace(Place.review),
  };
}

function sum(page: BlockPage, amount: (block: Block) => number): number {
  return page.blocks.reduce((total, block) => total + amount(block), 0);
}

function runningSum(blocks: readonly Block[], amount: (block: Block) => number): Int32Array {
  const sums = new Int32Array(blocks.length + 1);
  for (const [index, block] of blocks.entries()) {
    sums[index + 1] = (sums[index] as number) + amount(block);
  }
  return sums;
}

function proseIn({ around }: BlockPage, block: Block): number {
  if (block.words <= SOME_PROSE || block.linked >= MOST_LINKED) return 0;
  return ((around.places[block.box] as number) & ASIDE) === 0 ? block.words : 0;
}

function countArticles({ tree, measures }: BlockPage): number {
  let count = 0;
  for (const node of measures.order) if (tree.tag(node) === tagIds.article) count++;
  return count;
}

/** Characters; a shorter heading is found in too many titles. */
const SHORTEST_TITLE = 8;

/** The first heading that the page's own title contains, else the first h1. */
function findTitle({ tree, around, blocks, titles }: BlockPage): number {
  const found = blocks.findIndex(({ box, text }) => {
    if (((around.places[box] as number) & Place.heading) === 0) return false;
    const lower = text.toLowerCase();
    return lower.length > SHORTEST_TITLE && titles.some((title) => title.includes(lower));
  });
  if (found !== -1) return found;
  return blocks.findIndex(({ box }) => tree.tag(box) === tagIds.h1);
}
