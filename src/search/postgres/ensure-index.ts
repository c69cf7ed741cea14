import { transaction, type Session } from "../../storage/postgres/internal.ts";

/** The tables of an index in a schema; names with an underscore in front are no collection's. */
export interface IndexTables {
  readonly owners: string;
  readonly pages: string;
  readonly passages: string;
}

/** @param schema that needs no quotes inside of quotes */
export function tablesIn(schema: string): IndexTables {
  const name = (table: string): string => `"${schema}"."_index_${table}"`;
  return { owners: name("owners"), pages: name("pages"), passages: name("passages") };
}

/** Makes the tables where they are missing. */
export function ensureIndex(session: Session, schema: string): Promise<void> {
  const tables = tablesIn(schema);
  return ensureTables(session, schema, { last: tables.passages, text: tablesText(tables) });
}

/**
 * Makes tables where they are missing; of several that try at once the others wait.
 * @param tables the last of them, and the statements that make them all
 */
export async function ensureTables(
  session: Session,
  schema: string,
  { last, text }: { readonly last: string; readonly text: string },
): Promise<void> {
  if (await ask(session, "SELECT to_regclass($1)::text", [last])) return;
  await transaction(session, async () => {
    const lock = [`dragline index ${schema}`];
    await ask(session, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text", lock);
    // Not IF NOT EXISTS: that needs the right to make schemas even where there is nothing to make.
    const there = await ask(session, "SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
    if (!there) await session.query({ text: `CREATE SCHEMA "${schema}"`, values: [] });
    await session.query({ text, values: [] });
    return { keep: true, result: undefined };
  });
}

/** Whether the first cell of what a statement answers has something. */
async function ask(session: Session, text: string, values: readonly string[]): Promise<boolean> {
  const { rows } = await session.query({ text, values: [...values] });
  return (rows[0]?.[0] ?? null) !== null;
}

/** Keys are digests, because what an index of Postgres holds of a row is short. */
function tablesText({ owners, pages, passages }: IndexTables): string {
  return `
    CREATE TABLE IF NOT EXISTS ${owners} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text NOT NULL UNIQUE,
      name text NOT NULL,
      passages bigint NOT NULL DEFAULT 0
    );
    CREATE TABLE IF NOT EXISTS ${pages} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner bigint NOT NULL REFERENCES ${owners} (id),
      key text NOT NULL,
      url text NOT NULL,
      title text NOT NULL,
      language text,
      date text,
      last_updated text,
      fingerprint text NOT NULL,
      fetched_at double precision NOT NULL,
      expires_at double precision,
      UNIQUE (owner, key)
    );
    CREATE INDEX IF NOT EXISTS _index_pages_expiring ON ${pages} (owner, expires_at)
      WHERE expires_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS ${passages} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      page bigint NOT NULL REFERENCES ${pages} (id),
      heading text NOT NULL,
      text text NOT NULL,
      terms tsvector NOT NULL
    );
    CREATE INDEX IF NOT EXISTS _index_passages_page ON ${passages} (page);
    CREATE INDEX IF NOT EXISTS _index_passages_terms ON ${passages} USING gin (terms);
  `;
}
