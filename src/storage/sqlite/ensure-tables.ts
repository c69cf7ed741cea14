import { extendShape, rowsContradict, type Extension, type StoredShape } from "../extend-shape.ts";
import type { FieldShape, Shape } from "../shape.ts";
import { isTaken } from "./sqlite-failure.ts";
import type { SqliteFile } from "./sqlite-file.ts";
import { quoted, tableOf } from "./statement-text.ts";

/*
 * Each migration is a numbered row: a collection, and all that the store holds of it from then on.
 * The last row of a collection is what it looks like now.
 */
const MIGRATIONS =
  "CREATE TABLE IF NOT EXISTS dragline_migrations " +
  "(number INTEGER PRIMARY KEY, collection TEXT NOT NULL, shape TEXT NOT NULL)";
const LAST =
  "SELECT shape FROM dragline_migrations WHERE collection = ? ORDER BY number DESC LIMIT 1";
const NEXT = "INSERT INTO dragline_migrations (collection, shape) VALUES (?, ?)";

/** Whether the file has all that the shapes declare. Nothing is written. */
export function hasTables(file: SqliteFile, shapes: readonly Shape[]): boolean {
  const known = file.all("SELECT 1 FROM sqlite_schema WHERE name = 'dragline_migrations'", []);
  if (known.length === 0) return false;
  return shapes.every((shape) => extendShape(storedShape(file, shape), shape) === undefined);
}

/** Makes what the file lacks; part of a transaction. */
export function ensureTables(file: SqliteFile, shapes: readonly Shape[]): void {
  file.change(MIGRATIONS, []);
  for (const shape of shapes) {
    const stored = storedShape(file, shape);
    const extension = extendShape(stored, shape);
    if (extension === undefined) continue;
    if (stored === undefined) createTable(file, shape);
    else addColumns(file, shape, extension);
    addIndexes(file, shape, extension);
    file.change(NEXT, [shape.name, JSON.stringify(extension.stored)]);
  }
}

function storedShape(file: SqliteFile, { name }: Shape): StoredShape | undefined {
  const text = file.all(LAST, [name])[0]?.[0];
  return typeof text === "string" ? (JSON.parse(text) as StoredShape) : undefined;
}

function createTable(file: SqliteFile, { name, fields, key }: Shape): void {
  const columns = [...fields.map(columnText), `PRIMARY KEY (${key.map(quoted).join(", ")})`];
  file.connection().exec(`CREATE TABLE ${tableOf(name)} (${columns.join(", ")})`);
}

function addColumns(file: SqliteFile, { name }: Shape, { fields }: Extension): void {
  for (const field of fields) {
    file.connection().exec(`ALTER TABLE ${tableOf(name)} ADD COLUMN ${columnText(field)}`);
  }
}

function columnText({ name, nullable }: FieldShape): string {
  return nullable ? quoted(name) : `${quoted(name)} NOT NULL`;
}

function addIndexes(file: SqliteFile, shape: Shape, { unique, indexes }: Extension): void {
  for (const group of unique) {
    try {
      file.connection().exec(indexText(shape, "UNIQUE INDEX", group));
    } catch (error) {
      throw isTaken(error) ? rowsContradict(shape, group) : error;
    }
  }
  for (const group of indexes) file.connection().exec(indexText(shape, "INDEX", group));
}

function indexText({ name }: Shape, kind: string, group: readonly string[]): string {
  const index = quoted(`${kind.toLowerCase()} of ${name}: ${group.join(", ")}`);
  return `CREATE ${kind} ${index} ON ${tableOf(name)} (${group.map(quoted).join(", ")})`;
}
