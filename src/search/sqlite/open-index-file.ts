import { DatabaseSync } from "node:sqlite";
import { SearchError } from "../search-error.ts";

/** "Drag" in ASCII: says in the file's header whose it is. */
const APPLICATION = 0x44726167;
const VERSION = 1;

/** Terms are written down as they are; all that is not ASCII is a part of one. */
const schema = `
  CREATE TABLE owners (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    passages INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES owners (id),
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT,
    date TEXT,
    last_updated TEXT,
    fingerprint TEXT NOT NULL,
    fetched_at REAL NOT NULL,
    expires_at REAL,
    UNIQUE (owner, url)
  );
  CREATE INDEX pages_expiring ON pages (owner, expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE passages (
    id INTEGER PRIMARY KEY,
    page INTEGER NOT NULL REFERENCES pages (id),
    heading TEXT NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX passages_of_page ON passages (page);
  CREATE VIRTUAL TABLE terms USING fts5 (
    title, heading, text, url,
    content = '', contentless_delete = 1, tokenize = "ascii tokenchars '+#'"
  );
  CREATE VIRTUAL TABLE term_counts USING fts5vocab (terms, row);
  PRAGMA application_id = ${APPLICATION};
  PRAGMA user_version = ${VERSION};
`;

/**
 * Opens the file of an index, and makes it when there is none.
 * @param timeoutMs milliseconds that it waits for other processes
 * @throws SearchError `INDEX_UNAVAILABLE` for a file of something else; what SQLite throws
 */
export function openIndexFile(path: string, timeoutMs: number): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${timeoutMs}`);
    useLog(database);
    // The file stays whole without a wait for the disk; the last pages before a power failure may go.
    // What is removed is overwritten, and so is what moves to another page.
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");
    database.exec("PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY");
    if (read(database, "user_version") !== VERSION) makeTables(database, path);
    else if (read(database, "application_id") !== APPLICATION) throw notOurs(path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite does not wait for others when the journal changes: a transaction does. */
function useLog(database: DatabaseSync): void {
  try {
    database.exec("PRAGMA journal_mode = WAL");
  } catch {
    database.exec("BEGIN IMMEDIATE; COMMIT; PRAGMA journal_mode = WAL");
  }
}

/** Of several processes one makes them. */
function makeTables(database: DatabaseSync, path: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    const version = read(database, "user_version");
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get();
    if (version === 0 && tables?.["count"] === 0) database.exec(schema);
    else if (read(database, "application_id") !== APPLICATION || version !== VERSION) {
      throw notOurs(path);
    }
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function read(database: DatabaseSync, pragma: "user_version" | "application_id"): unknown {
  return database.prepare(`PRAGMA ${pragma}`).get()?.[pragma];
}

function notOurs(path: string): SearchError {
  return new SearchError("INDEX_UNAVAILABLE", {
    message: `The SQLite file ${JSON.stringify(path)} is not an index of pages, or a later version wrote it.`,
  });
}
