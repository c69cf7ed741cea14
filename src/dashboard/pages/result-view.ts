import { json, outside, table } from "../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../markup.ts";

/** The most rows and columns of a table. */
const MOST_ROWS = 200;
const MOST_COLUMNS = 12;
/** Characters of a cell. */
const MOST_CHARACTERS = 300;

type Row = Readonly<Record<string, unknown>>;

/** Data of any shape: a table where it is, or has, a list of objects; JSON else. */
export function resultView(data: unknown): Markup {
  const found = rowsIn(data);
  if (found === undefined) return json(data);
  const { rows, rest } = found;
  const names = [...new Set(rows.slice(0, MOST_ROWS).flatMap((row) => Object.keys(row)))];
  const shown = names.slice(0, MOST_COLUMNS);
  const notes = [
    rows.length > MOST_ROWS && `The first ${MOST_ROWS} of ${rows.length} rows.`,
    names.length > MOST_COLUMNS && `${names.length - MOST_COLUMNS} more columns are in the JSON.`,
  ].filter((note) => note !== false);
  const more = notes.length > 0 && markup`<p class="quiet">${notes.join(" ")}</p>`;
  return markup`${Object.keys(rest).length > 0 && json(rest)}${table({
    caption: "Result",
    rows: rows.slice(0, MOST_ROWS),
    empty: "An empty list.",
    columns: shown.map((name) => ({ name, show: (row: Row) => cell(row[name]) })),
  })}${more}`;
}

/** A list of objects, and what is beside it: the list itself, or the only one of an object. */
function rowsIn(data: unknown): { readonly rows: readonly Row[]; readonly rest: Row } | undefined {
  if (isRows(data)) return { rows: data, rest: {} };
  if (!isObject(data)) return undefined;
  const lists = Object.entries(data).filter(([, value]) => isRows(value));
  const [only] = lists;
  if (only === undefined || lists.length > 1) return undefined;
  const [name, rows] = only;
  const rest = Object.fromEntries(Object.entries(data).filter(([each]) => each !== name));
  return { rows: rows as readonly Row[], rest };
}

function isObject(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function cell(value: unknown): Fill {
  if (value === null || value === undefined) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const isLong = text.length > MOST_CHARACTERS;
  const short = isLong ? `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : text;
  return typeof value === "string" ? outside(text, short) : short;
}
