import { createHash } from "node:crypto";
import { extendShape, rowsContradict, type Extension, type StoredShape } from "../extend-shape.ts";
import type { FieldShape } from "../shape.ts";
import { migrate, shapesTable } from "./migrations.ts";
import { hasState, sqlStates } from "../../pg/index.ts";
import type { Session } from "./session.ts";
import { columnOf, columnTypes, prefixOf, quoted, tableOf } from "./sql.ts";
import type { Place } from "./statements.ts";

/**
 * Makes what the schema lacks of the collections; to be run in a transaction.
 * @throws StorageError `MIGRATION_REFUSED`
 */
export async function ensureShapes(session: Session, places: readonly Place[]): Promise<void> {
  const [first] = places;
  if (first === undefined) return;
  await migrate(session, first.schema);
  for (const place of places) await ensureShape(session, place);
}

async function ensureShape(session: Session, place: Place): Promise<void> {
  const { schema, shape } = place;
  const table = shapesTable(schema);
  const { rows } = await session.query({
    text: `SELECT shape FROM ${table} WHERE name = $1`,
    values: [shape.name],
  });
  const text = rows[0]?.[0];
  const stored = typeof text === "string" ? (JSON.parse(text) as StoredShape) : undefined;
  const extension = extendShape(stored, shape);
  if (extension === undefined) return;
  if (extension.fields.length > 0) {
    await session.query({ text: tableText(place, extension, stored === undefined), values: [] });
  }
  await makeIndexes(session, place, extension);
  await session.query({
    text: `INSERT INTO ${table} (name, shape) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET shape = excluded.shape`,
    values: [shape.name, JSON.stringify(extension.stored)],
  });
}

function tableText({ schema, shape }: Place, { fields }: Extension, isNew: boolean): string {
  const table = tableOf(schema, shape.name);
  const columns = fields.map(columnText);
  if (!isNew) {
    return `ALTER TABLE ${table} ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(", ")}`;
  }
  // Indexes share one space of names with tables; the underscore keeps them apart.
  const key = `CONSTRAINT ${quoted(`_${shape.name}_key`)} PRIMARY KEY (${shape.key.map(columnOf).join(", ")})`;
  return `CREATE TABLE ${table} (${columns.join(", ")}, ${key})`;
}

function columnText({ name, base, nullable }: FieldShape): string {
  const collation = base === "string" ? ' COLLATE "C"' : "";
  return `${columnOf(name)} ${columnTypes[base]}${collation}${nullable ? "" : " NOT NULL"}`;
}

async function makeIndexes(session: Session, place: Place, added: Extension): Promise<void> {
  for (const group of added.unique) {
    const columns = group.map(columnOf);
    try {
      await session.query({ text: indexText(place, "UNIQUE INDEX", columns), values: [] });
    } catch (error) {
      throw hasState(error, sqlStates.uniqueViolation) ? rowsContradict(place.shape, group) : error;
    }
  }
  for (const group of added.indexes) {
    const columns = group.map((name) => {
      const isText = place.shape.byName.get(name)?.base === "string";
      return isText ? prefixOf(columnOf(name)) : columnOf(name);
    });
    await session.query({ text: indexText(place, "INDEX", columns), values: [] });
  }
}

/** Nulls stand first, as in the orders that are asked for, so that those can use the index. */
function indexText({ schema, shape }: Place, kind: string, columns: readonly string[]): string {
  const list = columns.map((column) => `${column} NULLS FIRST`).join(", ");
  const hash = createHash("sha256").update(`${kind} ${list}`).digest("hex").slice(0, 12);
  return (
    `CREATE ${kind} IF NOT EXISTS ${quoted(`_${shape.name}_${hash}`)} ` +
    `ON ${tableOf(schema, shape.name)} (${list})`
  );
}
