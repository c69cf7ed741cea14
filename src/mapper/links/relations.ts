import { attributeIds, type NodeId, type Tree } from "../../html/index.ts";

/** Characters of a `rel` that are looked at. */
const LONGEST = 1024;

/** Words of a `rel`, by what they say. */
const says = Object.freeze({
  /** The target is not vouched for. */
  nofollow: patternOf("nofollow|ugc|sponsored"),
  /** The target is the next or previous page of a series; the last is an old name. */
  neighbour: patternOf("next|prev|previous"),
  /** The target is the page's own URL. */
  canonical: patternOf("canonical"),
});

function patternOf(words: string): RegExp {
  return new RegExp(`(?:^|[\\t\\n\\f\\r ])(?:${words})(?:$|[\\t\\n\\f\\r ])`, "i");
}

/** The words of an element's `rel` in lower case. */
export function relations(tree: Tree, node: NodeId): readonly string[] {
  const words = rel(tree, node)
    .toLowerCase()
    .split(/[\t\n\f\r ]+/);
  return words.filter((word) => word !== "");
}

/** Whether an element's `rel` says so. */
export function isRelated(tree: Tree, node: NodeId, what: keyof typeof says): boolean {
  const value = rel(tree, node);
  return value !== "" && says[what].test(value);
}

function rel(tree: Tree, node: NodeId): string {
  const at = tree.attributeNamed(node, attributeIds.rel);
  return at === 0 ? "" : tree.attributeTable.value(at).slice(0, LONGEST);
}
