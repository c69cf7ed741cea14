import type { StateDatabase, StateOrigin } from "../../storage-state.ts";
import type { StorageFailure } from "./collect-storage.ts";
import type { writeDatabase, WriteTools } from "./write-database.ts";

/** What {@link restoreStorage} uses; functions go into a page without what is around them. */
interface RestoreTools extends WriteTools {
  readonly writeDatabase: typeof writeDatabase;
}

/**
 * Makes the page's origin store what `json`, a `StateOrigin`, says and nothing else; databases are
 * left alone when it names none. Runs in the page.
 * @returns the JSON of the failures
 */
export async function restoreStorage(tools: RestoreTools, json: string): Promise<string> {
  const saved = JSON.parse(json) as StateOrigin;
  const failures: StorageFailure[] = [];
  const attempt = async (where: string, run: () => unknown): Promise<void> => {
    try {
      await run();
    } catch (error) {
      failures.push({ where, reason: String(error) });
    }
  };
  const remove = (name: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.addEventListener("success", () => resolve());
      request.addEventListener("error", () => reject(request.error ?? new Error("not deleted")));
      request.addEventListener("blocked", () =>
        reject(new Error("another page has the database open")),
      );
    });
  const write = (database: StateDatabase): Promise<void> =>
    attempt(database.name, () =>
      tools.writeDatabase(tools, database, (store, reason) => {
        failures.push({ where: `${database.name}/${store}`, reason });
      }),
    );
  const found = location.origin;
  if (found !== saved.origin) throw new Error(`the browser went to ${found}`);
  await attempt("localStorage", () => localStorage.clear());
  for (const { name, value } of saved.localStorage) {
    await attempt("localStorage", () => localStorage.setItem(name, value));
  }
  if (saved.indexedDB === undefined) return JSON.stringify(failures);
  await attempt("IndexedDB", async () => {
    for (const { name = "" } of await indexedDB.databases()) {
      await attempt(name, () => remove(name));
    }
  });
  // To write one that could not be removed would wait for the page that has it open.
  const stuck = new Set(failures.map(({ where }) => where));
  for (const database of saved.indexedDB) {
    if (!stuck.has(database.name)) await write(database);
  }
  return JSON.stringify(failures);
}
