import { tagIds } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { assignSlots } from "./assign-slots.ts";
import type { PartColumn } from "./record-slots.ts";
import {
  loneRecords,
  recordsOf,
  type PageRecord,
  type PageRecords,
} from "../candidates/records.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { weighShown, type Scope, type Weighed } from "./choose-leaf.ts";
import { shownIn, type PageCandidates } from "../candidates/page-candidates.ts";
import { columnsAround, sectionedList, TRIED } from "./sectioned-list.ts";
import type { Property } from "../schema/property.ts";
import { isAddress, isFreeText } from "./read-leaf.ts";
import { MOST_ITEMS, type ListProperty, type Reading, type Where } from "./reading.ts";

/** Records of a list, and what tells where their values stand. */
export interface Records {
  readonly values: readonly Readonly<Record<string, Json>>[];
  /** Tells the evidence of the values. */
  tell(): void;
}

/** Share of the parts that records have to have, on the average and as sure as they are. */
const LEAST_PARTS = 0.25;

/** The records on the page that have most of an item's parts; undefined when none have enough. */
export function chooseRecords(
  reading: Reading,
  { items }: ListProperty,
  { path, scope }: Where,
): Records | undefined {
  const { page } = reading;
  const { node } = scope;
  if (node === undefined) return undefined;
  const isInScope = ({ parent }: PageRecords): boolean =>
    node === 0 || page.text.isIn(parent, node);
  const groups = recordsOf(page.text).filter(isInScope);
  const worthOfMany = (group: PageRecords): number => worthOf(page, items, group);
  const outer = bestOf(groups, worthOfMany);
  const group =
    outer === undefined
      ? bestOf(loneRecords(page.text).filter(isInScope), (one) => loneWorth(page, items, one))
      : (sectionedList(page, leavesOf(items), {
          outer,
          groups,
          rows: rowsOf(page, outer.records),
        }) ?? outer);
  return group && readGroup(reading, items, { group, path, around: outer });
}

/** Share of the worth of sections that what stands in them has at least, to be the list. */
const LEAST_INNER = 0.4;

/** Records in each of others, on the average, from which those are sections. */
const LEAST_INSIDE = 1.5;

/** The records that say most of an item's parts and have none in them that say about as much. */
export function chooseInnermost(
  page: PageCandidates,
  items: Property,
): readonly PageRecord[] | undefined {
  const groups = recordsOf(page.text);
  const worth = (group: PageRecords): number => worthOf(page, items, group);
  let chosen = bestOf(groups, worth);
  while (chosen !== undefined) {
    const outer = chosen;
    const inner = groups.filter(
      ({ records }) =>
        records.length >= LEAST_INSIDE * outer.records.length && areIn(page, records, outer),
    );
    const next = bestOf(inner, worth);
    if (next === undefined || worth(next) < LEAST_INNER * worth(outer)) break;
    chosen = next;
  }
  return chosen && rowsOf(page, chosen.records);
}

/** Whether the first of some records stand in others. */
function areIn(
  { text }: PageCandidates,
  records: readonly PageRecord[],
  outer: PageRecords,
): boolean {
  const roots = new Set(outer.records.flatMap((record) => record.map(({ node }) => node)));
  return records.slice(0, TRIED).every(([root]) => {
    let at = root === undefined ? 0 : text.tree.parent(root.node);
    while (at !== 0 && !roots.has(at)) at = text.tree.parent(at);
    return at !== 0;
  });
}

function bestOf(
  groups: readonly PageRecords[],
  worth: (group: PageRecords) => number,
): PageRecords | undefined {
  let best: PageRecords | undefined;
  let most = 0;
  for (const group of groups) {
    const own = worth(group);
    if (own > most) [best, most] = [group, own];
  }
  return best;
}

/**
 * Whether what was found of three parts or more is a text and the address that it leads to, neither of
 * them named: so are the links of every menu.
 */
function isAnyLinks(columns: readonly PartColumn[], leaves: readonly Property[]): boolean {
  const isNamed = columns.some(({ cells }) => {
    return cells.some((cell) => cell !== undefined && cell.candidate.source !== "record");
  });
  const isTyped = columns.some(({ part }) => !isFreeText(part) && !isAddress(part));
  return leaves.length > 2 && columns.length < 3 && !isNamed && !isTyped;
}

/** Share of the parts, as sure as they are, that one thing alone has. */
const LEAST_LONE = 0.5;

/** How much one thing alone says of the parts: with several of them, and sure of them. */
function loneWorth(
  page: PageCandidates,
  items: Property,
  { records, parent }: PageRecords,
): number {
  const leaves = leavesOf(items);
  const columns = assignSlots(page, leaves, records);
  const sure = columns.reduce((sum, column) => sum + column.sure, 0) / leaves.length;
  return columns.length > 1 && sure >= LEAST_LONE ? sure * page.weights.of(parent) : 0;
}

