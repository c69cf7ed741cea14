import type { NodeId, Tree } from "../html/index.ts";

/** Characters of a `content` that are looked at: a URL and what may stand before it. */
const LONGEST = 9000;

/** The time, which has to be there, and what parts it from the rest. */
const TIME = /^[\t\n\f\r ]*(?=[\d.])[\d.]*(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*/;

const NAME = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/**
 * Where a `meta` sends its reader after some time, as the page writes it (WHATWG HTML 4.2.5.3,
 * shared declarative refresh steps); undefined when it is another one, or sends nowhere else.
 */
export function refreshTarget(tree: Tree, meta: NodeId): string | undefined {
  if (tree.attribute(meta, "http-equiv")?.trim().toLowerCase() !== "refresh") return undefined;
  const content = (tree.attribute(meta, "content") ?? "").slice(0, LONGEST);
  const time = TIME.exec(content);
  if (time === null) return undefined;
  const target = readTarget(content.slice(time[0].length)).trim();
  return target === "" ? undefined : target;
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
