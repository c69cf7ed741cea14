import type { Records } from "dragline/storage";

/** Records whose calls under way are known. */
export interface WatchedRecords {
  readonly records: Records;
  /** Resolves when no call has been under way for a few turns of the event loop. */
  readonly quiet: () => Promise<void>;
}

const QUIET_TURNS = 5;

/** Passes all calls on, and counts them. */
export function watchedRecords(inner: Records): WatchedRecords {
  let underWay = 0;
  const records = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...parts: unknown[]): Promise<unknown> => {
        underWay += 1;
        try {
          return (await Reflect.apply(value, target, parts)) as unknown;
        } finally {
          underWay -= 1;
        }
      };
    },
  });
  return {
    records,
    async quiet() {
      for (let turns = 0; turns < QUIET_TURNS; turns = underWay === 0 ? turns + 1 : 0) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
