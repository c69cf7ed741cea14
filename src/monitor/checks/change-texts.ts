import type { Json } from "../../storage/index.ts";
import type { ChangeDiff } from "./change.ts";
import { readListing } from "./site-listing.ts";

/** What of a snapshot a change's texts are made of. */
interface TextSource {
  /** Null for values, and for what is kept no longer. */
  readonly bodyHash: string | null;
  readonly extractedData: Json;
}

/** What a change lies between; undefined for a snapshot that is kept no longer. */
export interface ChangeEnds {
  readonly before: TextSource | undefined;
  readonly after: TextSource | undefined;
}

/** Gives a text by its hash; undefined when it is kept no longer. */
type ReadText = (hash: string) => Promise<string | undefined>;

/** What was there before and after; undefined when it is kept no longer. */
export interface ChangeTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * What was there before a change and after it, as text: the bodies, the values as JSON, or the pages
 * of a site that differ, one after another under their URLs.
 */
export async function changeTexts(
  diff: ChangeDiff,
  { before, after }: ChangeEnds,
  read: ReadText,
): Promise<ChangeTexts> {
  if (diff.type === "site") return siteTexts(diff, { before, after }, read);
  if (diff.type === "fields") return { before: valuesText(before), after: valuesText(after) };
  const texts = [before, after].map(async (end) => read(end?.bodyHash ?? ""));
  const [old, young] = await Promise.all(texts);
  return { before: old, after: young };
}

function valuesText(end: TextSource | undefined): string | undefined {
  return end === undefined ? undefined : `${JSON.stringify(end.extractedData, undefined, 2)}\n`;
}

async function siteTexts(
  { added, removed, changed }: Extract<ChangeDiff, { readonly type: "site" }>,
  ends: ChangeEnds,
  read: ReadText,
): Promise<ChangeTexts> {
  const listings = await Promise.all(
    [ends.before, ends.after].map((end) => read(end?.bodyHash ?? "")),
  );
  const [old, young] = listings.map((listing) => readListing(listing ?? ""));
  const pick = (urls: readonly string[], from: ReadonlyMap<string, string> | undefined) =>
    urls.map((url) => [url, from?.get(url) ?? ""] as const);
  const before = [
    ...pick(removed, old),
    ...changed.map(({ url, beforeHash }) => [url, beforeHash] as const),
  ];
  const after = [
    ...pick(added, young),
    ...changed.map(({ url, afterHash }) => [url, afterHash] as const),
  ];
  return { before: await joined(before, read), after: await joined(after, read) };
}

async function joined(
  pages: readonly (readonly [url: string, hash: string])[],
  read: ReadText,
): Promise<string | undefined> {
  let all = "";
  for (const [url, hash] of pages.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const text = await read(hash);
    if (text === undefined) return undefined;
    all += `${url}\n\n${text.endsWith("\n") ? text : `${text}\n`}\n`;
  }
  return all;
}
