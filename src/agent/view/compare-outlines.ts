import type { OutlineNode } from "./outline.ts";

/** A difference between two looks at a page. */
export interface OutlineChange {
  readonly kind: "added" | "changed" | "moved" | "removed";
  readonly node: OutlineNode;
  /** What a thing that was moved stands behind now; none of one that is the first. */
  readonly behind?: OutlineNode | undefined;
  /** What it is in, outermost first. */
  readonly path: readonly string[];
}

interface Place {
  readonly node: OutlineNode;
  readonly parent: string;
  readonly path: readonly string[];
}

/** Lists what changed, by the elements' keys. */
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
  return [...changes.filter((change) => !isWrapper(change, old, now)), ...movesOf(old, now)];
}

/** Lists what stands elsewhere among the things that there were and are: in another one, or in another order. */
function movesOf(
  old: ReadonlyMap<string, Place>,
  now: ReadonlyMap<string, Place>,
): OutlineChange[] {
  const isKept = (id: string): boolean => old.has(id) && now.has(id);
  const aroundOf = (places: ReadonlyMap<string, Place>, id: string): string => {
    let at = places.get(id)?.parent ?? "";
    while (at !== "" && !isKept(at)) at = places.get(at)?.parent ?? "";
    return at;
  };
  const order = new Map([...old.keys()].map((id, at) => [id, at]));
  const kept = [...now.keys()].filter(isKept);
  const changes: OutlineChange[] = [];
  for (const [around, ids] of Map.groupBy(kept, (id) => aroundOf(now, id))) {
    const stayed = ids.filter((id) => aroundOf(old, id) === around);
    const inOrder = new Set(longestRise(stayed, (id) => order.get(id) ?? 0));
    for (const [at, id] of ids.entries()) {
      const place = now.get(id);
      if (inOrder.has(id) || place === undefined) continue;
      const behind = now.get(ids[at - 1] ?? "")?.node;
      changes.push({ kind: "moved", node: place.node, path: place.path, behind });
    }
  }
  return changes;
}

/** The most of a list whose numbers rise. */
function longestRise<Item>(items: readonly Item[], numberOf: (item: Item) => number): Item[] {
  /** The ends of the best chains by their length, and what is before each item in its chain. */
  const ends: Item[] = [];
  const before = new Map<Item, Item | undefined>();
  for (const item of items) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numberOf(ends[middle] as Item) < numberOf(item)) low = middle + 1;
      else high = middle;
    }
    before.set(item, ends[low - 1]);
    ends[low] = item;
  }
  const rise: Item[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) rise.push(at);
  return rise;
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
