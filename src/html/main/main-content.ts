import { checkTree } from "../tree/check-tree.ts";
import { withDefaults } from "../../core/index.ts";
import { chooseBlocks } from "./block-choice.ts";
import { viewOfBlocks } from "./block-marks.ts";
import { readBlocks, type PageViews } from "./block-page.ts";
import { scoreBlocks, type ContentWeights } from "./block-score.ts";
import { contentWeights } from "./content-weights.ts";
import { embeddedContent } from "../facts/embedded.ts";
import { FEWEST } from "./main-rules.ts";
import { checkHidden } from "../hidden/hidden-choice.ts";
import { measure } from "../view/measures.ts";
import { isRuled, summarize } from "./page-summary.ts";
import type { BlockPage } from "./content-anchors.ts";
import { parse } from "../tree/parse.ts";
import { guessKind, type PageKind } from "../facts/page-kind.ts";
import { checkSelection, excludeFrom, includeIn } from "../view/selection.ts";
import type { Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";
import { cleanView, wholePage, type ViewOptions } from "../view/whole-page.ts";
import type { Block } from "./blocks.ts";
import { nameGroups } from "./name-signs.ts";
import { Place } from "./places.ts";

const COMMENT = 1 << nameGroups.indexOf("comment");
const FORM = Place.form | Place.button | Place.label;

/** Fewer words are a date, a name or a button of a comment. */
const FEWEST_WORDS = 4;

/** The chance of a comment's words when comments are wanted. */
const WANTED = 0.95;

/** Makes what readers wrote under an article likely content. */
function wantComments(page: BlockPage, chances: Float64Array): void {
  for (const [index, block] of page.blocks.entries()) {
    if (isComment(page, block)) chances[index] = Math.max(WANTED, chances[index] as number);
  }
}

function isComment({ around }: BlockPage, { nodes, words }: Block): boolean {
  const node = nodes[0] as number;
  if (((around.names[node] as number) & COMMENT) === 0 || words < FEWEST_WORDS) return false;
  return ((around.places[node] as number) & FORM) === 0;
}

/** The part of a page that is its reason to be. */
export interface MainContent extends View {
  /** The sort of page, which decides what belongs to the content. */
  readonly kind: PageKind;
  /**
   * How sure the choice is, from 0 (nothing better than the page was found) to 1: the F1 of its
   * words that is to be expected.
   */
  readonly confidence: number;
}

/** What is looked for, and where. */
export interface MainOptions extends ViewOptions {
  /**
   * Whether comments under an article belong to it. The posts of a forum always do.
   * @default false
   */
  readonly comments?: boolean;
}

const defaults: Required<MainOptions> = Object.freeze({
  url: "",
  hidden: "omit",
  include: Object.freeze([]),
  exclude: Object.freeze([]),
  comments: false,
});

/** A short page is not cleaned when it has more than this many times the text that would be left. */
const MOST_FURNITURE = 10;

/** How sure the clean page is, when nothing in it is likelier than the rest. */
const UNCHOSEN = 0.1;

/** Characters; a choice of which the page hides all but less is none. */
const FEWEST_SEEN = 50;

/** A choice of which less is expected to be right heeds the rules … */
const DOUBT = 0.5;
/** … when it keeps less than this part of the words that they see. */
const LITTLE = 0.3;

/**
 * The main content of a page. The page is taken apart into blocks, small weights say how likely
 * each is content, and the choice with the best prospect is shown, the page's title with it.
 * Elements that `include` matches are the content without a choice, cleaned.
 * Falls back to the clean page; where that shows next to nothing, to content that the page carries
 * as data (the view then has a tree of its own) and to the whole page; never to nothing.
 * @throws HtmlError `INVALID_INPUT`; `INVALID_SELECTOR`
 * @throws CoreError `INVALID_OPTION`
 */
export function mainContent(tree: Tree, options?: MainOptions): MainContent {
  return contentBy(contentWeights, tree, options);
}

/** {@link mainContent} by other weights. */
export function contentBy(weights: ContentWeights, tree: Tree, options?: MainOptions): MainContent {
  const complete = withDefaults(defaults, options);
  checkTree(tree);
  checkSelection(complete);
  checkHidden(complete.hidden);
  const content = included(tree, complete) ?? judged(weights, tree, complete);
  return excludeFrom(content, complete.exclude);
}

/** What the caller says is the content; undefined when nothing of it is there. */
function included(tree: Tree, options: Required<MainOptions>): MainContent | undefined {
  const { url, include, hidden } = options;
  if (include.length === 0) return undefined;
  const whole = wholePage(tree, { url, hidden });
  const clean = cleanView(whole, measure(tree, whole.dropped), hidden);
  const content = includeIn(clean, whole, include);
  return content && { ...content, kind: guessKind(tree, url).kind, confidence: 1 };
}

function judged(
  weights: ContentWeights,
  tree: Tree,
  { url, hidden, comments }: Required<MainOptions>,
): MainContent {
  const { kind } = guessKind(tree, url);
  const page = wholePage(tree, { url, hidden });
  // The weights know what is hidden, so that the choice is made among all there is.
  const whole = measure(tree, wholePage(tree, { url, hidden: "keep" }).dropped);
  const clean = cleanView(page, measure(tree, page.dropped), hidden);
  const cleanMeasures = measure(tree, clean.dropped);
  const length = cleanMeasures.text[0] as number;
  if (length < FEWEST) return { ...fallback(page, clean, length), kind, confidence: 0 };
  const chosen = choose(weights, { whole, clean, cleanMeasures, kind }, comments);
  return seenOf(chosen, page) ?? { ...clean, kind, confidence: UNCHOSEN };
}

/** What of a choice is not hidden; undefined when that is next to nothing. */
function seenOf(chosen: MainContent | undefined, { tree, dropped }: View): MainContent | undefined {
  if (chosen === undefined) return undefined;
  const left = chosen.dropped.slice();
  for (let node = 0; node < left.length; node++) if (dropped[node] === 1) left[node] = 1;
  const { text } = measure(tree, left);
  const length = chosen.roots.reduce((sum, root) => sum + (text[root] as number), 0);
  return length < FEWEST_SEEN ? undefined : { ...chosen, dropped: left };
}

/** Undefined when next to nothing is content. */
function choose(
  weights: ContentWeights,
  views: PageViews,
  comments: boolean,
): MainContent | undefined {
  const { clean, kind } = views;
  const page = readBlocks(views);
  const { blocks, measures } = page;
  const summary = summarize(page);
  const chances = scoreBlocks(page, summary, weights);
  if (comments) wantComments(page, chances);
  const { kept, expected } = chooseBlocks(
    chances,
    blocks.map((block) => block.words),
    kind,
  );
  if (expected < DOUBT) heedRules(page, kept);
  if (keptLength(page, kept) < FEWEST) return undefined;
  if (summary.title !== -1) kept[summary.title] = 1;
  return { ...viewOfBlocks({ clean, measures, blocks, kept }), kind, confidence: expected };
}

/** Keeps what the rules see as well, where the choice is in doubt and next to nothing beside it. */
function heedRules(page: BlockPage, kept: Uint8Array): void {
  const ruled = page.blocks.map((block) => isRuled(page, block));
  const words = (counts: (index: number) => boolean): number =>
    page.blocks.reduce((sum, block, index) => sum + (counts(index) ? block.words : 0), 0);
  const few = words((index) => kept[index] === 1);
  if (few >= LITTLE * words((index) => ruled[index] === true)) return;
  for (const [index, own] of ruled.entries()) if (own) kept[index] = 1;
}

function keptLength({ blocks }: BlockPage, kept: Uint8Array): number {
  return blocks.reduce((sum, { text }, index) => sum + (kept[index] === 1 ? text.length : 0), 0);
}

/**
 * For a page that shows next to nothing: what it carries as data; else what is left when it is
 * clean, unless cleaning took most of it; else all that it shows.
 */
function fallback(page: View, clean: View, cleanLength: number): View {
  const { tree, baseUrl } = clean;
  const embedded = embeddedContent(tree, FEWEST);
  const carriesContent = embedded.length >= FEWEST;
  const everything = carriesContent ? wholePage(parse(embedded)) : page;
  if (!carriesContent) {
    const length = measure(tree, everything.dropped).text[0] as number;
    if (cleanLength > 0 && cleanLength * MOST_FURNITURE >= length) return clean;
  }
  return baseUrl === undefined ? everything : { ...everything, baseUrl };
}
