import type { IndexedPage, PageIndex, SearchResult } from "../search/index.ts";
import { neverAborts } from "../core/index.ts";

/** A fresh index that holds nothing, and its time, which moves only when told to. */
export interface PageIndexSubject extends AsyncDisposable {
  readonly index: PageIndex;
  /** When the index's clock says it is, in milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the index's time forward by whole milliseconds. */
  readonly advance: (ms: number) => Promise<void>;
}

/** What a case does with a subject. */
export type PageIndexRun = (subject: PageIndexSubject) => Promise<void>;

/** A call that nothing ends. */
export const call = Object.freeze({ signal: neverAborts() });

/** A page with a text of its own. */
export function page(url: string, body: string, title = "A page"): IndexedPage {
  const html = `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
  return { url, html, fetchedAt: 0 };
}

/** Adds pages one after the other for an owner. */
export async function addAll(
  index: PageIndex,
  pages: readonly IndexedPage[],
  owner = "owner",
): Promise<void> {
  for (const each of pages) await index.add(owner, each, call);
}

/** What is found, the best first. */
export async function find(
  index: PageIndex,
  query: string,
  owner = "owner",
): Promise<readonly SearchResult[]> {
  return (await index.search(owner, { query, limit: 10 }, call)).results;
}

/** The URLs that are found, the best first. */
export async function urlsFor(index: PageIndex, query: string, owner?: string): Promise<string[]> {
  return (await find(index, query, owner)).map(({ url }) => url);
}
