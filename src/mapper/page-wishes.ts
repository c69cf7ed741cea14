import { documentBase, tagIds, type Tree } from "../html/index.ts";
import { isRelated } from "./relations.ts";

/** Whether a page asks not to be followed: a `meta` for robots says `nofollow` or `none`. */
export function refusesFollowing(tree: Tree): boolean {
  for (let node = tree.firstOfTag(tagIds.meta); node !== 0; node = tree.nextOfTag(node)) {
    if (tree.attribute(node, "name")?.trim().toLowerCase() !== "robots") continue;
    const words = (tree.attribute(node, "content") ?? "").toLowerCase().split(/[\s,]+/);
    if (words.includes("nofollow") || words.includes("none")) return true;
  }
  return false;
}

/**
 * The absolute URL, of any scheme, that a page names as its own (`link rel=canonical`); undefined
 * when it names none.
 * @param url the page's address; may be empty
 */
export function namesCanonical(tree: Tree, url: string): string | undefined {
  for (let node = tree.firstOfTag(tagIds.link); node !== 0; node = tree.nextOfTag(node)) {
    if (!isRelated(tree, node, "canonical")) continue;
    const href = tree.attribute(node, "href");
    const target = href === undefined ? null : URL.parse(href, documentBase(tree, url));
    if (target !== null) return target.href;
  }
  return undefined;
}
