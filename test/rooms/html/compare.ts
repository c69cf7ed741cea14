import { parse as parse5 } from "parse5";
import { NodeKind, parse } from "dragline/html";

/** A run of text without white space, with the names of the elements around it. */
export type Run = readonly [text: string, around: string];

/** Elements whose nesting decides what a converter makes of a text. */
const TELLING = new Set(
  "p div ul ol li table caption tbody thead tfoot tr td th a b i em strong code pre h1 h2 h3 h4 h5 h6 blockquote dl dt dd span section article main nav header footer aside form button select option label figure figcaption body head".split(
    " ",
  ),
);

/** `noscript` in a head: parse5 ends the head there, this library keeps it. */
const LEFT_OUT = new Set(
  "script style noscript template iframe noembed noframes svg math title".split(" "),
);

interface Parse5Node {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly content?: Parse5Node;
  readonly tagName?: string;
  readonly value?: string;
  readonly childNodes?: readonly Parse5Node[];
}

/** The texts of a page as parse5 has them. */
export function parse5Runs(html: string): Run[] {
  const runs: Run[] = [];
  const waiting: [Parse5Node, string][] = [
    [parse5(html, { scriptingEnabled: false }) as Parse5Node, ""],
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, around] = next;
    if (node.nodeName === "#text") addRun(runs, node.value ?? "", around);
    const name = node.tagName ?? "";
    if (LEFT_OUT.has(name)) continue;
    const inside = TELLING.has(name) ? `${around}/${name}` : around;
    for (const child of (node.childNodes ?? []).toReversed()) waiting.push([child, inside]);
  }
  return runs;
}

/** The texts of a page as this library has them. */
export function ownRuns(html: string): Run[] {
  const tree = parse(html);
  const runs: Run[] = [];
  const waiting: [number, string][] = [[0, ""]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, around] = next;
    if (tree.kind(node) === NodeKind.text) addRun(runs, tree.text(node), around);
    const name = tree.name(node);
    if (LEFT_OUT.has(name)) continue;
    const inside = TELLING.has(name) ? `${around}/${name}` : around;
    for (let child = tree.lastChild(node); child !== 0; child = tree.previousSibling(child)) {
      waiting.push([child, inside]);
    }
  }
  return runs;
}

/** Neighbours in the same place are one run: this tree does not merge text nodes. */
function addRun(runs: Run[], text: string, around: string): void {
  const bare = text.replace(/\s+/g, "");
  if (bare === "") return;
  const last = runs.at(-1);
  if (last !== undefined && last[1] === around) runs[runs.length - 1] = [last[0] + bare, around];
  else runs.push([bare, around]);
}

/** The share of characters that have the same elements around them in both. */
export function agreement(ours: readonly Run[], theirs: readonly Run[]): number {
  const a = ours.flatMap(([text, around]) => Array.from({ length: text.length }, () => around));
  const b = theirs.flatMap(([text, around]) => Array.from({ length: text.length }, () => around));
  let same = 0;
  for (let index = 0; index < b.length; index++) if (a[index] === b[index]) same++;
  return b.length === 0 ? 1 : same / b.length;
}

/** An element's name and attributes. */
export type TagRun = readonly [name: string, attributes: readonly (readonly [string, string])[]];

const IMPLIED = new Set(["html", "head", "body"]);

/** The elements of a page, in order, as parse5 has them. */
export function parse5Tags(html: string): TagRun[] {
  const tags: TagRun[] = [];
  const waiting = [parse5(html, { scriptingEnabled: false }) as Parse5Node];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { tagName, attrs = [], childNodes = [], content } = node;
    if (tagName !== undefined && !IMPLIED.has(tagName)) {
      // parse5 restores the case of svg names, this library keeps everything lower.
      tags.push([
        tagName.toLowerCase(),
        attrs.map(({ name, value }) => [name.toLowerCase(), value]),
      ]);
    }
    for (const child of childNodes.toReversed()) waiting.push(child);
    if (content !== undefined) waiting.push(content);
  }
  return tags;
}

/** The elements of a page, in order, as this library has them. */
export function ownTags(html: string): TagRun[] {
  const tree = parse(html);
  const tags: TagRun[] = [];
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const name = tree.name(node);
    if (tree.kind(node) === NodeKind.element && !IMPLIED.has(name)) {
      tags.push([name, tree.attributes(node)]);
    }
    for (let child = tree.lastChild(node); child !== 0; child = tree.previousSibling(child)) {
      waiting.push(child);
    }
  }
  return tags;
}
