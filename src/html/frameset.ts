import { tagIds } from "./tags.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";

/** Elements in which no text is the page's own. */
const SILENT: ReadonlySet<number> = new Set([
  tagIds.head,
  tagIds.noframes,
  tagIds.noscript,
  tagIds.script,
  tagIds.style,
  tagIds.template,
  tagIds.title,
]);

/**
 * The frames of a page that is a frameset, in document order; none where text of the page's own
 * comes first, since no browser shows a frameset then (WHATWG HTML 13.2.6.4.7).
 */
export function framesOf(tree: Tree): NodeId[] {
  const first = tree.firstOfTag(tagIds.frameset);
  if (first === 0) return [];
  const silent = new Uint8Array(tree.size);
  for (let node = 1; node < tree.size; node += 1) {
    const isSilent = silent[tree.parent(node)] === 1 || SILENT.has(tree.tag(node));
    if (isSilent) silent[node] = 1;
    else if (node < first && tree.kind(node) === NodeKind.text && !tree.isBlankText(node))
      return [];
  }
  if (silent[first] === 1) return [];
  const frames: NodeId[] = [];
  for (let node = tree.firstOfTag(tagIds.frame); node !== 0; node = tree.nextOfTag(node)) {
    if (silent[node] === 0) frames.push(node);
  }
  return frames;
}
