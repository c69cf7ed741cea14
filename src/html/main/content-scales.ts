import { wordsNear, type BlockContext } from "./block-context.ts";
import type { Block } from "./blocks.ts";
import { isRuled } from "./page-summary.ts";
import type { BlockPage } from "./content-anchors.ts";
import { pageKinds } from "../facts/page-kind.ts";
import { KNOWN_TAGS, tagIds, type TagName } from "../scan/tags.ts";
import type { NodeId } from "../tree/tree.ts";

/** A number that tells something about whether a block is content. */
type Scale = (context: BlockContext, block: Block) => number;

const tagGroups = new Uint8Array(KNOWN_TAGS);
const groupNames =
  "p|li|td th|h1|h2|h3|h4 h5 h6|dt dd|pre|blockquote|figcaption|div|button|span".split("|");
for (const [index, names] of groupNames.entries()) {
  for (const name of names.split(" ")) tagGroups[tagIds[name as TagName]] = index + 1;
}

/** The scales, by name; `content-weights.ts` says what their values weigh. */
export const scales = {
  words: (_, block) => Math.log2(1 + block.words),
  wordLength: (_, { text, words }) => (words === 0 ? 0 : text.length / words),
  linked: (_, block) => block.linked,
  capitals: (_, { capitals, words }) => capitals / Math.max(1, words),
  numbers: (_, { numbers, words }) => numbers / Math.max(1, words),
  commas: (_, { commas, words }) => commas / Math.max(1, words),
  sentences: (_, block) => Math.min(5, block.sentences),
  ending: (_, { text }) => (/[.!?。…:;]["”’)]?$/.test(text) ? 1 : 0),
  tag: ({ page }, { box }) => tagGroups[page.tree.tag(box)] as number,
  position: ({ summary, index }) =>
    (summary.wordsBefore[index] as number) / Math.max(1, summary.words),
  sinceTitle: ({ summary, index }) => sinceTitle(index - summary.title, summary.title),
  sinceProse: ({ summary: { firstProse }, index }) => distance(index, firstProse),
  untilProse: ({ summary: { lastProse }, index }) => distance(index, lastProse),
  proseBefore: ({ summary: { proseBefore }, index }) =>
    (proseBefore[index] as number) / Math.max(1, proseBefore.at(-1) ?? 0),
  proseAround: ({ summary: { proseBefore }, index }) =>
    Math.log2(1 + wordsNear(proseBefore, index, 2) - wordsNear(proseBefore, index, 0)),
  proseNear: ({ summary, index }) => Math.log2(1 + wordsNear(summary.proseBefore, index, 6)),
  part: (context) => partLinked(context, 0),
  partShare: (context) => partShare(context, 0),
  partSteps: ({ parts }) => Math.min(12, parts[0]?.steps ?? 12),
  largePart: (context) => partLinked(context, 1),
  largePartShare: (context) => partShare(context, 1),
  largePartSteps: ({ parts }) => Math.min(12, parts[1]?.steps ?? 12),
  half: (context) => partLinked(context, 2),
  halfShare: (context) => partShare(context, 2),
  halfSteps: ({ parts }) => Math.min(12, parts[2]?.steps ?? 12),
  group: (context, block) => Math.log2(1 + alike(context, block)),
  groupLength: (context, block) => groupLength(context, groupOf(context, block)),
  groupLinked: (context, block) => groupLinked(context, groupOf(context, block)),
  groupShare: (context, block) => groupShare(context, groupOf(context, block)),
  heading: ({ heading }) => heading.near,
  headingAround: ({ heading }) => heading.far,
  sinceHeading: ({ heading }) => Math.min(12, heading.distance),
  headingLevel: ({ heading }) => heading.level,
  title: ({ page, summary, index }, { text }) =>
    titleMatch(page.titles, index - summary.title, text),
  repeated: ({ repeated }) => (repeated ? 1 : 0),
  depth: ({ page }, { box }) => Math.min(30, page.around.depths[box] as number),
  ruled: ({ page }, block) => (isRuled(page, block) ? 1 : 0),
  ruledNear: ({ summary, index }) =>
    wordsNear(summary.ruledBefore, index, 5) /
    Math.max(1, wordsNear(summary.wordsBefore, index, 5)),
  ruledPlace: ({ summary, index }) => spanPlace(index, summary.firstRuled, summary.lastRuled),
  body: ({ nearBody: { steps } }) => Math.min(8, steps),
  bodyOfKind: ({ page, nearBody: { steps } }) =>
    pageKinds.indexOf(page.kind) * 6 + 1 + Math.min(4, steps),
  bodyShare: (context) => shareOf(context, context.nearBody.around),
  titleNear: ({ nearTitle: { steps } }) => Math.min(9, steps),
  titleShare: (context) => shareOf(context, context.nearTitle.around),
  article: ({ article }) => article,
  articleOfKind: ({ page, article }) => pageKinds.indexOf(page.kind) * 4 + article,
  wordsNext: ({ page, index }) => Math.log2(1 + (page.blocks[index + 1]?.words ?? 0)),
  wordsPrevious: ({ page, index }) => Math.log2(1 + (page.blocks[index - 1]?.words ?? 0)),
  linkedNear: ({ summary, index }) =>
    wordsNear(summary.linkedBefore, index, 4) /
    Math.max(1, wordsNear(summary.wordsBefore, index, 4)),
  kind: ({ page }) => pageKinds.indexOf(page.kind),
  ruledOfKind: ({ page }, block) =>
    pageKinds.indexOf(page.kind) * 2 + (isRuled(page, block) ? 1 : 0),
  ruledWords: ({ page }, block) => ruledStep(page, block, Math.floor(Math.log2(1 + block.words))),
  ruledLinked: ({ page }, block) => ruledStep(page, block, Math.floor(4 * block.linked)),
  ruledTag: ({ page }, block) =>
    ruledStep(page, block, tagGroups[page.tree.tag(block.box)] as number),
  ruledHeading: ({ page, heading }, block) => ruledStep(page, block, heading.far),
  ruledTitle: ({ page, summary, index }, block) =>
    ruledStep(page, block, 1 + sinceTitle(index - summary.title, summary.title)),
  ruledGroup: (context, block) =>
    ruledStep(context.page, block, Math.min(6, Math.floor(Math.log2(1 + alike(context, block))))),
  ruledProse: ({ page, summary, index }, block) =>
    ruledStep(page, block, Math.floor(Math.log2(1 + wordsNear(summary.proseBefore, index, 6)) / 2)),
  ruledPart: (context, block) =>
    ruledStep(context.page, block, Math.floor(4 * partLinked(context, 0))),
  headingOfKind: ({ page, heading }) => pageKinds.indexOf(page.kind) * 7 + heading.far,
  linkedOfKind: ({ page }, { linked }) => pageKinds.indexOf(page.kind) * 2 + (linked > 0.5 ? 1 : 0),
  pageProse: ({ summary }) => summary.prose,
  pageProseWords: ({ summary }) => Math.log2(1 + summary.prose * summary.words),
  pageLinked: ({ summary }) => summary.linked,
  pageWords: ({ summary }) => Math.log2(1 + summary.words),
  pageBlocks: ({ page }) => Math.log2(1 + page.blocks.length),
  pageRuled: ({ summary }) => summary.ruled,
  pageRuledWords: ({ summary }) => Math.log2(1 + summary.ruled * summary.words),
  pageRuledLinked: ({ summary }) => summary.ruledLinked,
  pageGrouped: ({ summary }) => summary.grouped,
  pageHidden: ({ summary }) => summary.hidden,
  pageReviews: ({ summary }) => summary.reviews,
  pagePrices: ({ summary }) => summary.prices,
  pageDates: ({ summary }) => summary.dates,
  pageSocials: ({ summary }) => summary.socials,
  pageArticles: ({ summary }) => Math.min(20, summary.articles),
} as const satisfies Record<string, Scale>;

/** The name of a scale. */
export type ScaleName = keyof typeof scales;

/** The steps of a number apart for what the rules see as content and what they do not. */
function ruledStep(page: BlockPage, block: Block, step: number): number {
  return step * 2 + (isRuled(page, block) ? 1 : 0);
}

/** 0 before the title, 1 the title, 2 just behind it, 3 later; -1 without a title. */
function sinceTitle(distanceTo: number, title: number): number {
  if (title === -1) return -1;
  if (distanceTo < 0) return 0;
  if (distanceTo === 0) return 1;
  return distanceTo < 6 ? 2 : 3;
}

/** Blocks from `to` on, within 6 either way; 0 without it. */
function distance(index: number, to: number): number {
  return to === -1 ? 0 : Math.max(-6, Math.min(6, index - to));
}

function partLinked(context: BlockContext, part: number): number {
  return linkedShare(context, context.parts[part]?.node ?? 0);
}

function partShare(context: BlockContext, part: number): number {
  return shareOf(context, context.parts[part]?.node ?? 0);
}

function linkedShare(context: BlockContext, node: NodeId): number {
  return (context.page.measures.linked[node] as number) / Math.max(1, textOf(context, node));
}

function textOf(context: BlockContext, node: NodeId): number {
  return context.page.measures.text[node] as number;
}

function groupOf({ page }: BlockContext, { box }: Block): NodeId {
  return page.around.groups[box] as number;
}

function alike(context: BlockContext, block: Block): number {
  const group = groupOf(context, block);
  return group === 0 ? 0 : (context.page.around.alike[group] as number);
}

function groupLength(context: BlockContext, group: NodeId): number {
  return group === 0 ? 0 : Math.log2(1 + textOf(context, group));
}

function groupLinked(context: BlockContext, group: NodeId): number {
  return group === 0 ? 0 : linkedShare(context, group);
}

function groupShare(context: BlockContext, group: NodeId): number {
  if (group === 0) return 0;
  return textOf(context, context.page.tree.parent(group)) / Math.max(1, textOf(context, 0));
}

function titleMatch(titles: readonly string[], distanceTo: number, text: string): number {
  if (distanceTo === 0) return 1;
  return text.length > 8 && titles.includes(text.toLowerCase()) ? 2 : 0;
}

/** -1 before, 0 to 1 within, 2 behind. */
function spanPlace(index: number, first: number, last: number): number {
  if (first === -1) return 0;
  if (index < first) return -1;
  return index > last ? 2 : (index - first) / Math.max(1, last - first);
}

function shareOf(context: BlockContext, node: NodeId): number {
  return textOf(context, node) / Math.max(1, textOf(context, 0));
}
