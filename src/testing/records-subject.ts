import assert from "node:assert/strict";
import { isDraglineError, neverAborts } from "../core/index.ts";
import { collection, type Call, type NewRow, type Records } from "../storage/index.ts";

/** What a case of {@link recordsCases} works on. */
export interface RecordsSubject extends AsyncDisposable {
  /** An empty store. */
  readonly records: Records;
  /**
   * The same store as another process sees it; may be `records` itself where a store cannot be
   * shared. It is closed with the subject.
   */
  another(): Promise<Records>;
}

/** A promise of the port by its title. */
export type RecordsPromises = Readonly<Record<string, (subject: RecordsSubject) => Promise<void>>>;

/** A field of every type, a unique group of two fields that may be null, and an index. */
export const items = collection({
  name: "items",
  fields: {
    id: "string",
    count: "number",
    note: "string?",
    text: "string?",
    rank: "number?",
    open: "boolean?",
    facts: "json?",
    body: "bytes?",
    site: "string?",
    email: "string?",
  },
  key: ["id"],
  unique: [["site", "email"]],
  indexes: [["note", "rank"]],
});

/** A row of {@link items}. */
export type Item = NewRow<typeof items>;

/** A call that nobody ends. */
export const call: Call = Object.freeze({ signal: neverAborts() });

/** The records with {@link items} and these rows. */
export async function withItems(
  { records }: RecordsSubject,
  rows: readonly Item[] = [],
): Promise<Records> {
  await records.ensure([items], call);
  await records.insert(items, rows, call);
  return records;
}

/** Rows `a`, `b`, … that differ in one field. */
export function itemsWith<F extends keyof Item>(field: F, values: readonly Item[F][]): Item[] {
  return values.map((value, index) => ({ id: letter(index), count: 0, [field]: value }));
}

/** `a`, `b`, … */
function letter(index: number): string {
  return String.fromCharCode(97 + index);
}

/** The ids of rows, joined. */
export function idsOf(rows: readonly { readonly id: string }[]): string {
  return rows.map(({ id }) => id).join("");
}

/** The ids of rows in alphabetic order, joined. */
export function sortedIds(rows: readonly { readonly id: string }[]): string {
  return rows
    .map(({ id }) => id)
    .sort()
    .join("");
}

/** Asserts that a call is refused with a code of the room. */
export async function refuses(
  code: string,
  work: () => Promise<unknown>,
  about?: string,
): Promise<void> {
  const came = await work().then(
    () => "nothing was refused",
    (error: unknown) => error,
  );
  if (isDraglineError(came, code)) return;
  assert.fail(`${about ?? "the call"}: expected ${code}; came ${String(came)}`);
}
