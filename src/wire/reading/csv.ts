import { checkArgument } from "../../core/index.ts";
import { executionFault } from "../run/run-fault.ts";

/** Fields of one file at most, so that a text of separators alone costs no memory. */
const MOST_FIELDS = 2_000_000;

/**
 * The rows of a CSV text (RFC 4180) as objects by its first line; `;` and tabs part fields as well when
 * that line has more of them than commas. A field that a row lacks is null.
 * @throws RunFault when a quoted field has no end, or there are too many fields
 * @example
 * ```ts
 * import { readCsv } from "dragline/wire";
 *
 * console.log(readCsv("name,price\nOpal,79.90\n")); // [{ name: "Opal", price: "79.90" }]
 * ```
 */
export function readCsv(text: string): Record<string, string | null>[] {
  checkArgument("text of readCsv(text)", text, "string");
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const rows = rowsOf(body, separatorOf(body));
  const header = uniqueNames(rows[0] ?? []);
  return rows
    .slice(1)
    .map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? null])));
}

/** Names of columns: folded, with a number where one is missing or comes again. */
export function uniqueNames(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.replace(/\s+/g, " ").trim() || `column_${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 10_000)
      .replace(/"(?:[^"]|"")*"/g, "")
      .split(/\r?\n/, 1)[0] ?? "";
  const count = (separator: string): number => line.split(separator).length;
  return [";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best), ",");
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let fields = 0;
  for (let at = 0; at <= text.length;) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, separator);
    row.push(field.value);
    fields += 1;
    if (fields > MOST_FIELDS) throw executionFault(`The CSV has more than ${MOST_FIELDS} fields.`);
    at = field.end;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return rows;
}

interface ReadField {
  readonly value: string;
  readonly end: number;
}

function plainField(text: string, start: number, separator: string): ReadField {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
  const hasReturn = text[end] === "\n" && text[end - 1] === "\r" && end > start;
  return { value: text.slice(start, hasReturn ? end - 1 : end), end };
}

function quotedField(text: string, start: number): ReadField {
  let value = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) throw executionFault("The CSV has a quoted field that is not closed.");
    value += text.slice(from, quote);
    from = quote + 1;
    if (text[from] !== '"') return { value, end: from };
    value += '"';
    from += 1;
  }
}
