import type { StateDatabase, StateEntry } from "../../storage-state.ts";
import type { readDatabase, ReadTools } from "./read-database.ts";

/** What {@link collectStorage} uses; functions go into a page without what is around them. */
interface CollectTools extends ReadTools {
  readonly readDatabase: typeof readDatabase;
}

/** What an origin stores, and what of it could not be read. */
export interface CollectedStorage {
  /** Where it was read: the browser may have gone elsewhere. */
  readonly origin: string;
  readonly localStorage: readonly StateEntry[];
  readonly indexedDB: readonly StateDatabase[];
  readonly failures: readonly StorageFailure[];
}

/** A part of an origin's storage that failed, and why. */
export interface StorageFailure {
  readonly where: string;
  readonly reason: string;
}

/** Reads what the page's origin stores, as the JSON of {@link CollectedStorage}. Runs in the page. */
export async function collectStorage(tools: CollectTools, indexedDb: boolean): Promise<string> {
  const failures: StorageFailure[] = [];
  const readEntries = (): StateEntry[] => {
    try {
      return Array.from({ length: localStorage.length }, (_, index) => {
        const name = localStorage.key(index) ?? "";
        return { name, value: localStorage.getItem(name) ?? "" };
      });
    } catch (error) {
      failures.push({ where: "localStorage", reason: String(error) });
      return [];
    }
  };
  const readNamed = async (name: string): Promise<StateDatabase[]> => {
    try {
      const failed = (store: string, reason: string): void => {
        failures.push({ where: `${name}/${store}`, reason });
      };
      return [await tools.readDatabase(tools, name, failed)];
    } catch (error) {
      failures.push({ where: name, reason: String(error) });
      return [];
    }
  };
  const readDatabases = async (): Promise<StateDatabase[]> => {
    try {
      const named = indexedDb ? await indexedDB.databases() : [];
      return (await Promise.all(named.map(({ name }) => readNamed(name ?? "")))).flat();
    } catch (error) {
      failures.push({ where: "IndexedDB", reason: String(error) });
      return [];
    }
  };
  const collected: CollectedStorage = {
    origin: location.origin,
    localStorage: readEntries(),
    indexedDB: await readDatabases(),
    failures,
  };
  return JSON.stringify(collected);
}
