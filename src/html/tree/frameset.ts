import { tagIds } from "../scan/tags.ts";
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
  return readFrameset(tree) ?? [];
}

/** Undefined where the page is no frameset. */
function readFrameset(tree: Tree): NodeId[] | undefined {
  const first = tree.firstOfTag(tagIds.frameset);
  if (first === 0) return undefined;
  const silent = new Uint8Array(tree.size);
  for (let node = 1; node < tree.size; node += 1) {
    const isSilent = silent[tree.parent(node)] === 1 || SILENT.has(tree.tag(node));
    if (isSilent) silent[node] = 1;
    else if (node < first && tree.kind(node) === NodeKind.text && !tree.isBlankText(node))
      return undefined;
  }
  if (silent[first] === 1) return undefined;
  const frames: NodeId[] = [];
  for (let node = tree.firstOfTag(tagIds.frame); node !== 0; node = tree.nextOfTag(node)) {
    if (silent[node] === 0) frames.push(node);
  }
  return frames;
}

/**
 * A page with what stands in `noframes` as its content, when it is a frameset without a frame that
 * has an address; else undefined. In time proportional to the page.
 */
export function withoutFrames(tree: Tree, html: string): string | undefined {
  if (tree.firstOfTag(tagIds.noframes) === 0) return undefined;
  const addressed = readFrameset(tree)?.some((frame) => {
    const address = tree.attribute(frame, "src")?.trim() ?? "";
    return address !== "" && !/^about:blank/i.test(address);
  });
  return addressed !== false
    ? undefined
    : html.replace(/<\/?(?:noframes|frameset|frame)(?:[\s/][^<>]*)?>/gi, "");
}
