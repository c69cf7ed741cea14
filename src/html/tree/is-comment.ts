import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "./tree.ts";

/** What is called so is said by readers and customers. */
const COMMENT =
  /comment|repl(?:y|ies)|testimonial|customer-?review|reviews(?:[-_\s]|$)|review[-_]?(?:item|card|list|author)/i;

/** Whether a node is in a comment of a reader, or in the review of a customer. */
export function isComment(tree: Tree, node: NodeId): boolean {
  for (let at = node; at !== 0; at = tree.parent(at)) {
    const tag = tree.tag(at);
    if (tag === tagIds.body || tag === tagIds.article || tag === tagIds.main) return false;
    const named = `${tree.attribute(at, "class") ?? ""} ${tree.attribute(at, "id") ?? ""}`;
    if (COMMENT.test(named)) return true;
    if (/(?:^|\s)review(?:\s|$)/i.test(tree.attribute(at, "itemprop") ?? "")) return true;
  }
  return false;
}