/** How much the first records of a group say of the parts; 0 when it is too little. */
function worthOf(page: PageCandidates, items: Property, { records, parent }: PageRecords): number {
  const leaves = leavesOf(items);
  const rows = rowsOf(page, records);
  const columns = assignSlots(page, leaves, rows.slice(0, TRIED));
  const sure = columns.reduce((sum, column) => sum + column.sure, 0) / leaves.length;
  if (sure < LEAST_PARTS || isAnyLinks(columns, leaves)) return 0;
  return sure * sure * Math.log2(1 + Math.min(rows.length, 64)) * page.weights.of(parent);
}

/** The parts of an item that are no objects and lists. */
function leavesOf({ parts }: Property): readonly Property[] {
  return parts.filter(({ schema }) => schema.type !== "object" && schema.type !== "array");
}

/** What stands in a record, all of it as sure. */
function within(page: PageCandidates, record: PageRecord): Weighed[] {
  return weighShown(page, shownOf(page, record)).map(({ candidate }) => ({ candidate, weight: 1 }));
}

function shownOf(page: PageCandidates, record: PageRecord): readonly Candidate[] {
  return record.flatMap(({ node }) => shownIn(page, node));
}

interface Group {
  readonly group: PageRecords;
  /** The sections that the records stand in, if they do. */
  readonly around: PageRecords | undefined;
  readonly path: string;
}

/** The things that records are. */
export function readGroup(
  reading: Reading,
  items: Property,
  { group, path, around }: Group,
): Records {
  const { page } = reading;
  const rows = rowsOf(page, group.records);
  const records = rows.slice(0, MOST_ITEMS);
  const leaves = leavesOf(items);
  const inside = assignSlots(page, leaves, records);
  const left = leaves.filter((leaf) => !inside.some(({ part }) => part === leaf));
  const isNested = around !== undefined && around !== group;
  const columns = [...inside, ...(isNested ? columnsAround(page, left, { records, around }) : [])];
  const evidence: (() => void)[] = [];
  const values: Readonly<Record<string, Json>>[] = [];
  for (const [at, record] of records.entries()) {
    const found: Record<string, Json> = {};
    const place = `${path}[${values.length}]`;
    for (const part of items.parts) {
      const own = `${place}.${part.key}`;
      const value = valueOf(reading, { part, columns, at, evidence, path: own, record });
      if (value !== undefined) found[part.key] = value;
    }
    const isWhole = items.schema.required.every((name) => Object.hasOwn(found, name));
    if (isWhole && isRecord(found, columns)) values.push(found);
  }
  return {
    values,
    tell: () => {
      for (const each of evidence) each();
      if (rows.length > records.length) reading.cut(path, rows.length);
    },
  };
}

interface RecordPart {
  readonly part: Property;
  readonly columns: readonly PartColumn[];
  /** Which of the records. */
  readonly at: number;
  readonly record: PageRecord;
  readonly path: string;
  readonly evidence: (() => void)[];
}

function valueOf(
  reading: Reading,
  { part, columns, at, record, path, evidence }: RecordPart,
): Json | undefined {
  if (part.schema.type === "object" || part.schema.type === "array") {
    const [root, ...more] = record;
    const node = more.length === 0 ? root?.node : undefined;
    const scope: Scope = { candidates: within(reading.page, record), naming: "both", node };
    return reading.read(part, { scope, path });
  }
  const cell = columns.find((column) => column.part === part)?.cells[at];
  if (cell === undefined) return undefined;
  evidence.push(() => reading.tell(path, cell.candidate, cell.leaf));
  return cell.leaf.value;
}

/** Whether a record has at least half of what most of the others have. */
function isRecord(found: Readonly<Record<string, Json>>, columns: readonly PartColumn[]): boolean {
  const usual = columns.filter(({ cells }) => {
    return cells.filter((cell) => cell !== undefined).length * 3 > cells.length * 2;
  });
  const own = usual.filter(({ part }) => Object.hasOwn(found, part.key));
  return Object.keys(found).length > 0 && own.length * 2 >= usual.length;
}

/**
 * Records without those that are none: rows of headings alone, and in a table with heads those that
 * have no cell below one, which sum up others.
 */
function rowsOf(page: PageCandidates, records: readonly PageRecord[]): readonly PageRecord[] {
  const rows = records.filter((record) =>
    shownOf(page, record).some(
      ({ source, isOfRecord }) => source === "table" && isOfRecord === true,
    ),
  );
  return (rows.length === 0 ? records : rows).filter((record) => !isHeadingRow(page, record));
}

function isHeadingRow({ tree }: PageCandidates, [root, ...more]: PageRecord): boolean {
  if (root === undefined || more.length > 0 || tree.tag(root.node) !== tagIds.tr) return false;
  let child = tree.firstChild(root.node);
  for (; child !== 0; child = tree.nextSibling(child)) {
    if (tree.tag(child) === tagIds.td) return false;
  }
  return true;
}
