import type { StateDatabase, StateRecord } from "../../storage-state.ts";
import type { createDatabase } from "./create-database.ts";
import type { decodeValue, DecodeTools } from "./decode-value.ts";

/** What {@link writeDatabase} uses; functions go into a page without what is around them. */
export interface WriteTools extends DecodeTools {
  readonly decodeValue: typeof decodeValue;
  readonly createDatabase: typeof createDatabase;
}

/**
 * Creates a database of IndexedDB with all it holds. Runs in the page.
 * @param failed hears of each store and record that the browser refuses: the store and why
 */
export async function writeDatabase(
  tools: WriteTools,
  saved: StateDatabase,
  failed: (store: string, reason: string) => void,
): Promise<void> {
  const put = (store: IDBObjectStore, record: StateRecord): void => {
    const { key, keyEncoded, value, valueEncoded } = record;
    const decode = (encoded: unknown): unknown => tools.decodeValue(tools, encoded);
    const actual = valueEncoded === undefined ? value : decode(valueEncoded);
    const actualKey = keyEncoded === undefined ? key : decode(keyEncoded);
    const request = store.put(actual, actualKey as IDBValidKey | undefined);
    request.addEventListener("error", (event) => {
      // Otherwise one record takes the whole transaction with it.
      event.preventDefault();
      failed(store.name, String(request.error));
    });
  };
  const attempt = (store: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      failed(store, String(error));
    }
  };
  const database = await tools.createDatabase(saved, failed);
  try {
    const stores = saved.stores.filter(({ name }) => database.objectStoreNames.contains(name));
    if (stores.length === 0) return;
    const names = stores.map(({ name }) => name);
    const transaction = database.transaction(names, "readwrite", { durability: "relaxed" });
    for (const { name, records } of stores) {
      const store = transaction.objectStore(name);
      for (const record of records) attempt(name, () => put(store, record));
    }
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("abort")));
    });
  } finally {
    database.close();
  }
}
