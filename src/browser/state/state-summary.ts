import type { StateOrigin, StorageState } from "../storage-state.ts";

/** What a saved session holds, in numbers. */
interface StateSummary {
  readonly cookieCount: number;
  /** Entries of localStorage and records of IndexedDB, of all origins. */
  readonly storageItemCount: number;
  /** When the last of the cookies expires, in milliseconds since 1970; null when none says. */
  readonly expiresAt: number | null;
}

/** Counts what a session holds. */
export function stateSummary({ cookies, origins }: StorageState): StateSummary {
  const expiries = cookies.map(({ expires }) => expires).filter((expires) => expires >= 0);
  const latest = expiries.reduce((latest, expires) => Math.max(latest, expires), -1);
  return {
    cookieCount: cookies.length,
    storageItemCount: origins.reduce((count, origin) => count + itemsOf(origin), 0),
    expiresAt: latest === -1 ? null : Math.round(latest * 1000),
  };
}

function itemsOf({ localStorage, indexedDB = [] }: StateOrigin): number {
  const stores = indexedDB.flatMap(({ stores }) => stores);
  return stores.reduce((count, { records }) => count + records.length, localStorage.length);
}
