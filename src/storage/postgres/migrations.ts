import { StorageError } from "../storage-error.ts";
import type { Session } from "./session.ts";
import { quoted, tableOf } from "./sql.ts";

/** The steps by which a schema came to its present layout; the first is number 1. Never change one. */
const steps: readonly ((schema: string) => string)[] = [
  (schema) => `CREATE TABLE ${shapesTable(schema)} (name text PRIMARY KEY, shape text NOT NULL)`,
];

/** What is held of each collection. Names with an underscore in front cannot be collections'. */
export function shapesTable(schema: string): string {
  return tableOf(schema, "_collections");
}

/**
 * Brings a schema to the present layout; to be run in a transaction. Others that do it at the same
 * time wait for its end and then find it done.
 * @throws StorageError `MIGRATION_REFUSED`
 */
export async function migrate(session: Session, schema: string): Promise<void> {
  const ask = async (text: string, values: unknown[] = []): Promise<unknown> =>
    (await session.query({ text, values })).rows[0]?.[0];
  await ask("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`dragline ${schema}`]);
  checkEncoding(await ask("SHOW server_encoding"));
  // Not IF NOT EXISTS: that needs the right to make schemas even where there is nothing to make.
  if ((await ask("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema])) === undefined) {
    await ask(`CREATE SCHEMA ${quoted(schema)}`);
  }
  const table = tableOf(schema, "_migrations");
  if ((await ask("SELECT to_regclass($1)", [table])) === null) {
    await ask(`CREATE TABLE ${table} (number integer PRIMARY KEY)`);
  }
  const done = Number(await ask(`SELECT coalesce(max(number), 0) FROM ${table}`));
  checkVersion(schema, done);
  for (const [index, step] of steps.entries()) {
    if (index < done) continue;
    await ask(step(schema));
    await ask(`INSERT INTO ${table} (number) VALUES ($1)`, [index + 1]);
  }
}

/** Only in UTF-8 can all texts be stored, and is the order of bytes that of code points. */
function checkEncoding(encoding: unknown): void {
  if (encoding === "UTF8") return;
  throw new StorageError("MIGRATION_REFUSED", {
    message: `The database's encoding must be UTF8; it is ${String(encoding)}.`,
  });
}

function checkVersion(schema: string, done: number): void {
  if (done <= steps.length) return;
  throw new StorageError("MIGRATION_REFUSED", {
    message: `Schema '${schema}' was written by a later version of Dragline: it has layout ${done}, this version knows up to ${steps.length}.`,
  });
}
