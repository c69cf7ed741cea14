import type {
  StateDatabase,
  StateIndex,
  StateOrigin,
  StateRecord,
  StateStore,
} from "../storage-state.ts";
import { originOf } from "./origins-of.ts";
import type { StateReader } from "./state-reader.ts";

/**
 * Reads what one origin stores.
 * @throws BrowserError `INVALID_STATE`
 */
export function checkOrigin(reader: StateReader): StateOrigin {
  const databases = reader.member("indexedDB");
  return {
    origin: originIn(reader.member("origin")),
    localStorage: reader.member("localStorage").list((entry) => ({
      name: entry.member("name").text(),
      value: entry.member("value").text(),
    })),
    ...(databases.given && { indexedDB: databases.list(checkDatabase) }),
  };
}

function originIn(reader: StateReader): string {
  const text = reader.text();
  const origin = originOf(text);
  if (origin === undefined || URL.parse(text)?.href !== `${origin}/`) {
    throw reader.wrong("an origin, http(s)://host[:port]");
  }
  return origin;
}

function checkDatabase(reader: StateReader): StateDatabase {
  const version = reader.member("version");
  if (!Number.isSafeInteger(version.number()) || version.number() < 1) {
    throw version.wrong("a whole number from 1");
  }
  return {
    name: reader.member("name").text(),
    version: version.number(),
    stores: reader.member("stores").list(checkStore),
  };
}

function checkStore(reader: StateReader): StateStore {
  return {
    name: reader.member("name").text(),
    ...checkKeyPath(reader),
    autoIncrement: reader.member("autoIncrement").flag(false),
    indexes: reader.member("indexes").list(checkIndex),
    records: reader.member("records").list(checkRecord),
  };
}

function checkIndex(reader: StateReader): StateIndex {
  return {
    name: reader.member("name").text(),
    ...checkKeyPath(reader),
    multiEntry: reader.member("multiEntry").flag(false),
    unique: reader.member("unique").flag(false),
  };
}

function checkKeyPath(reader: StateReader): Pick<StateStore, "keyPath" | "keyPathArray"> {
  const one = reader.member("keyPath");
  const many = reader.member("keyPathArray");
  if (many.given) return { keyPathArray: many.list((path) => path.text()) };
  return one.given ? { keyPath: one.text() } : {};
}

const parts = ["key", "keyEncoded", "value", "valueEncoded"] as const;

/** Values stay as they are: only a page, on an empty document, makes objects of them. */
function checkRecord(reader: StateReader): StateRecord {
  const record: Partial<Record<(typeof parts)[number], unknown>> = {};
  for (const part of parts) {
    if (!reader.has(part)) continue;
    const { value } = reader.member(part);
    reader.spend(sizeOf(reader, value));
    record[part] = value;
  }
  return record;
}

function sizeOf(reader: StateReader, value: unknown): number {
  try {
    return (JSON.stringify(value) ?? "").length;
  } catch {
    throw reader.wrong("a JSON value without cycles");
  }
}
