import { tagIds, type NodeId } from "../../html/index.ts";
import { headingLevel } from "../../html/internal.ts";
import { meaningsOf, readLabel } from "../schema/names.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import type { Property } from "../schema/property.ts";
import { MOST_ITEMS } from "./reading.ts";

/** Characters of a line that names what follows it. */
const LONGEST_LABEL = 60;

/** Lines that name one list. */
const MOST_LABELS = 20;

/** How well a line fits that names a list. */
const LEAST_NAME = 0.85;

/** Elements around a label in which its list is looked for. */
const MOST_LEVELS = 6;

/** Share of a list's text in links, from which it is the way to other pages. */
const MOST_LINKED = 0.6;

/** A list of the page below a line that names it. */
interface SectionList {
  /** The element that has the items. */
  readonly node: NodeId;
  readonly texts: readonly string[];
}

/** The items below the heading or label that names a property; undefined without any. */
export function sectionList(page: PageCandidates, property: Property): SectionList | undefined {
  let best: SectionList | undefined;
  for (const label of labelsOf(page, property)) {
    const list = listBelow(page, label);
    if (list !== undefined && list.texts.length > (best?.texts.length ?? 0)) best = list;
  }
  return best;
}

/** The first lines of a page that name a property. */
function labelsOf(page: PageCandidates, property: Property): Label[] {
  const { text } = page;
  const labels: Label[] = [];
  const others: number[] = [];
  for (const { from, to, node } of text.lines) {
    if (to - from > LONGEST_LABEL) continue;
    const written = text.slice(from, to);
    const name = readLabel(written);
    if (name === undefined) continue;
    if (property.matcher.score(name) >= LEAST_NAME) labels.push({ node, end: to, others });
    else if (meaningsOf(written).length > 0 && !isInItem(page, node)) others.push(from);
  }
  return labels.slice(0, MOST_LABELS);
}

interface Label {
  /** A text node of it. */
  readonly node: NodeId;
  /** Where it ends in the page's text. */
  readonly end: number;
  /** Where lines begin that name something else. */
  readonly others: readonly number[];
}

/** Whether a text stands in an item of a list. */
function isInItem({ text: { tree } }: PageCandidates, node: NodeId): boolean {
  for (let at = tree.parent(node); at !== 0; at = tree.parent(at)) {
    if (tree.tag(at) === tagIds.li) return true;
  }
  return false;
}

/** The items between a label and the next heading that stands as high. */
function listBelow(page: PageCandidates, label: Label): SectionList | undefined {
  const { text } = page;
  const { tree } = text;
  const rank = rankAround(page, label.node);
  let holder = tree.parent(label.node);
  for (let level = 0; holder !== 0 && level < MOST_LEVELS; level++, holder = tree.parent(holder)) {
    if (text.range(holder)[1] <= label.end) continue;
    const items = itemsAfter(page, { holder, label, rank });
    const texts = tidy(items.map((item) => text.text(item)));
    if (texts.length < 2) continue;
    return isLinked(page, items) ? undefined : { node: holder, texts };
  }
  return undefined;
}

/** The level of the heading that a text stands in; 7 for none. */
function rankAround({ text: { tree } }: PageCandidates, node: NodeId): number {
  for (
    let at = tree.parent(node), level = 0;
    at !== 0 && level < 4;
    at = tree.parent(at), level++
  ) {
    const rank = headingLevel(tree.tag(at));
    if (rank !== undefined) return rank;
  }
  return 7;
}

interface Section {
  readonly holder: NodeId;
  readonly label: Label;
  readonly rank: number;
}

/** The outermost items of lists in an element behind a label, up to the next heading of its rank. */
function itemsAfter({ text }: PageCandidates, { holder, label, rank }: Section): NodeId[] {
  const items: NodeId[] = [];
  const end = label.others.find((at) => at > label.end) ?? Infinity;
  let past = 0;
  for (const node of text.elementsIn(holder)) {
    const [from, to] = text.range(node);
    if (from < label.end || from === to || text.order(node) < past) continue;
    if (from >= end) break;
    const own = headingLevel(text.tree.tag(node));
    if (own !== undefined && own <= rank) break;
    if (text.tree.tag(node) !== tagIds.li) continue;
    items.push(node);
    past = text.orders(node)[1];
    if (items.length > MOST_ITEMS) break;
  }
  return items;
}

/** Whether most of what items say is in links. */
function isLinked({ text }: PageCandidates, items: readonly NodeId[]): boolean {
  let [all, linked] = [0, 0];
  for (const item of items) {
    const [from, to] = text.range(item);
    all += to - from;
    for (const node of text.elementsIn(item)) {
      if (text.tree.tag(node) !== tagIds.a) continue;
      const [start, end] = text.range(node);
      linked += end - start;
    }
  }
  return linked > MOST_LINKED * all;
}

/**
 * Whether a list of the page says more than the one that is stated: amounts that structured data
 * leaves out, items that it runs together.
 */
export function isFuller(shown: readonly string[], stated: readonly string[]): boolean {
  const [more, less] = [shown.map(letters), stated.map(letters)];
  if (less.length === 1) return isWithin(more, less);
  const isCounted = share(shown, /\p{N}/u) > 0.5 && share(stated, /\p{N}/u) < 0.2;
  return isCounted && more.length === less.length && isWithin(less, more);
}

function share(texts: readonly string[], pattern: RegExp): number {
  return texts.filter((each) => pattern.test(each)).length / texts.length;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Whether each text is part of another one, each of another where there are as many. */
function isWithin(parts: readonly string[], wholes: readonly string[]): boolean {
  const left = new Set(wholes.keys());
  return parts.every((part) => {
    const at = [...left].find((each) => wholes[each]?.includes(part) === true);
    if (at === undefined) return false;
    if (wholes.length === parts.length) left.delete(at);
    return true;
  });
}

/** What only counts items: `1.`, `Step 1`. */
const COUNTER = /^(?:\p{L}{1,10}\s*)?0?(\d{1,3})\s*[.):]?$/u;

/** A number before an item. */
const COUNTED =
  /^(?:(?:step|schritt|étape|paso|passo)\s*0?(\d{1,3})\s*[.):\u2013-]?|0?(\d{1,3})\s*[.):])\s*(?=\p{L})/iu;

/** Items without those that only count, and without the number before each. */
function tidy(texts: readonly string[]): string[] {
  const told = texts.filter((each) => each !== "" && !COUNTER.test(each));
  const isCounted = told.every((each, at) => numberOf(each) === at + 1);
  return isCounted ? told.map((each) => each.replace(COUNTED, "")) : told;
}

function numberOf(text: string): number {
  const [, named, bare] = COUNTED.exec(text) ?? [];
  return Number(named ?? bare);
}
