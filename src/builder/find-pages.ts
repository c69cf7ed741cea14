import type { Json } from "../storage/index.ts";
import type { Exchange } from "./exchange.ts";
import { jsonOf } from "./exchange-text.ts";
import { leavesOf, pathText } from "./json-leaves.ts";

/** How the pages of a list are asked for, as a recipe writes it. */
export interface PageTurning {
  readonly next: Readonly<Record<string, Json>>;
  /** The exchange of the first page, whose request is the recipe's. */
  readonly first: Exchange;
  /** Items of a full page, where it is known. */
  readonly pageSize: number | undefined;
}

/** An exchange of a list, and how many items it had. */
interface ListPage {
  readonly exchange: Exchange;
  readonly size: number;
}

/**
 * How a page of a list led to the next: by a number that grows, or by what the one before said. Undefined
 * where there was one page alone, or nothing tells.
 */
export function findTurning(pages: readonly ListPage[]): PageTurning | undefined {
  const [first, second] = pages;
  if (first === undefined || second === undefined) return undefined;
  const differing = queryDifference(first.exchange, second.exchange);
  if (differing === undefined) return undefined;
  const counted = countedTurning(differing, first);
  if (counted !== undefined) return { first: first.exchange, pageSize: first.size, next: counted };
  const { name, before, after } = differing;
  const cursor = leavesOf(jsonOf(first.exchange)).find(({ value }) => String(value) === after);
  if (cursor === undefined || before !== undefined) return undefined;
  const next = { cursor: pathText(cursor.path), query: name };
  return { first: first.exchange, pageSize: undefined, next };
}

/** A number of the page, or of the first item. */
function countedTurning(
  { name, before, after }: Difference,
  { size }: ListPage,
): PageTurning["next"] | undefined {
  if (!/^\d+$/.test(after) || !/^\d*$/.test(before ?? "")) return undefined;
  // A list that begins without a number begins with page 1, or with item 0.
  const isPage = before === undefined ? after === "2" : Number(after) - Number(before) === 1;
  if (isPage) return { page: name, start: Number(before ?? 1) };
  const isOffset = Number(after) - Number(before ?? 0) === size;
  return isOffset ? { offset: name, start: Number(before ?? 0) } : undefined;
}

interface Difference {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The one member of the query in which two requests differ. */
function queryDifference(first: Exchange, second: Exchange): Difference | undefined {
  const [a, b] = [new URL(first.url), new URL(second.url)];
  const isSame =
    a.origin === b.origin &&
    a.pathname === b.pathname &&
    first.method === second.method &&
    first.body === second.body;
  if (!isSame) return undefined;
  const names = new Set([...a.searchParams.keys(), ...b.searchParams.keys()]);
  const differing = [...names].filter(
    (name) => a.searchParams.get(name) !== b.searchParams.get(name),
  );
  const [name, ...more] = differing;
  const after = name === undefined ? null : b.searchParams.get(name);
  if (name === undefined || more.length > 0 || after === null) return undefined;
  return { name, before: a.searchParams.get(name) ?? undefined, after };
}
