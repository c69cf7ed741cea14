import type { Measures } from "./measures.ts";
import type { PageKind } from "./page-kind.ts";
import { tagIds } from "./tags.ts";
import { NodeKind, type NodeId, type Tree } from "./tree.ts";

/** Where to look for what stands beside the content. */
export interface AsideScope {
  readonly tree: Tree;
  /** Is added to. */
  readonly dropped: Uint8Array;
  readonly measures: Measures;
  /** What holds the content. */
  readonly root: NodeId;
  readonly kind: PageKind;
}

/** Marks what stands beside the content: asides, footers, lists of links. */
export function markAside(scope: AsideScope): void {
  const { tree, dropped, measures } = scope;
  for (const node of measures.order) {
    if (dropped[node] === 1 || tree.kind(node) !== NodeKind.element) continue;
    if (isAside(scope, node)) dropped[node] = 1;
  }
}

function isAside({ tree, measures, kind }: AsideScope, node: NodeId): boolean {
  const tag = tree.tag(node);
  const text = measures.text[node] as number;
  if (tag === tagIds.aside || tag === tagIds.footer)
    return text < (measures.text[0] as number) * 0.3;
  if (tag === tagIds.form) return text < 300 || text < (measures.text[0] as number) * 0.1;
  void kind;
  return false;
}
