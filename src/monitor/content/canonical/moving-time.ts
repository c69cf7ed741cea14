import { nodeText, readDate, tagIds, type NodeId, type Tree } from "../../../html/index.ts";

/** Elements of scripts that write how long ago a time is. */
const WRITTEN_BY_SCRIPTS =
  /^(?:relative-time|time-ago|time-until|local-time|timeago|sl-relative-time)$/;

/** Characters of a time. */
const LONGEST = 100;

/**
 * What an element says that tells a time from where the clock stands ("3 hours ago", "May 3"): its
 * `datetime`. Undefined for others, and for a time whose text is a whole date.
 */
export function movingTime(tree: Tree, node: NodeId): string | undefined {
  const isByScript = WRITTEN_BY_SCRIPTS.test(tree.name(node));
  if (tree.tag(node) !== tagIds.time && !isByScript) return undefined;
  const stated = tree.attribute(node, "datetime")?.trim() ?? "";
  if (stated === "" || stated.length > LONGEST || readDate(stated) === undefined) return undefined;
  if (isByScript) return stated;
  const text = nodeText(tree, node);
  if (text === "" || text.length > LONGEST) return undefined;
  return readDate(text) === undefined ? stated : undefined;
}
