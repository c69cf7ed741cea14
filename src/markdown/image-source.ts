import { tagIds, type NodeId, type Tree } from "../html/index.ts";

/** Where scripts that load images late keep the real address, best first. */
const lateSources = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
];
const lateSets = ["data-srcset", "data-lazy-srcset"];
const placeholder =
  /^data:|(?:^|[/_-])(?:blank|spacer|placeholder|lazy|loading|transparent|1x1|pixel|grey|gray)\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i;

/** The reference of the picture that an `img` means; empty when it has none. */
export function imageReference(tree: Tree, image: NodeId): string {
  const source = tree.attribute(image, "src")?.trim() ?? "";
  const late = firstOf(tree, image, lateSources);
  if (late !== "" && looksLikeUrl(late)) return late;
  if (source !== "" && !placeholder.test(source)) return source;
  return (
    bestCandidate(firstOf(tree, image, lateSets)) ||
    bestCandidate(tree.attribute(image, "srcset") ?? "") ||
    pictureSource(tree, image) ||
    source
  );
}

function looksLikeUrl(text: string): boolean {
  return !/^(?:data:|\s*[{[]|true$|false$|auto$|\d+$)/.test(text) && !/\s/.test(text);
}

function firstOf(tree: Tree, node: NodeId, names: readonly string[]): string {
  // Most images have none of these attributes; one look is cheaper than eight.
  if (!/data-/i.test(tree.source.slice(tree.start(node), tree.end(node)))) return "";
  for (const name of names) {
    const value = tree.attribute(node, name)?.trim();
    if (value !== undefined && value !== "") return value;
  }
  return "";
}

function pictureSource(tree: Tree, image: NodeId): string {
  const parent = tree.parent(image);
  if (tree.tag(parent) !== tagIds.picture) return "";
  for (let child = tree.firstChild(parent); child !== 0; child = tree.nextSibling(child)) {
    if (tree.tag(child) !== tagIds.source) continue;
    const set = tree.attribute(child, "srcset") ?? tree.attribute(child, "data-srcset") ?? "";
    const best = bestCandidate(set);
    if (best !== "") return best;
  }
  return "";
}

/** The largest candidate of a `srcset` (WHATWG HTML 4.8.4.2.1) that is not embedded. */
function bestCandidate(srcset: string): string {
  let [best, most] = ["", -1];
  for (const [, address = "", size = "1"] of srcset.matchAll(candidate)) {
    const number = Number.parseFloat(size);
    if (number > most && !/^data:/i.test(address)) [best, most] = [address, number];
  }
  return best;
}

const candidate = /[\s,]*([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]+)[wx][^,]*)?(?:,|\s*$|(?=\s))/g;
