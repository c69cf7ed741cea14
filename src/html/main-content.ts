import { withDefaults } from "../core/index.ts";
import { markAside } from "./aside.ts";
import { embeddedContent } from "./embedded.ts";
import { measure, type Measures } from "./measures.ts";
import { parse } from "./parse.ts";
import { guessKind, type PageKind } from "./page-kind.ts";
import { tagIds } from "./tags.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";
import { checkTree, cleanPage, wholePage, type PageOptions, type View } from "./view.ts";

/** The part of a page that is its reason to be. */
export interface MainContent extends View {
  /** The sort of page, which decides what belongs to the content. */
  readonly kind: PageKind;
  /** How sure the choice is, from 0 (the whole page, nothing better was found) to 1. */
  readonly confidence: number;
}

const defaults: Required<PageOptions> = Object.freeze({ url: "" });

/** Characters; about 25 words. A part with less is no content. */
const FEWEST = 150;

/** A short page is not cleaned when it has more than this many times the text that would be left. */
const MOST_FURNITURE = 10;

/** A child with at least this share of the text is where the content is. */
const DESCENT = 0.75;

/** … and with at least this share of all text, links included. */
const LEAST_SHARE = 0.5;

/**
 * The main content of a page: `main`, `article` or the densest part, without what surrounds it.
 * Falls back to the clean page; where that shows next to nothing, to content that the page carries
 * as data (the view then has a tree of its own) and to the whole page; never to nothing.
 * @throws CoreError `INVALID_OPTION`
 */
export function mainContent(tree: Tree, options?: PageOptions): MainContent {
  const { url } = withDefaults(defaults, options);
  checkTree(tree);
  const { kind, confidence } = guessKind(tree, url);
  const clean = cleanPage(tree, options);
  const whole = measure(tree, clean.dropped);
  if ((whole.text[0] as number) < FEWEST) {
    return { ...fallback(clean, whole.text[0] as number), kind, confidence: 0 };
  }
  const dropped = clean.dropped.slice();
  const landmark = findLandmark(tree, whole);
  markAside({ tree, dropped, measures: whole, kind });
  const measures = measure(tree, dropped);
  const root = isProse(kind) ? descend(tree, landmark, measures) : landmark;
  if ((measures.text[root] as number) < FEWEST) return { ...clean, kind, confidence: 0.1 };
  return { ...clean, dropped, roots: [root], kind, confidence };
}

/**
 * For a page that shows next to nothing: what it carries as data; else what is left when it is
 * clean, unless cleaning took most of it; else all that it shows.
 */
function fallback(clean: View, cleanLength: number): View {
  const { tree, baseUrl } = clean;
  const embedded = embeddedContent(tree);
  const carriesContent = embedded.length >= FEWEST;
  const everything = wholePage(carriesContent ? parse(embedded) : tree);
  if (!carriesContent) {
    const length = measure(tree, everything.dropped).text[0] as number;
    if (cleanLength > 0 && cleanLength * MOST_FURNITURE >= length) return clean;
  }
  return baseUrl === undefined ? everything : { ...everything, baseUrl };
}

/** Whether the content of such a page is running text in one place. */
function isProse(kind: PageKind): boolean {
  return kind === "article" || kind === "documentation" || kind === "unknown";
}

/** The page's `main`, or its only large `article`, or the whole page. */
function findLandmark(tree: Tree, { order, text }: Measures): NodeId {
  let best = 0;
  for (const node of order) {
    if (tree.kind(node) !== NodeKind.element || !isLandmark(tree, node)) continue;
    if (best === 0 || (text[node] as number) > (text[best] as number)) best = node;
  }
  return (text[best] as number) >= FEWEST ? best : 0;
}

function isLandmark(tree: Tree, node: NodeId): boolean {
  return tree.tag(node) === tagIds.main || tree.attribute(node, "role") === "main";
}

/** Follows the child that holds most of the text that is not in links. */
function descend(tree: Tree, from: NodeId, measures: Measures): NodeId {
  let node = from;
  for (;;) {
    const most = plain(measures, node) * DESCENT;
    const least = (measures.text[node] as number) * LEAST_SHARE;
    let next = 0;
    for (let child = tree.firstChild(node); child !== 0; child = tree.nextSibling(child)) {
      if (tree.firstChild(child) === 0 || plain(measures, child) < most) continue;
      if ((measures.text[child] as number) >= least) next = child;
    }
    if (next === 0 || most === 0) return node;
    node = next;
  }
}

/** Characters of text outside links. */
function plain({ text, linked }: Measures, node: NodeId): number {
  return (text[node] as number) - (linked[node] as number);
}
