import { NodeKind, type NodeId, type Tree } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { kindOf, recordGroups } from "../candidates/records.ts";
import { cssOf, isPositional } from "./css-of.ts";
import { listsIn } from "./lists-in.ts";
import type { Locator } from "./recipe.ts";
import type { RecipePage } from "./recipe-page.ts";
import { alignItems, recordsAt } from "./records.ts";
import { rootsOf, type LocatorScope } from "./scope.ts";

/** A page, or a record on it, with the items of the list that it is known to have. */
export interface KnownList {
  readonly page: RecipePage;
  readonly scope: LocatorScope;
  readonly list: readonly Json[];
}

/** Kinds of element beside each other whose selectors are tried. */
const MOST_GROUPS = 10;

/** Kinds of element with others between them that are looked at. */
const MOST_PARTED = 150;

/** Records of a group that are looked at to see whether it is of a list, and items that it is of. */
const TRIED_RECORDS = 8;
const TRIED_ITEMS = 3;

/** Locators of what may be records of the first list. */
export function candidatesFor(lists: readonly KnownList[]): Locator[] {
  const [first] = lists as readonly [KnownList, ...KnownList[]];
  const { page, scope, list } = first;
  const told = scope.node === 0 ? listsIn(page, list.length, scope.thing) : [];
  if (scope.thing !== undefined) return told;
  const whole = groupsIn(first)
    .filter(({ records }) =>
      isOfList(
        first,
        records.map((node) => ({ node })),
      ),
    )
    .slice(0, MOST_GROUPS)
    .flatMap((group) => selectorsOf(page, group));
  const parted = partedIn(first).flatMap((group) =>
    selectorsOf(page, group).map((css): Locator => ({ css, follow: group.follow })),
  );
  page.select([...whole, ...parted.flatMap(({ css }) => css ?? [])]);
  return [...told, ...[...new Set(whole)].map((css): Locator => ({ css })), ...parted];
}

interface Group {
  readonly parent: NodeId;
  readonly records: readonly NodeId[];
}

/** Elements of one kind beside each other, in a record or on the page. */
function groupsIn({ page, scope }: KnownList): Group[] {
  const { text } = page.candidates;
  if (scope.node === 0) return recordGroups(text);
  const groups = new Map<string, NodeId[]>();
  for (const node of rootsOf(scope).flatMap((root) => text.elementsIn(root))) {
    if (node === scope.node) continue;
    const key = `${text.tree.parent(node)} ${kindOf(text.tree, node)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return [...groups.values()].map((records) => ({
    parent: text.tree.parent(records[0] as NodeId),
    records,
  }));
}

/** Whether elements are of the list: one of the first of them has one of its first items. */
function isOfList({ page, list }: KnownList, scopes: readonly LocatorScope[]): boolean {
  const tried = scopes.slice(0, TRIED_RECORDS);
  return list
    .slice(0, TRIED_ITEMS)
    .some((item) => alignItems(page, tried, [item])?.some((each) => each !== undefined) === true);
}

interface PartedGroup extends Group {
  /** Tags of what stands between its elements. */
  readonly follow: readonly string[];
}

/** Elements of one kind that others stand between, which are of a record with each: headings, terms. */
function partedIn(known: KnownList): PartedGroup[] {
  const { page, scope } = known;
  const { text, tree } = page.candidates;
  const elements =
    scope.node === 0 ? text.elements : rootsOf(scope).flatMap((root) => text.elementsIn(root));
  const byKind = Map.groupBy(elements, (node) => `${tree.parent(node)} ${kindOf(tree, node)}`);
  // Names that a build made are of no kind, and tell one row of a record from the other all the same.
  const byName = Map.groupBy(
    elements,
    (node) => `${tree.parent(node)} ${tree.name(node)} ${tree.attribute(node, "class") ?? ""}`,
  );
  const least = Math.min(LEAST_ITEMS, known.list.length);
  return [...byKind.values(), ...byName.values()]
    .flatMap((records): PartedGroup[] => {
      if (records.length < least) return [];
      const first = records[0] as NodeId;
      const follow = lengthOf(page, first) === 0 ? [] : tagsBetween(page, records);
      return follow.length === 0 ? [] : [{ parent: tree.parent(first), records, follow }];
    })
    .slice(0, MOST_PARTED)
    .filter(({ records, follow }) => {
      const tried = records.slice(0, TRIED_RECORDS);
      const scopes = recordsAt(page, tried, { follow, within: scope });
      return alignItems(page, scopes, known.list.slice(0, least)) !== undefined;
    });
}

/** Items that stand in the records of a group, each in another. */
const LEAST_ITEMS = 2;

/** Tags of the elements between those of a group; behind the one where there is no other. */
function tagsBetween({ candidates: { text, tree } }: RecipePage, records: readonly NodeId[]) {
  const group = new Set(records);
  const tried = records.slice(0, Math.max(1, Math.min(TRIED_RECORDS, records.length - 1)));
  const tags = new Set<string>();
  for (const record of tried) {
    let count = 0;
    for (let at = tree.nextSibling(record); at !== 0 && !group.has(at); at = tree.nextSibling(at)) {
      if (tree.kind(at) !== NodeKind.element || !text.isShown(at)) continue;
      tags.add(tree.name(at));
      if (++count === MOST_BETWEEN) break;
    }
  }
  return [...tags];
}

/** Elements between two of a group. */
const MOST_BETWEEN = 50;

function lengthOf({ candidates: { text } }: RecipePage, node: NodeId): number {
  const [from, to] = text.range(node);
  return to - from;
}

function selectorsOf({ candidates: { tree } }: RecipePage, { parent, records }: Group): string[] {
  const [first] = records as readonly [NodeId, ...NodeId[]];
  const isPlain = (css: string): boolean => !isPositional(css) && !/[ >]/.test(css);
  const own = cssOf(tree, first, parent).filter(isPlain);
  const tag = tree.name(first);
  const [nearest, next, ...far] = ancestorsOf(tree, parent);
  const isFree = (css: string): boolean => !isPositional(css);
  const near = [nearest, next].flatMap((node, level) => {
    if (node === undefined) return [];
    const named = cssOf(tree, node, 0).filter(isFree);
    const between = level === 0 ? " > " : ` > ${tree.name(parent)} > `;
    return [...named.slice(0, 5), tree.name(node)].flatMap((css) =>
      [...own, tag].map((each) => `${css}${between}${each}`),
    );
  });
  const below = far.flatMap((node) =>
    cssOf(tree, node, 0)
      .filter(isPlain)
      .slice(0, 2)
      .flatMap((css) => [own[0] ?? tag, tag].map((each) => `${css} ${each}`)),
  );
  return [...own, ...near, ...below];
}

/** Ancestors by which records are told from others like them. */
const MOST_ANCESTORS = 4;

function ancestorsOf(tree: Tree, parent: NodeId): NodeId[] {
  const found: NodeId[] = [];
  for (let at = parent; at !== 0 && found.length < MOST_ANCESTORS; at = tree.parent(at)) {
    found.push(at);
  }
  return found;
}
