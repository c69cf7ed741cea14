import { headerText } from "../../core/index.ts";
import { documentBase } from "./base-url.ts";
import { isInTemplate } from "./places-of-links.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** Where a page sends its reader after some time. */
interface Refresh {
  /** Whole seconds, from 0; a fraction does not count. */
  readonly seconds: number;
  /** The address as the page writes it; undefined: the page itself, anew. */
  readonly reference: string | undefined;
}

/** Characters that are looked at: a URL and what may stand before it. */
const LONGEST = 9000;

/** The time, which has to be there, and what parts it from the rest. */
const TIME = /^[\t\n\f\r ]*(?=[\d.])(\d*)[\d.]*(?:$|(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*)/;

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

/** A refresh whose address is absolute. */
export interface AbsoluteRefresh {
  readonly seconds: number;
  /** Of any scheme but `javascript`; the page's own where the refresh names none. */
  readonly url: string;
}

/**
 * The first refresh of a page's `Refresh` headers that is one; undefined when there is none.
 * @param headers names in lower case
 * @param url the page's address
 */
export function refreshInHeaders(
  { refresh }: Readonly<Record<string, string | readonly string[] | undefined>>,
  url: string,
): AbsoluteRefresh | undefined {
  if (refresh === undefined) return undefined;
  const lines = typeof refresh === "string" ? [refresh] : refresh;
  const found = lines.map((line) => absolute(parseRefresh(headerText(line)), { url, base: url }));
  return found.find((it) => it !== undefined);
}

/**
 * The first `meta` refresh of a page that is one, wherever it stands but in a `template`; undefined
 * when there is none.
 * @param tree of `parse`, or of `parseTags` with `base` and `meta`
 * @param url the page's address
 */
export function refreshInPage(tree: Tree, url: string): AbsoluteRefresh | undefined {
  const base = documentBase(tree, url);
  for (let meta = tree.firstOfTag(tagIds.meta); meta !== 0; meta = tree.nextOfTag(meta)) {
    const found = absolute(refreshOf(tree, meta), { url, base });
    if (found !== undefined && !isInTemplate(tree, meta)) return found;
  }
  return undefined;
}

/** One whose address is none, or a script, does not count. */
function absolute(
  refresh: Refresh | undefined,
  { url, base }: { readonly url: string; readonly base: string | undefined },
): AbsoluteRefresh | undefined {
  if (refresh === undefined) return undefined;
  const { seconds, reference } = refresh;
  if (reference === undefined) return { seconds, url };
  const target = URL.parse(reference, base);
  if (target === null || target.protocol === "javascript:") return undefined;
  return { seconds, url: target.href };
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
