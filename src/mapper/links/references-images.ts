import { listCandidates, tagIds, type NodeId, type TagId, type Tree } from "../../html/index.ts";
import { imageReferences } from "../../html/internal.ts";
import type { ReferenceList } from "./reference-list.ts";

/** What a `meta` calls the image of a page. */
const IMAGE_METAS: ReadonlySet<string> = new Set([
  "og:image",
  "og:image:url",
  "og:image:secure_url",
  "twitter:image",
  "twitter:image:src",
]);

/**
 * Adds the images of a page: all that its `img`, `source` and `video` elements offer, with those that
 * scripts load late, and those that its `meta` elements name.
 */
export function addImages(list: ReferenceList): void {
  for (const node of chainOf(list.tree, tagIds.img)) addImage(list, node);
  for (const node of chainOf(list.tree, tagIds.source)) {
    for (const address of candidates(list.tree, node)) list.add("image", address);
  }
  for (const node of chainOf(list.tree, tagIds.video)) {
    const poster = list.tree.attribute(node, "poster");
    if (poster !== undefined) list.add("image", poster);
  }
  for (const node of chainOf(list.tree, tagIds.meta)) addMeta(list, node);
}

function addImage(list: ReferenceList, node: NodeId): void {
  const { tree } = list;
  const text = tree.attribute(node, "alt");
  // An image is often offered twice, by a script and by its own attributes.
  const addresses = new Set(imageReferences(tree, node));
  for (const address of candidates(tree, node)) addresses.add(address);
  for (const address of addresses) list.add("image", address, { text });
}

function* candidates(tree: Tree, node: NodeId): Generator<string> {
  const set = tree.attribute(node, "srcset") ?? "";
  for (const { address } of listCandidates(set)) yield address;
}

function addMeta(list: ReferenceList, node: NodeId): void {
  const { tree } = list;
  const name = tree.attribute(node, "property") ?? tree.attribute(node, "name") ?? "";
  const content = tree.attribute(node, "content")?.trim() ?? "";
  if (content !== "" && IMAGE_METAS.has(name.trim().toLowerCase())) list.add("image", content);
}

function* chainOf(tree: Tree, tag: TagId): Generator<NodeId> {
  for (let node = tree.firstOfTag(tag); node !== 0; node = tree.nextOfTag(node)) yield node;
}
