import { tagIds, type NodeId } from "../../html/index.ts";
import { headingLevel } from "../../html/internal.ts";
import type { Json } from "../../storage/index.ts";
import type { PageRecord } from "../candidates/records.ts";
import { chooseInnermost, readGroup, type Records } from "./choose-records.ts";
import { readName } from "../schema/names.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import { rolesOf } from "./part-roles.ts";
import type { Property } from "../schema/property.ts";
import { isFreeText, readLeaf } from "./read-leaf.ts";
import { MOST_ITEMS, type ListProperty, type Reading, type Where } from "./reading.ts";

/** Characters of what names a section. */
const LONGEST_HEADING = 200;

/** Records in places that count less are of other things; a class `menu` alone may be a restaurant's. */
const LEAST_WEIGHT = 0.4;

interface Section {
  readonly heading: NodeId;
  readonly records: readonly PageRecord[];
}

/**
 * The sections of the page whose items have a list of things: what stands below each heading is such a
 * list, and the heading is what the section is called. Undefined where items have none, or a page has no
 * headings between them.
 */
export function nestedRecords(
  reading: Reading,
  { items }: ListProperty,
  { path, scope }: Where,
): Records | undefined {
  const inner = items.parts.find(({ items: own }) => own?.schema.type === "object");
  const title = titleOf(items);
  if (inner?.items === undefined || title === undefined || scope.node !== 0) return undefined;
  const of = inner.items;
  const rows = chooseInnermost(reading.page, of);
  if (rows === undefined) return undefined;
  const sections = sectionsOf(reading.page, rows).slice(0, MOST_ITEMS);
  const told: (() => void)[] = [];
  const values: Readonly<Record<string, Json>>[] = [];
  for (const { heading, records } of sections) {
    const own = `${path}[${values.length}]`;
    const group = { parent: heading, records };
    const list = readGroup(reading, of, {
      group,
      around: undefined,
      path: `${own}.${inner.key}`,
    });
    const name = nameOf(reading, title, { heading, path: `${own}.${title.key}` });
    if (list.values.length === 0 || name === undefined) continue;
    values.push({ [title.key]: name.value, [inner.key]: [...list.values] });
    told.push(() => list.tell(), name.tell);
  }
  return { values, tell: () => told.forEach((tell) => tell()) };
}

/** What a section is called: the part that is the title, else the first text. */
function titleOf({ parts }: Property): Property | undefined {
  const leaves = parts.filter(({ schema }) => schema.type !== "object" && schema.type !== "array");
  const [titled] = [...rolesOf(leaves)].find(([, role]) => role === "title") ?? [];
  return titled ?? leaves.find((leaf) => isFreeText(leaf));
}

interface Heading {
  readonly heading: NodeId;
  readonly path: string;
}

function nameOf(
  reading: Reading,
  title: Property,
  { heading, path }: Heading,
): { readonly value: Json; readonly tell: () => void } | undefined {
  const { page } = reading;
  const name = readName(title.key);
  if (name === undefined) return undefined;
  const value = page.text.text(heading);
  const candidate = { name, source: "record", node: heading, place: "", value } as const;
  const leaf = readLeaf(page, title, candidate);
  return leaf && { value: leaf.value, tell: () => reading.tell(path, candidate, leaf) };
}

/** Records about the page by the heading that they stand below; those above the first are of none. */
function sectionsOf(page: PageCandidates, records: readonly PageRecord[]): Section[] {
  const { text } = page;
  const headings = text.elements.filter((node) => isHeading(page, node));
  const inside = new Set(
    headings.filter((node) =>
      records.some((record) => record.some((root) => text.isIn(node, root.node))),
    ),
  );
  const own = headings.filter((node) => !inside.has(node));
  const groups = new Map<NodeId, PageRecord[]>();
  let next = 0;
  for (const record of records) {
    const at = Math.min(...record.map(({ node }) => text.order(node)));
    while (next < own.length && text.order(own[next] as NodeId) < at) next++;
    const heading = own[next - 1];
    const [root] = record;
    const isBeside = root === undefined || page.weights.of(root.node) < LEAST_WEIGHT;
    if (heading === undefined || isBeside) continue;
    const group = groups.get(heading);
    if (group === undefined) groups.set(heading, [record]);
    else group.push(record);
  }
  return [...groups].map(([heading, list]) => ({ heading, records: list }));
}

/** Whether an element names what follows: a heading below the page's own, a caption, a row of one cell. */
function isHeading({ text }: PageCandidates, node: NodeId): boolean {
  const { tree } = text;
  const tag = tree.tag(node);
  const rank = headingLevel(tag);
  const isOne =
    (rank !== undefined && rank > 1) ||
    tag === tagIds.caption ||
    tag === tagIds.summary ||
    (tag === tagIds.th && tree.attribute(node, "colspan") !== undefined && isAlone(tree, node));
  const [from, to] = text.range(node);
  return isOne && to > from && to - from <= LONGEST_HEADING;
}

/** Whether a cell is the only element of its row. */
function isAlone(tree: PageCandidates["tree"], node: NodeId): boolean {
  const row = tree.parent(node);
  let count = 0;
  for (let at = tree.firstChild(row); at !== 0; at = tree.nextSibling(at)) {
    if (tree.kind(at) === 1) count++;
  }
  return count === 1;
}
