import type { StateDatabase, StateStore } from "../../storage-state.ts";

/**
 * Creates a database of IndexedDB with its stores and indexes, empty. Runs in the page.
 * @param failed hears of each store that the browser refuses, and why
 */
export function createDatabase(
  saved: StateDatabase,
  failed: (store: string, reason: string) => void,
): Promise<IDBDatabase> {
  type Path = Pick<StateStore, "keyPath" | "keyPathArray">;
  const pathOf = ({ keyPath, keyPathArray }: Path): string | string[] | undefined =>
    keyPathArray === undefined ? keyPath : [...keyPathArray];
  const create = (database: IDBDatabase, saved: StateStore): void => {
    const { name, autoIncrement, indexes } = saved;
    const keyPath = pathOf(saved) ?? null;
    const store = database.createObjectStore(name, { keyPath, autoIncrement });
    for (const { name, unique, multiEntry, ...path } of indexes) {
      store.createIndex(name, pathOf(path) ?? "", { unique, multiEntry });
    }
  };
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(saved.name, saved.version);
    opening.addEventListener("upgradeneeded", () => {
      for (const store of saved.stores) {
        try {
          create(opening.result, store);
        } catch (error) {
          failed(store.name, String(error));
        }
      }
    });
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
    opening.addEventListener("blocked", () =>
      reject(new Error("another page has the database open")),
    );
  });
}
