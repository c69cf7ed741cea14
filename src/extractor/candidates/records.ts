import { attributeIds, NodeKind, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import type { PageText } from "./page-text.ts";
import { tableRecords } from "./columns.ts";

/** Elements of one kind beside each other: rows, cards, posts. */
interface RecordGroup {
  readonly parent: NodeId;
  readonly records: readonly NodeId[];
  /** The tag and the first class of its elements. */
  readonly kind: string;
}

/** An element of a record, and by what its places are told from those of the record's other elements. */
export interface RecordRoot {
  readonly node: NodeId;
  readonly key: string;
}

/** One of several things: mostly an element, else several that belong together. */
export type PageRecord = readonly RecordRoot[];

/** Things of one kind. */
export interface PageRecords {
  /** The nearest element that has all of them. */
  readonly parent: NodeId;
  readonly records: readonly PageRecord[];
}

/** Where a record begins and ends in the page's text. */
export function recordRange(text: PageText, record: PageRecord): readonly [number, number] {
  const ranges = record.map(({ node }) => text.range(node));
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
}

/** Groups of a page, the most telling first, that are looked at. */
const MOST_GROUPS = 40;

/** Characters that the text of a record has, on the average, when it says something. */
const LEAST_TEXT = 3;
/** Characters that each has: one of which the price is not shown has little. */
const LEAST_OWN = 1;

function saysMuch(text: PageText, records: readonly NodeId[]): boolean {
  return textOf(text, { records }) >= LEAST_TEXT * records.length;
}

/** Elements that are no records. */
const noRecords: ReadonlySet<number> = new Set([
  tagIds.br,
  tagIds.option,
  tagIds.p,
  tagIds.span,
  tagIds.td,
  tagIds.th,
  tagIds.dt,
  tagIds.dd,
  tagIds.thead,
  tagIds.source,
  tagIds.img,
]);

/** Words of a class that tell one of several from the others. */
const STATE =
  /\d|^(?:first|last|odd|even|active|current|selected|new|sale|featured|is-.*|has-.*)$/i;

/** The groups of a page by how much text their records have, the most first. */
export function recordGroups(text: PageText): RecordGroup[] {
  const { tree } = text;
  const groups = new Map<string, NodeId[]>();
  for (const node of text.elements) {
    if (noRecords.has(tree.tag(node))) continue;
    const [from, to] = text.range(node);
    if (to - from < LEAST_OWN) continue;
    const key = `${tree.parent(node)} ${kindOf(tree, node)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return [...groups]
    .filter(([, records]) => records.length > 1 && saysMuch(text, records))
    .map(([key, records]) => ({
      parent: tree.parent(records[0] as NodeId),
      kind: key.slice(key.indexOf(" ") + 1),
      records,
    }))
    .toSorted((a, b) => textOf(text, b) - textOf(text, a))
    .slice(0, MOST_GROUPS);
}

/** Ancestors by which elements of several parents are of one group. */
const LONGEST_WAY = 6;

/** Elements that are records where they stand in several places of one kind. */
const spread: ReadonlySet<number> = new Set([
  tagIds.tr,
  tagIds.li,
  tagIds.p,
  tagIds.article,
  tagIds.table,
  tagIds.dl,
  tagIds.div,
]);

/**
 * The things of a page by how much text they have, as {@link recordGroups}; those of one kind in
 * several parents of one kind: rows of several tables, paragraphs; what stands in several rows or in a
 * column of a table; and elements that alternate: a row with the title, one with what is said of it.
 */
export function recordsOf(text: PageText): PageRecords[] {
  const whole = spreadGroups(text).map(({ parent, records }) => ({
    parent,
    records: records.map((node) => [{ node, key: "" }]),
  }));
  const cells = tableRecords(text).map(({ table, records }) => ({
    parent: table,
    records: records.map((row) => row.map((node, column) => ({ node, key: `${column}` }))),
  }));
  return [...whole, ...cells, ...alternating(text)];
}

/** Classes of one of several things. */
const ONE =
  /^(?:card|item|product|listing|result|entry|post|teaser|tile|offer|job|event|article|row)s?(?:$|[-_])/i;

/** Elements whose class says that they are one of several things, without a second one on the page. */
export function loneRecords(text: PageText): PageRecords[] {
  const { tree } = text;
  const lone = new Map<string, NodeId | undefined>();
  for (const node of text.elements) {
    const kind = kindOf(tree, node);
    if (!ONE.test(kind.slice(kind.indexOf(".") + 1))) continue;
    lone.set(kind, lone.has(kind) ? undefined : node);
  }
  return [...lone.values()].flatMap((node) =>
    node === undefined ? [] : [{ parent: tree.parent(node), records: [[{ node, key: "" }]] }],
  );
}

/** Elements of a thing that is made of several, and parents that are looked into. */
const MOST_STEPS = 3;
const MOST_PARENTS = 200;

/** Things of elements beside each other that come again in the same order. */
function alternating(text: PageText): PageRecords[] {
  const { tree } = text;
  const parents = new Set(text.elements.map((node) => tree.parent(node)));
  const found: PageRecords[] = [];
  for (const parent of parents) {
    if (found.length === MOST_PARENTS) break;
    const children: NodeId[] = [];
    for (let node = tree.firstChild(parent); node !== 0; node = tree.nextSibling(node)) {
      const [from, to] = text.range(node);
      if (tree.kind(node) === NodeKind.element && from < to) children.push(node);
    }
    const records = runsOf(tree, children);
    if (records !== undefined) found.push({ parent, records });
  }
  return found;
}

/** The runs of elements whose kinds come again from the first on, at least twice; undefined without. */
function runsOf(tree: Tree, children: readonly NodeId[]): PageRecord[] | undefined {
  if (children.length < 4) return undefined;
  const kinds = children.map((node) => kindOf(tree, node));
  const step = kinds.indexOf(kinds[0] as string, 1);
  if (step < 2 || step > MOST_STEPS || children.length % step !== 0) return undefined;
  if (!kinds.every((kind, at) => kind === kinds[at % step])) return undefined;
  return Array.from({ length: children.length / step }, (_, at) =>
    children.slice(at * step, (at + 1) * step).map((node, place) => ({ node, key: `${place}` })),
  );
}

/** The groups of {@link recordGroups}, and those of elements of one kind in several parents of one kind. */
function spreadGroups(text: PageText): RecordGroup[] {
  const { tree } = text;
  const groups = new Map<string, NodeId[]>();
  for (const node of text.elements) {
    if (!spread.has(tree.tag(node))) continue;
    const [from, to] = text.range(node);
    if (to - from < LEAST_OWN) continue;
    const key = wayTo(tree, node);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  const found = [...groups.values()].flatMap((records): RecordGroup[] => {
    const parents = new Set(records.map((node) => tree.parent(node)));
    const isKnown = parents.size === 1 && !noRecords.has(tree.tag(records[0] as NodeId));
    if (records.length < 2 || isKnown || !saysMuch(text, records)) return [];
    return [
      { parent: commonParent(text, records), records, kind: kindOf(tree, records[0] as NodeId) },
    ];
  });
  return [...recordGroups(text), ...found.slice(0, MOST_GROUPS)];
}

function wayTo(tree: Tree, node: NodeId): string {
  const way: string[] = [];
  for (let at = node; at !== 0 && way.length < LONGEST_WAY; at = tree.parent(at)) {
    way.push(kindOf(tree, at));
  }
  return way.join("<");
}

/** The nearest element that has all records. */
function commonParent(text: PageText, records: readonly NodeId[]): NodeId {
  let at = text.tree.parent(records[0] as NodeId);
  const last = records.at(-1) as NodeId;
  while (at !== 0 && !text.isIn(last, at)) at = text.tree.parent(at);
  return at;
}

/** What records of one group have in common: the tag, and the first class that is no state. */
export function kindOf(tree: Tree, node: NodeId): string {
  const at = tree.attributeNamed(node, attributeIds.class);
  const names = at === 0 ? "" : tree.attributeTable.value(at);
  const own = names.split(/\s+/).find((name) => name !== "" && !STATE.test(name)) ?? "";
  return own === "" ? tree.name(node) : `${tree.name(node)}.${own}`;
}

function textOf(text: PageText, { records }: Pick<RecordGroup, "records">): number {
  return records.reduce((sum, node) => {
    const [from, to] = text.range(node);
    return sum + to - from;
  }, 0);
}
