import type { StateIndex, StateRecord, StateStore } from "../../storage-state.ts";
import type { encodeValue, EncodeTools } from "./encode-value.ts";
import type { isPlain } from "./is-plain.ts";

/** What {@link readStore} uses; functions go into a page without what is around them. */
export interface StoreTools extends EncodeTools {
  readonly isPlain: typeof isPlain;
  readonly encodeValue: typeof encodeValue;
}

/**
 * Reads an object store of IndexedDB. Runs in the page.
 * @param failed hears why a record cannot be saved
 */
export async function readStore(
  tools: StoreTools,
  store: IDBObjectStore,
  failed: (reason: string) => void,
): Promise<StateStore> {
  const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("failed")));
    });
  const pathOf = (path: string | string[] | null): object =>
    path === null ? {} : { [typeof path === "string" ? "keyPath" : "keyPathArray"]: path };
  const encode = async (member: "key" | "value", value: unknown): Promise<StateRecord> => {
    // Playwright reads a null as absent.
    if (value !== null && tools.isPlain(value)) return { [member]: value };
    const pending: Promise<unknown>[] = [];
    const encoded = tools.encodeValue(tools, value, pending);
    await Promise.all(pending);
    return { [`${member}Encoded`]: encoded };
  };
  const readRows = async (): Promise<(readonly [IDBValidKey, unknown])[]> => {
    const rows: (readonly [IDBValidKey, unknown])[] = [];
    for (let range: IDBKeyRange | undefined; ;) {
      const asked = [store.getAllKeys(range, 1000), store.getAll(range, 1000)] as const;
      const [keys, values] = await Promise.all([done(asked[0]), done<unknown[]>(asked[1])]);
      keys.forEach((key, index) => rows.push([key, values[index]]));
      const last = keys.at(-1);
      if (last === undefined || keys.length < 1000) return rows;
      range = IDBKeyRange.lowerBound(last, true);
    }
  };
  const { name, autoIncrement, keyPath } = store;
  const indexes = Array.from(store.indexNames, (index): StateIndex => {
    const { name, keyPath, multiEntry, unique } = store.index(index);
    return { name, ...pathOf(keyPath), multiEntry, unique };
  });
  const records: StateRecord[] = [];
  for (const [key, value] of await readRows()) {
    try {
      const ofKey = keyPath === null ? await encode("key", key) : {};
      records.push({ ...ofKey, ...(await encode("value", value)) });
    } catch (error) {
      failed(String(error));
    }
  }
  return { name, ...pathOf(keyPath), autoIncrement, indexes, records };
}
