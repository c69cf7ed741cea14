import type { NodeId } from "../html/index.ts";
import type { Json } from "../storage/index.ts";
import { kindOf, recordGroups, type RecordGroup } from "./candidates/records.ts";
import { chooseLeaf, weighShown, type Choice, type Scope, type Weighed } from "./choose-leaf.ts";
import { shownIn, type PageCandidates } from "./page-candidates.ts";
import type { Property } from "./property.ts";
import type { Reading, Where } from "./reading.ts";

/** Records of a list, and what tells where their values stand. */
export interface Records {
  readonly values: readonly Readonly<Record<string, Json>>[];
  /** Tells the evidence of the values. */
  tell(): void;
}

/** Records of a group that are tried before the group is chosen. */
const TRIED = 4;

/** Share of the parts that a record has to have, on the average. */
const LEAST_PARTS = 0.4;

/** Records of a list; more are left out. */
const MOST_RECORDS = 1000;

interface ListProperty {
  readonly property: Property;
  readonly items: Property;
}

/** The records on the page that have most of an item's parts; undefined when none have enough. */
export function chooseRecords(
  reading: Reading,
  { items }: ListProperty,
  { path, scope }: Where,
): Records | undefined {
  const { page } = reading;
  const { node } = scope;
  if (node === undefined) return undefined;
  let best: RecordGroup | undefined;
  let most = 0;
  for (const group of recordGroups(page.text)) {
    if (node !== 0 && !page.text.isIn(group.parent, node)) continue;
    const worth = worthOf(reading, items, group);
    if (worth > most) [best, most] = [group, worth];
  }
  return best === undefined ? undefined : readGroup(reading, items, { group: best, path });
}

/** How much the first records of a group say of the parts; 0 when it is too little. */
function worthOf({ page }: Reading, items: Property, { records, parent }: RecordGroup): number {
  const leaves = leavesOf(items);
  const tried = records.slice(0, TRIED).map((record) => {
    const scope: Scope = { candidates: within(page, record), naming: "both", node: record };
    const choices = leaves.map((part) => chooseLeaf(page, part, scope));
    const isWhole = leaves.every(({ key }, at) => {
      return choices[at] !== undefined || !items.schema.required.includes(key);
    });
    return isWhole ? choices.reduce((sum, choice) => sum + (choice?.score ?? 0), 0) : 0;
  });
  const mean = tried.reduce((sum, score) => sum + score, 0) / tried.length;
  const least = Math.max(0.5, LEAST_PARTS * leaves.length * 0.5);
  if (mean < least) return 0;
  return mean * Math.log2(1 + Math.min(records.length, 64)) * page.weights.of(parent);
}

/** The parts of an item that are no objects and lists. */
function leavesOf({ parts }: Property): readonly Property[] {
  return parts.filter(({ schema }) => schema.type !== "object" && schema.type !== "array");
}

/** What stands in a record, all of it as sure. */
function within(page: PageCandidates, record: NodeId): Weighed[] {
  return weighShown(page, shownIn(page, record)).map(({ candidate }) => ({ candidate, weight: 1 }));
}

interface Group {
  readonly group: RecordGroup;
  readonly path: string;
}

function readGroup(reading: Reading, items: Property, { group, path }: Group): Records {
  const { page } = reading;
  const records = rowsOf(page, group.records.slice(0, MOST_RECORDS));
  const scopes = records.map((record): Scope => ({
    candidates: within(page, record),
    naming: "both",
    node: record,
  }));
  const evidence: (() => void)[] = [];
  const columns = new Map<string, readonly (Choice | undefined)[]>();
  for (const part of leavesOf(items)) {
    const choices = scopes.map((scope) => chooseLeaf(page, part, scope));
    columns.set(part.key, agreed(page, { records, choices }));
  }
  const values: Readonly<Record<string, Json>>[] = [];
  for (const [at, scope] of scopes.entries()) {
    const found: Record<string, Json> = {};
    const place = `${path}[${values.length}]`;
    for (const part of items.parts) {
      const column = columns.get(part.key);
      const choice = column?.[at];
      const own = `${place}.${part.key}`;
      const value =
        column === undefined ? reading.read(part, { scope, path: own }) : choice?.leaf.value;
      if (value === undefined) continue;
      found[part.key] = value;
      if (choice !== undefined) {
        evidence.push(() => reading.tell(own, choice.candidate, choice.leaf));
      }
    }
    const isWhole = items.schema.required.every((name) => Object.hasOwn(found, name));
    if (isWhole && Object.keys(found).length > 0) values.push(found);
  }
  return {
    values,
    tell: () => {
      for (const each of evidence) each();
    },
  };
}

/** Records without those that sum up others: in a table with heads, rows that have no cell below one. */
function rowsOf(page: PageCandidates, records: readonly NodeId[]): readonly NodeId[] {
  const rows = records.filter((record) =>
    shownIn(page, record).some(
      ({ source, isOfRecord }) => source === "table" && isOfRecord === true,
    ),
  );
  return rows.length === 0 ? records : rows;
}

interface Column {
  readonly records: readonly NodeId[];
  readonly choices: readonly (Choice | undefined)[];
}

/** Choices that agree with most of their column on what they are called or where they stand. */
function agreed(page: PageCandidates, { records, choices }: Column): (Choice | undefined)[] {
  const votes = new Map<string, number>();
  const keys = choices.map((choice, at) => {
    if (choice === undefined) return undefined;
    const key = slotOf(page, records[at] as NodeId, choice);
    votes.set(key, (votes.get(key) ?? 0) + 1);
    return key;
  });
  const [winner] = [...votes].reduce((best, each) => (each[1] > best[1] ? each : best), ["", 0]);
  const [called = ""] = winner.split(" ", 1);
  return choices.map((choice, at) => {
    const key = keys[at];
    return key === winner || key?.split(" ", 1)[0] === called ? choice : undefined;
  });
}

/** What a choice is called, and its place in the record as tags and classes. */
function slotOf({ tree }: PageCandidates, record: NodeId, { candidate }: Choice): string {
  const path: string[] = [];
  for (let at = candidate.node; at !== record && at !== 0; at = tree.parent(at)) {
    path.push(kindOf(tree, at));
  }
  return `${candidate.source}:${candidate.name.key} ${path.join("<")}`;
}
