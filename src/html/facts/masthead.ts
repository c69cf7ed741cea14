import { authorName, authorNames, isLabel, maySayBy, saysBy } from "./author-names.ts";
import { shownDates, type ShownDates } from "./shown-dates.ts";
import { nodeText } from "./page-facts.ts";
import { shownLines, type ShownLine } from "./shown-lines.ts";
import { tagIds, type TagId } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** What a page says around its heading. */
export interface Masthead extends ShownDates {
  readonly author?: string;
}

/** What is known of the page. */
interface MastheadPage {
  /** The text of its `title` element. */
  readonly title: string;
  readonly language: string | undefined;
}

/** Headings of a level that are compared with the title. */
const MOST_HEADINGS = 10;

/** Nodes that are read behind the heading and before it, and lines of each. */
const MOST_BEHIND = 250;
const MOST_BEFORE = 200;
const LINES_BEHIND = 30;
const LINES_BEFORE = 8;

/** Characters of a paragraph; behind the second of them the text has begun. */
const PARAGRAPH = 180;

/** Characters of a line that names an author. */
const LONGEST_NAMING = 90;

/** Where a link leads that is the name of an author. */
const AUTHOR_PAGE =
  /\/(?:authors?|auth|people|person|profiles?|bio|contributors?|staff|team|writers?|reporters?|journalists?|columnists?|auteurs?|autore?s?|autor|redaktion)\/[^/?#]/i;

/**
 * Reads the author and the dates that stand beside the page's heading: before it, and behind it
 * until the text begins. Nothing without a heading that the title names, or that is the only one.
 */
export function readMasthead(tree: Tree, { title, language }: MastheadPage): Masthead {
  const heading = headingOf(tree, title);
  if (heading === 0) return {};
  const lines = [...linesBehind(tree, heading), ...linesBefore(tree, heading)];
  const author = authorIn(tree, lines);
  return { ...(author === undefined ? {} : { author }), ...shownDates(tree, lines, language) };
}

/** The heading whose text the title has, the longest of them; else the only `h1`. */
function headingOf(tree: Tree, title: string): NodeId {
  const whole = title.toLowerCase();
  let [best, length] = [0, 3];
  for (const tag of [tagIds.h1, tagIds.h2, tagIds.h3]) {
    for (const node of withTag(tree, tag)) {
      const text = nodeText(tree, node).toLowerCase();
      if (text.length > length && whole.includes(text)) [best, length] = [node, text.length];
    }
    // More of the title than that has no other heading.
    if (2 * length > whole.length) break;
  }
  if (best !== 0) return best;
  const [first = 0, second] = withTag(tree, tagIds.h1);
  return second === undefined ? first : 0;
}

function withTag(tree: Tree, tag: TagId): NodeId[] {
  const found: NodeId[] = [];
  let node = tree.firstOfTag(tag);
  for (; node !== 0 && found.length < MOST_HEADINGS; node = tree.nextOfTag(node)) found.push(node);
  return found;
}

/** The lines behind the heading until the text, another article or a linked heading begins. */
function linesBehind(tree: Tree, heading: NodeId): ShownLine[] {
  let from = heading;
  while (from !== 0 && tree.nextSibling(from) === 0) from = tree.parent(from);
  if (from === 0) return [];
  const start = tree.nextSibling(from);
  const range = { root: 0, from: start, until: 0, most: MOST_BEHIND, lines: LINES_BEHIND };
  const found: ShownLine[] = [];
  let paragraphs = 0;
  for (const line of shownLines(tree, range)) {
    if (isTeaser(tree, line.node)) break;
    if (line.text.length >= PARAGRAPH && ++paragraphs === 2) break;
    found.push(line);
  }
  return found;
}

/** The last lines before the heading in what is around it. */
function linesBefore(tree: Tree, heading: NodeId): ShownLine[] {
  if (!tree.isOrdered) return [];
  let root = tree.parent(heading);
  for (let level = 0; level < 3; level++) {
    const around = tree.parent(root);
    if (around === 0 || OUTER.has(tree.tag(around)) || heading - around > MOST_BEFORE) break;
    root = around;
  }
  if (root === 0) return [];
  const range = {
    root,
    from: tree.firstChild(root),
    until: heading,
    most: MOST_BEFORE,
    lines: MOST_BEFORE,
  };
  return shownLines(tree, range).slice(-LINES_BEFORE).toReversed();
}

const OUTER = new Set<number>([tagIds.body, tagIds.html]);

/** Whether a line is the linked heading of another text. */
function isTeaser(tree: Tree, node: NodeId): boolean {
  let isLinked = false;
  for (let at = node, level = 0; at !== 0 && level < 5; at = tree.parent(at), level++) {
    const tag = tree.tag(at);
    if (tag === tagIds.a) isLinked = true;
    if (tag === tagIds.h2 || tag === tagIds.h3) return isLinked || hasLink(tree, at);
  }
  return false;
}

function hasLink(tree: Tree, heading: NodeId): boolean {
  for (let child = tree.firstChild(heading); child !== 0; child = tree.nextSibling(child)) {
    if (tree.tag(child) === tagIds.a) return true;
  }
  return false;
}

function authorIn(tree: Tree, lines: readonly ShownLine[]): string | undefined {
  for (const at of lines.keys()) {
    const found = authorAt(tree, lines, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The author that a line names, or says that the next one names. */
function authorAt(tree: Tree, lines: readonly ShownLine[], at: number): string | undefined {
  const text = lines[at]?.text ?? "";
  if (isLabel(text)) return authorBehind(tree, lines.slice(at + 1, at + 12));
  if (text.length < LONGEST_NAMING) {
    if (saysBy(text)) return capitalName(text, 1);
    const found = maySayBy(text) ? capitalName(text, 2) : undefined;
    if (found !== undefined) return found;
  }
  return isLinkTo(tree, lines[at]) ? authorName(text) : undefined;
}

/** The name in a line, when it has so many words and each of them is written as names are. */
function capitalName(text: string, words: number): string | undefined {
  const found = authorName(text) ?? "";
  return isCapital(found) && found.split(" ").length >= words ? found : undefined;
}

/** Behind a label alone may stand anything; a link to an author or several words are a name. */
function authorBehind(tree: Tree, lines: readonly ShownLine[]): string | undefined {
  const found = authorNames(lines) ?? "";
  const isSure = isLinkTo(tree, lines[0]) || found.includes(" ");
  return isSure && isCapital(found) ? found : undefined;
}

/** Whether every word of a name is written as names are: a sentence may begin with "By", too. */
function isCapital(name: string): boolean {
  if (name === "") return false;
  const words = name.split(" ");
  const particles = /^(?:and|&|de|del|della|der|den|di|da|dos|du|la|le|van|von|bin|al|el|with|y)$/;
  return (
    words.length <= 8 && words.every((word) => particles.test(word) || /^[^\p{Ll}]/u.test(word))
  );
}

/** Whether a line is a link to the page of an author. */
function isLinkTo(tree: Tree, line: ShownLine | undefined): boolean {
  if (line === undefined) return false;
  for (let at = line.node, level = 0; at !== 0 && level < 5; at = tree.parent(at), level++) {
    if (tree.tag(at) === tagIds.a) return AUTHOR_PAGE.test(tree.attribute(at, "href") ?? "");
  }
  return false;
}
