import type { NodeId, Tree } from "./tree.ts";

/** Where a page sends its reader after some time. */
export interface Refresh {
  /** Whole seconds, from 0; a fraction does not count. */
  readonly seconds: number;
  /** The address as the page writes it; undefined: the page itself, anew. */
  readonly reference: string | undefined;
}

/** Characters that are looked at: a URL and what may stand before it. */
const LONGEST = 9000;

/** The time, which has to be there, and what parts it from the rest. */
const TIME =
  /^[\t\n\f\r ]*(?=[\d.])(\d*)[\d.]*(?:$|(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*)/;

const NAME = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/**
 * Reads the `content` of a `meta` refresh, or a `Refresh` header (WHATWG HTML 4.2.5.3, shared
 * declarative refresh steps); undefined when it is none.
 */
export function parseRefresh(content: string): Refresh | undefined {
  const text = content.slice(0, LONGEST);
  const time = TIME.exec(text);
  if (time === null) return undefined;
  const target = readTarget(text.slice(time[0].length)).trim();
  return { seconds: Number(time[1]), reference: target === "" ? undefined : target };
}

/** What a `meta` says of a refresh; undefined when it is another one. */
export function refreshOf(tree: Tree, meta: NodeId): Refresh | undefined {
  if (tree.attribute(meta, "http-equiv")?.toLowerCase() !== "refresh") return undefined;
  return parseRefresh(tree.attribute(meta, "content") ?? "");
}

function readTarget(text: string): string {
  const name = NAME.exec(text);
  // What begins like `url=` and goes on in another way is an address.
  if (name === null && /^u/i.test(text)) return text;
  const rest = text.slice(name?.[0].length ?? 0);
  const quote = rest[0];
  if (quote !== '"' && quote !== "'") return rest;
  const end = rest.indexOf(quote, 1);
  return rest.slice(1, end === -1 ? undefined : end);
}
