import { symbolsOf } from "./tex-symbols.ts";

/** The cells of a table in a formula, row by row, as TeX. */
export interface TexTable {
  readonly rows: readonly (readonly string[])[];
  /** How its columns are aligned: `right left`. */
  readonly alignment: string;
}

/** Environments by the fences around a matrix. */
const environments: Readonly<Record<string, string>> = {
  "()": "pmatrix",
  "[]": "bmatrix",
  "{}": "Bmatrix",
  "||": "vmatrix",
  "‖‖": "Vmatrix",
  "∥∥": "Vmatrix",
  "{": "cases",
};

/** A table between two fences, each of which may be missing. */
export function matrixOf(table: TexTable, left: string, right: string): string {
  const name = Object.hasOwn(environments, left + right) ? environments[left + right] : undefined;
  if (name !== undefined) return environment(name, table);
  return `\\left${fence(left)}${environment("matrix", table)}\\right${fence(right)}`;
}

function fence(text: string): string {
  return text === "" ? "." : symbolsOf(text);
}

/** A table without fences: equations that are aligned, or cells. */
export function arrayOf(table: TexTable): string {
  const isAligned = /^\s*right\s+left/.test(table.alignment);
  return environment(isAligned ? "aligned" : "matrix", table);
}

function environment(name: string, { rows }: TexTable): string {
  const lines = rows.map((cells) => cells.join(" & ")).join(" \\\\ ");
  return `\\begin{${name}}${lines}\\end{${name}}`;
}
