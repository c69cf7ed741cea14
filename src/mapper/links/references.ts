import { nodeText, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import { isInTemplate, refreshOf, svgAddress, svgAnchors } from "../../html/internal.ts";
import type { References } from "./reference.ts";
import { ReferenceList } from "./reference-list.ts";
import { addImages } from "./references-images.ts";
import { addLinkedData } from "./references-json-ld.ts";
import { relations } from "./relations.ts";

/** Whether a `link` is to a page, and not to what a page is made of. */
const TO_PAGE: ReadonlySet<string> = new Set([
  "next",
  "prev",
  "previous",
  "canonical",
  "alternate",
]);

/**
 * Every URL that a page names: links, frames, refreshes, images, JSON-LD. What is `data:`,
 * `javascript:` or `mailto:` is among them, because the caller may have to account for it. Takes
 * time in proportion to the page; for what a crawl follows `followable` takes a tenth of it.
 * @param tree of `parse`
 * @param url the page's address, to which relative URLs are relative; may be empty
 * @example
 * ```ts
 * import { parse } from "dragline/html";
 * import { findReferences } from "dragline/mapper";
 *
 * const { references } = findReferences(parse('<a href="/lamps">Lamps</a>'), "https://shop.example/");
 * for (const { url, kind } of references) console.log(kind, url);
 * ```
 */
export function findReferences(tree: Tree, url: string): References {
  const list = new ReferenceList(tree, url);
  for (const node of linkElements(tree)) {
    if (list.isFull) break;
    if (!isInTemplate(tree, node)) addLink(list, node);
  }
  addImages(list);
  addLinkedData(list);
  return list.finish();
}

function linkElements(tree: Tree): Iterable<NodeId> {
  const { a, area, frame, iframe, link, meta } = tagIds;
  const nodes = svgAnchors(tree);
  for (const tag of [a, area, frame, iframe, link, meta]) {
    for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) nodes.push(node);
  }
  return Int32Array.from(nodes).sort();
}

function addLink(list: ReferenceList, node: NodeId): void {
  const { tree } = list;
  const tag = tree.tag(node);
  const isFrame = tag === tagIds.frame || tag === tagIds.iframe;
  const isOfSvg = tree.isForeign(node);
  const address = addressOf(tree, node);
  if (address === undefined) return;
  if (tag === tagIds.meta) list.add("refresh", address);
  else if (isFrame) list.add("frame", address);
  else if (isOfSvg || tag === tagIds.a)
    list.add("anchor", address, { node, text: nodeText(tree, node) });
  else if (tag === tagIds.area) {
    list.add("area", address, { node, text: tree.attribute(node, "alt") });
  } else if (relations(tree, node).some((word) => TO_PAGE.has(word))) {
    list.add("link", address, { node, hreflang: tree.attribute(node, "hreflang") });
  }
}

function addressOf(tree: Tree, node: NodeId): string | undefined {
  const tag = tree.tag(node);
  if (tag === tagIds.meta) return refreshOf(tree, node)?.reference;
  if (tag === tagIds.frame || tag === tagIds.iframe) return tree.attribute(node, "src");
  return tree.isForeign(node) ? svgAddress(tree, node) : tree.attribute(node, "href");
}
