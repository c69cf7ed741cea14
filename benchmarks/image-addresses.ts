import { tagIds, type NodeId, type Tree } from "dragline/html";

const lazy = ["data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src"];

/** Files that stand in for a picture by the whole of their name. */
const STAND_IN =
  /(?:^|[/_-])(?:blank|placeholder|spacer|loading|gr[ae]y|1x1)\.(?:png|svg|gif)(?:\?|$)/i;
/** What scripts fill with a width; with the gap it is no address. */
const GAP = /(?:\{|%7B)width(?:\}|%7D)/gi;
/** What is one of an image for sure. */
const IMAGE = /^(?:https?:)?\/\/|\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i;
const SET = /\S\s+[\d.]+[wx]\s*(?:,|$)/;
const SIZE = /^[\d.]+[wxh]?$/;

/**
 * The addresses of the picture that an `img` shows: the one that an old browser would come to, then
 * those of other sizes and formats, which are as true. One that stands in for the picture is none.
 */
export function imageAddresses(tree: Tree, image: NodeId): string[] {
  const own = [...lazy, "src"].map((name) => tree.attribute(image, name)?.trim() ?? "");
  const first = own.filter((value) => !/^(?:$|[{[\d]|true$|false$|auto$)|\s/.test(value));
  const others = [...tree.attributes(image)]
    .filter(([name]) => name === "srcset" || name === "src" || name.startsWith("data-"))
    .flatMap(([name, value]) => {
      if (name === "src" && !SET.test(value)) return [value.trim()];
      const found = addressesIn(value);
      return name.startsWith("data-") ? found.filter((address) => IMAGE.test(address)) : found;
    });
  const all = [...first, ...others, ...sourcesOf(tree, image)];
  return all
    .filter((value) => value !== "" && !/^data:/i.test(value) && !STAND_IN.test(value))
    .map((value) => value.replace(GAP, "1024"));
}

function sourcesOf(tree: Tree, image: NodeId): string[] {
  const picture = tree.parent(image);
  if (tree.tag(picture) !== tagIds.picture) return [];
  const found: string[] = [];
  for (let at = tree.firstChild(picture); at !== 0; at = tree.nextSibling(at)) {
    for (const name of ["srcset", "data-srcset", "src", "data-src"]) {
      found.push(...addressesIn(tree.attribute(at, name) ?? ""));
    }
  }
  return found;
}

/** The addresses in a value: alone, in a set with sizes, or in JSON. */
function addressesIn(value: string): string[] {
  const text = value.replaceAll("\\/", "/").trim();
  if (text.startsWith("data:")) return [];
  const parts = /^[{[]/.test(text)
    ? text.split(/["',\s[\]{}]+/)
    : text.split(/,?\s+|,$|,(?=https?:)/);
  return parts.filter((part) => /[./]/.test(part) && !SIZE.test(part) && !/['"<>]/.test(part));
}
