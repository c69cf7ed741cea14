import { bestCandidate } from "./srcset.ts";
import { tagIds } from "./tags.ts";
import type { NodeId, Tree } from "./tree.ts";

/** Where scripts that load images late keep the real address, best first. */
const LATE_SOURCES = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-hi-res-src",
  "data-full-src",
];
const LATE_SETS = ["data-srcset", "data-lazy-srcset"];

/** The blank image that stands in until the real one is loaded. */
const PLACEHOLDER =
  /(?:^|[/_-])(?:blank|spacer|placeholder|lazy|loading|transparent|1x1|pixel|gr[ae]y)\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i;

/** What such attributes hold besides addresses: settings, numbers, JSON. */
const NO_ADDRESS = /^(?:[{[]|true$|false$|auto$|\d+$)|\s/;

/** Sources of a `picture` that are looked at. */
const MOST_SOURCES = 32;

/**
 * The references of the picture that an `img` means, best first, as the page writes them: of a late
 * loading script, its own, the largest of its `srcset`, of the sources before it in a `picture`,
 * and last its own although it looks like a placeholder.
 */
export function* imageReferences(tree: Tree, image: NodeId): Generator<string> {
  const attributes = new Map(tree.attributes(image));
  for (const name of LATE_SOURCES) {
    const late = attributes.get(name)?.trim() ?? "";
    if (late !== "" && !NO_ADDRESS.test(late)) yield late;
  }
  const source = attributes.get("src")?.trim() ?? "";
  const others = [
    ...LATE_SETS.map((name) => bestCandidate(attributes.get(name) ?? "")),
    PLACEHOLDER.test(source) ? "" : source,
    bestCandidate(attributes.get("srcset") ?? ""),
    pictureSource(tree, image),
    source,
  ];
  for (const reference of others) if (reference !== "") yield reference;
}

/** The best address of the first source before the image in its `picture`. */
function pictureSource(tree: Tree, image: NodeId): string {
  if (tree.tag(tree.parent(image)) !== tagIds.picture) return "";
  let found = "";
  let node = tree.previousSibling(image);
  for (let seen = 0; node !== 0 && seen < MOST_SOURCES; seen++) {
    if (tree.tag(node) === tagIds.source) {
      const set = tree.attribute(node, "srcset") ?? tree.attribute(node, "data-srcset");
      found = bestCandidate(set ?? "") || found;
    }
    node = tree.previousSibling(node);
  }
  return found;
}
