import type { OutlineNode } from "./outline.ts";

/** A difference between two looks at a page. */
export interface OutlineChange {
  readonly kind: "added" | "changed" | "removed";
  readonly node: OutlineNode;
  /** What it is in, outermost first. */
  readonly path: readonly string[];
}

interface Place {
  readonly node: OutlineNode;
  readonly parent: string;
  readonly path: readonly string[];
}

/** Lists what changed, by the elements' keys: where an element only moved, nothing did. */
export function compareOutlines(
  before: readonly OutlineNode[],
  after: readonly OutlineNode[],
): OutlineChange[] {
  const [old, now] = [placesOf(before), placesOf(after)];
  const changes: OutlineChange[] = [];
  for (const [id, { node, parent, path }] of now) {
    const was = old.get(id);
    if (was === undefined) {
      const isTop = parent === "" || old.has(parent);
      if (isTop || holdsKnown(now, parent, old)) changes.push({ kind: "added", node, path });
    } else if (ownText(was.node) !== ownText(node)) changes.push({ kind: "changed", node, path });
  }
  for (const [id, { node, parent, path }] of old) {
    const isTop = parent === "" || now.has(parent);
    if (!now.has(id) && isTop) changes.push({ kind: "removed", node, path });
  }
  return changes.filter((change) => !isWrapper(change, old, now));
}

/** Whether a new thing only lies around old ones, or an old one no longer does. */
function isWrapper(
  { kind, node }: OutlineChange,
  old: ReadonlyMap<string, Place>,
  now: ReadonlyMap<string, Place>,
): boolean {
  if (kind === "changed") return false;
  const other = kind === "added" ? old : now;
  return hasKnown(node, other);
}

function hasKnown({ children }: OutlineNode, other: ReadonlyMap<string, Place>): boolean {
  return children.some((child) => other.has(idOf(child, 0)) || hasKnown(child, other));
}

/** Whether a new element is told by itself, since what it is in holds old ones too. */
function holdsKnown(
  now: ReadonlyMap<string, Place>,
  parent: string,
  old: ReadonlyMap<string, Place>,
): boolean {
  const place = now.get(parent);
  return place !== undefined && !old.has(parent) && hasKnown(place.node, old);
}

/** All nodes by key; texts of one element are told apart by their order. */
function placesOf(nodes: readonly OutlineNode[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (node: OutlineNode, parent: string, path: readonly string[]): void => {
    let order = 0;
    while (places.has(idOf(node, order))) order += 1;
    const id = idOf(node, order);
    places.set(id, { node, parent, path });
    const label = node.name === "" ? node.role : `${node.role} "${node.name}"`;
    for (const child of node.children) visit(child, id, [...path, label]);
  };
  for (const node of nodes) visit(node, "", []);
  return places;
}

function idOf({ key, role }: OutlineNode, order: number): string {
  return `${role === "text" ? "text" : ""}${key}#${order}`;
}

function ownText({ role, name, value, marks, options }: OutlineNode): string {
  const lasting = marks.filter((mark) => mark !== "focused");
  return JSON.stringify([role, name, value, lasting, options]);
}
