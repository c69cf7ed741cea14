import type { Json } from "../../storage/index.ts";
import { onePage, type Finding } from "./finding.ts";
import { canonicalJson } from "../definition/canonical-json.ts";
import { hashOf } from "./hashes.ts";
import type { Comparison } from "./compare-body.ts";

type ValueRecord = Readonly<Record<string, Json>>;

/** Which of two records' values differ; only those, null for one that is missing. */
interface FieldChanges {
  readonly changedFields: readonly string[];
  readonly before: ValueRecord;
  readonly after: ValueRecord;
}

/** What differs between two records, in the order of the second. */
function changedValues(before: ValueRecord, after: ValueRecord): FieldChanges {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  const changedFields = names.filter(
    (name) => canonicalJson(valueOf(before, name)) !== canonicalJson(valueOf(after, name)),
  );
  return { changedFields, before: pick(before, changedFields), after: pick(after, changedFields) };
}

/** Compares values with those of the baseline. */
export function compareValues({ look, baseline }: Comparison<"values">): Finding {
  const { values, finalUrl } = look;
  const changes = changedValues(recordOf(baseline?.extractedData ?? null), values);
  const isChanged = baseline !== undefined && changes.changedFields.length > 0;
  const diff = { type: "fields", ...changes } as const;
  const contentHash = hashOf(canonicalJson(values));
  return {
    status: "found",
    snapshot: { contentHash, bodyHash: null, comparedHash: null, extractedData: values, pages: 1 },
    texts: new Map(),
    movesBaseline: true,
    finalUrl,
    change: isChanged ? { diff, summary: null } : undefined,
    uncompared: undefined,
    counts: onePage(isChanged),
    operations: [],
  };
}

/** Values as a record; none for what is no object. */
export function recordOf(values: Json): ValueRecord {
  const isRecord = typeof values === "object" && values !== null && !Array.isArray(values);
  return isRecord ? (values as ValueRecord) : {};
}

function valueOf(record: ValueRecord, name: string): Json {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

/** Not by assignment, which has another meaning for `__proto__`. */
function pick(record: ValueRecord, names: readonly string[]): ValueRecord {
  return Object.fromEntries(names.map((name) => [name, valueOf(record, name)]));
}
