import { isDeepStrictEqual } from "node:util";
import { diffJson } from "../../diff/index.ts";
import type { Json } from "../../storage/index.ts";

/** Most differences that are shown; the rest is counted. */
const MOST_TOLD = 10;

/** How data differs from what a case expects, for a person; undefined when it is the same. */
export function dataDifference(expected: Json, data: Json): string | undefined {
  if (isDeepStrictEqual(data, expected)) return undefined;
  const { changes } = diffJson(expected, data);
  const told = changes.slice(0, MOST_TOLD).map(({ path, kind, before, after, from }) => {
    const place = path === "" ? "the data" : path;
    if (kind === "moved") return `${place} was expected at ${from}`;
    if (kind === "removed") return `${place} is missing: expected ${shown(before)}`;
    if (kind === "added") return `${place} was not expected: ${shown(after)}`;
    return `${place} is ${shown(after)}, expected ${shown(before)}`;
  });
  const more = changes.length - told.length;
  return [...told, ...(more > 0 ? [`… and ${more} more`] : [])].join("; ");
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
