import type { Call, Change, Collection, Group, Operation, Query, Tally } from "dragline/storage";
import { isStorageError, StorageError } from "dragline/storage";

type AnyRow = Readonly<Record<string, unknown>>;
type AnyQuery = Query<Collection>;
type AnyChange = Change<Collection>;
type AnyTally = Tally<Collection>;
type AnyGroup = Group<Collection, string, string>;

/** The port without its row types, so that a fault is a few plain functions. */
export interface Plain {
  ensure(collections: readonly Collection[], call: Call): Promise<void>;
  insert(collection: Collection, rows: readonly AnyRow[], call: Call): Promise<void>;
  find(collection: Collection, query: AnyQuery, call: Call): Promise<AnyRow[]>;
  count(collection: Collection, query: AnyQuery, call: Call): Promise<number>;
  tally(collection: Collection, tally: AnyTally, call: Call): Promise<AnyGroup[]>;
  update(collection: Collection, change: AnyChange, call: Call): Promise<AnyRow[]>;
  remove(collection: Collection, query: AnyQuery, call: Call): Promise<number>;
  atomic(operations: readonly Operation[], call: Call): Promise<object>;
  close(): Promise<void>;
}

/** Some methods of a store done wrong. */
export type Fault = (store: Plain) => Partial<Plain>;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const without = (query: AnyQuery, part: "order" | "limit"): AnyQuery => ({
  ...query,
  [part]: undefined,
});

/** The query that means one row by its key. */
function byKey({ key }: Collection, row: AnyRow): AnyQuery {
  return { where: Object.fromEntries(key.map((name) => [name, row[name]])) } as AnyQuery;
}

/** Changes every value of rows. */
function mapped(rows: readonly AnyRow[], change: (value: unknown) => unknown): AnyRow[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)])),
  );
}

/** A fault in what is inserted. */
function storing(change: (value: unknown) => unknown): Fault {
  return (store) => ({
    insert: (collection, rows, call) => {
      const valid = Array.isArray(rows) && rows.every((row) => row !== null);
      return store.insert(collection, valid ? mapped(rows, change) : rows, call);
    },
  });
}

/** Carries an operation out by itself. */
async function alone(store: Plain, operation: Operation, call: Call): Promise<AnyRow[]> {
  const { kind, collection } = operation;
  if (kind === "insert") {
    await store.insert(collection, operation.rows as AnyRow[], call);
    return [...operation.rows] as AnyRow[];
  }
  if (kind === "update") return store.update(collection, operation.change, call);
  const rows = await store.find(collection, operation.change, call);
  await store.remove(collection, operation.change, call);
  return rows;
}

function sortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if (value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Faults by what is wrong. */
export const faults: Readonly<Record<string, Fault>> = {
  "an addition is read, computed and written (lost update)": (store) => ({
    async update(collection, change, call) {
      if (change.add === undefined) return store.update(collection, change, call);
      const { add, set, ...query } = change;
      const rows = await store.find(collection, query, call);
      await turn();
      const changed = rows.map((row) => {
        const sums = Object.entries(add).map(([name, by]) => [
          name,
          Number(row[name]) + Number(by),
        ]);
        const values = { ...set, ...Object.fromEntries(sums) } as AnyChange["set"] & object;
        return store.update(collection, { ...byKey(collection, row), set: values }, call);
      });
      return (await Promise.all(changed)).flat();
    },
  }),
  "rows are claimed without the guard": (store) => ({
    async update(collection, { set = {}, add = {}, ...query }, call) {
      const rows = await store.find(collection, query, call);
      await turn();
      const changed = rows.map((row) =>
        store.update(collection, { ...byKey(collection, row), set, add }, call),
      );
      return (await Promise.all(changed)).flat();
    },
  }),
  "unique groups are ignored": (store) => {
    const known = new Map<Collection, Collection>();
    const bare = (collection: Collection): Collection => {
      const made = known.get(collection) ?? { ...collection, unique: [] };
      known.set(collection, made);
      return made;
    };
    return {
      ensure: (collections, call) => store.ensure(collections.map(bare), call),
      insert: (collection, rows, call) => store.insert(bare(collection), rows, call),
      find: (collection, query, call) => store.find(bare(collection), query, call),
      count: (collection, query, call) => store.count(bare(collection), query, call),
      tally: (collection, tally, call) => store.tally(bare(collection), tally, call),
      update: (collection, change, call) => store.update(bare(collection), change, call),
      remove: (collection, query, call) => store.remove(bare(collection), query, call),
      atomic: (operations, call) =>
        store.atomic(
          operations.map((each) => ({ ...each, collection: bare(each.collection) })),
          call,
        ),
    };
  },
  "rows before one that conflicts stay (insert is not atomic)": (store) => ({
    async insert(collection, rows, call) {
      await store.insert(collection, [], call);
      for (const row of rows) await store.insert(collection, [row], call);
    },
  }),
  "operations before one that fails stay (atomic is not)": (store) => ({
    async atomic(operations, call) {
      await store.atomic([], call);
      const rows: AnyRow[][] = [];
      for (const [operation, each] of operations.entries()) {
        const done = await alone(store, each, call).catch((error: unknown) => {
          if (!isStorageError(error, "CONFLICT")) throw error;
        });
        if (done === undefined) return { applied: false, operation, reason: "conflict" };
        if (each.kind !== "insert" && (each.expect ?? done.length) !== done.length) {
          return { applied: false, operation, reason: "unexpected" };
        }
        rows.push(done);
      }
      return { applied: true, rows };
    },
  }),
  "the expected number of rows is ignored": (store) => ({
    atomic: (operations, call) =>
      store.atomic(
        operations.map((each) => (each.kind === "insert" ? each : { ...each, expect: undefined })),
        call,
      ),
  }),
  "a conflict in atomic is thrown": (store) => ({
    async atomic(operations, call) {
      const outcome = (await store.atomic(operations, call)) as { applied: boolean };
      if (!outcome.applied) throw new StorageError("CONFLICT", { message: "x" });
      return outcome;
    },
  }),
  "the outcome names the wrong operation": (store) => ({
    async atomic(operations, call) {
      const outcome = await store.atomic(operations, call);
      return "operation" in outcome ? { ...outcome, operation: 0 } : outcome;
    },
  }),
  "additions are lost": (store) => ({
    update: (collection, change, call) => store.update(collection, { ...change, add: {} }, call),
  }),
  "an update gives the rows as they were": (store) => ({
    async update(collection, change, call) {
      const { set: _, add: __, ...query } = change;
      const before = await store.find(collection, query, call);
      await store.update(collection, change, call);
      return before;
    },
  }),
  "what is claimed has no order": (store) => ({
    update: (collection, change, call) => store.update(collection, without(change, "order"), call),
  }),
  "null differs from no value": (store) => ({
    async find(collection, query, call) {
      const rows = await store.find(collection, query, call);
      const compared = Object.entries(query.where ?? {}).filter(
        ([, asked]) => typeof asked === "object" && asked !== null && "ne" in asked,
      );
      return rows.filter((row) => compared.every(([name]) => row[name] !== null));
    },
  }),
  "one of none is one of all": (store) => ({
    find(collection, query, call) {
      const asked = Object.entries(query.where ?? {}).filter(
        ([, value]) => JSON.stringify(value) !== '{"in":[]}',
      );
      return store.find(collection, { ...query, where: Object.fromEntries(asked) }, call);
    },
  }),
  "parts of text are told apart by case": (store) => ({
    async find(collection, query, call) {
      const rows = await store.find(collection, query, call);
      return rows.filter((row) =>
        Object.entries(query.where ?? {}).every(([name, asked]) => {
          const part = (asked as { readonly contains?: string } | null)?.contains;
          return part === undefined || String(row[name]).includes(part);
        }),
      );
    },
  }),
  "a tally counts what is not meant": (store) => ({
    tally: (collection, { by, sum = [] }, call) => store.tally(collection, { by, sum }, call),
  }),
  "an order is ignored": (store) => ({
    find: (collection, query, call) => store.find(collection, without(query, "order"), call),
  }),
  "text is ordered by UTF-16 units": (store) => ({
    async find(collection, query, call) {
      const rows = await store.find(collection, query, call);
      const [name] = query.order?.[0] ?? [];
      if (name === undefined || typeof rows[0]?.[name] !== "string") return rows;
      const sign = query.order?.[0]?.[1] === "desc" ? -1 : 1;
      return rows.toSorted((a, b) => (String(a[name]) < String(b[name]) ? -sign : sign));
    },
  }),
  "a limit is one too high": (store) => ({
    find: (collection, query, call) =>
      store.find(collection, { ...query, limit: (query.limit ?? Infinity) + 1 }, call),
  }),
  "a claim takes one more than its limit": (store) => ({
    update: (collection, change, call) =>
      store.update(collection, { ...change, limit: (change.limit ?? Infinity) + 1 }, call),
  }),
  "removal ignores its limit": (store) => ({
    remove: (collection, query, call) => store.remove(collection, without(query, "limit"), call),
  }),
  "rows that come back are shared": (store) => {
    const shared = new Map<string, AnyRow>();
    return {
      async find(collection, query, call) {
        const rows = await store.find(collection, query, call);
        return rows.map((row) => {
          const key = collection.name + JSON.stringify(collection.key.map((name) => row[name]));
          if (!shared.has(key)) shared.set(key, row);
          return shared.get(key) ?? row;
        });
      },
    };
  },
  "-0 becomes 0": storing((value) => (value === 0 ? 0 : value)),
  "text ends at U+0000": storing((value) =>
    typeof value === "string" ? value.split("\0")[0] : value,
  ),
  "lone surrogates are replaced": storing((value) =>
    typeof value === "string" ? value.toWellFormed() : value,
  ),
  "the order of keys is lost": storing(sortedKeys),
  "values that do not fit are left out": (store) => ({
    insert: (collection, rows, call) =>
      store.insert(collection, rows, call).catch((error: unknown) => {
        if (!isStorageError(error, "INVALID_VALUE")) throw error;
      }),
  }),
  "a contradiction to the store is overlooked": (store) => ({
    ensure: (collections, call) =>
      store.ensure(collections, call).catch((error: unknown) => {
        if (!isStorageError(error, "MIGRATION_REFUSED")) throw error;
      }),
  }),
  "abort is ignored": (store) => {
    const { signal } = new AbortController();
    return { insert: (collection, rows) => store.insert(collection, rows, { signal }) };
  },
  "close is ignored": () => ({ close: async () => {} }),
};
