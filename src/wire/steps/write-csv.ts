import { isPlainObject } from "../run/json-path.ts";
import { executionFault } from "../run/run-fault.ts";

/** What spreadsheets take for a formula at the start of a cell. */
const FORMULA = /^[=+\-@\t\r]/;
/** What begins so and is a number is none. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?$/;

/**
 * Rows as CSV (RFC 4180): a header of all their keys, in the order in which they first come; an
 * apostrophe before what a spreadsheet would take for a formula; JSON for lists and objects.
 * @throws RunFault for rows that are no objects
 */
export function writeCsv(rows: unknown): string {
  if (!Array.isArray(rows) || !rows.every(isPlainObject)) {
    throw executionFault("The rows of a CSV file must be a list of objects.");
  }
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => valueOf(row, name)))];
  return lines.map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

function valueOf(row: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : null;
}

function cellOf(value: unknown): string {
  const text = textOf(value);
  const isFormula = typeof value === "string" && FORMULA.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
