import { createHash } from "node:crypto";

/** Names are kept by every connection of the server; what goes beyond is not prepared. */
const MOST_NAMES = 500;

const names = new Map<string, string>();

/**
 * The name under which a connection prepares a statement once; undefined when there are too many.
 * The same text has the same name everywhere, as others may use the pool too.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = `dragline_${createHash("sha256").update(text).digest("base64url")}`;
  names.set(text, name);
  return name;
}
