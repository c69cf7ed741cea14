import type { StateDatabase } from "../../storage-state.ts";
import type { readStore, StoreTools } from "./read-store.ts";

/** What {@link readDatabase} uses; functions go into a page without what is around them. */
export interface ReadTools extends StoreTools {
  readonly readStore: typeof readStore;
}

/**
 * Reads a database of IndexedDB with all its stores. Runs in the page.
 * @param failed hears of each record that cannot be saved: its store and why
 */
export async function readDatabase(
  tools: ReadTools,
  name: string,
  failed: (store: string, reason: string) => void,
): Promise<StateDatabase> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    // It was deleted a moment ago: opening must not bring it back.
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
  });
  // A page of the site that wants to upgrade does not wait for us.
  database.addEventListener("versionchange", () => database.close());
  try {
    const names = [...database.objectStoreNames];
    const { version } = database;
    if (names.length === 0) return { name, version, stores: [] };
    const transaction = database.transaction(names, "readonly");
    const reading = names.map((store) =>
      tools.readStore(tools, transaction.objectStore(store), (reason) => failed(store, reason)),
    );
    return { name, version, stores: await Promise.all(reading) };
  } finally {
    database.close();
  }
}
