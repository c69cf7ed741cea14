import { markup, type Fill } from "../markup.ts";

/** A part of a list that has numbered pages. */
interface PageOf {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** The path with what is filtered by. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The highest page that the API takes. */
const MOST_PAGES = 1_000_000;

/** The page that a query asks for, from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1;
}

/** Links to the page before and the page behind; nothing where there is one alone. */
export function pager({ page, pages, path, query }: PageOf): Fill {
  if (pages <= 1) return undefined;
  const link = (to: number, name: string): Fill => {
    if (to < 1 || to > pages) return undefined;
    const next = new URLSearchParams(query);
    next.set("page", String(to));
    return markup`<a class="button" href="${path}?${next.toString()}">${name}</a>`;
  };
  return markup`<nav class="row" aria-label="Parts of the list">${link(page - 1, "Newer")}${link(page + 1, "Older")}<span class="quiet">Page ${page} of ${pages}</span></nav>`;
}
