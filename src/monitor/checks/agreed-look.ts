import type { Json } from "../../storage/index.ts";
import type { Body } from "../content/content.ts";
import { canonicalJson } from "../definition/canonical-json.ts";
import type { Look } from "./look.ts";

type Kind<Name extends Look["kind"]> = Extract<Look, { readonly kind: Name }>;
type ValueRecord = Readonly<Record<string, Json>>;

/** What was there before two looks. */
export interface Before {
  /** The body, as it is compared; empty for what has none. */
  readonly compared: string;
  /** Empty for what has a body. */
  readonly values: ValueRecord;
  /** Pages of a site that were tracked and differ between the looks: as they are compared, by URL. */
  readonly pages: ReadonlyMap<string, string>;
}

/** What two looks agree on; undefined where that is no change. */
export function agreedLook(first: Look, second: Look, before: Before): Look | undefined {
  if (first.kind === "body" && second.kind === "body") {
    return agreesOnBody(first.body, second.body, before.compared) ? second : undefined;
  }
  if (first.kind === "values" && second.kind === "values") {
    return { ...second, values: agreedValues(first.values, second.values, before.values) };
  }
  if (first.kind === "site" && second.kind === "site")
    return agreedSite(first, second, before.pages);
  return undefined;
}

/** Whether something that both looks lack, or both have, was otherwise before. */
function agreesOnBody(first: Body, second: Body, before: string): boolean {
  if (first.compared === second.compared) return true;
  const [old, one, other] = [before, first.compared, second.compared].map(
    (text) => new Set(text.split("\n")),
  );
  const isNew = [...(one ?? [])].some((line) => other?.has(line) === true && !old?.has(line));
  const isGone = [...(old ?? [])].some((line) => !one?.has(line) && !other?.has(line));
  return isNew || isGone;
}

/** Values that are the same in both looks; others as they were before. */
function agreedValues(first: ValueRecord, second: ValueRecord, before: ValueRecord): ValueRecord {
  const entries = Object.entries(second).map(([name, value]) => {
    const other = Object.hasOwn(first, name) ? (first[name] ?? null) : null;
    if (canonicalJson(other) === canonicalJson(value)) return [name, value] as const;
    return [name, Object.hasOwn(before, name) ? (before[name] ?? null) : null] as const;
  });
  return Object.fromEntries(entries);
}

/** Pages that are in both looks and agree; others count as not seen. */
function agreedSite(first: Kind<"site">, second: Kind<"site">, before: Before["pages"]): Look {
  const pages = new Map<string, Body>();
  const unseen = new Set([...first.unseen, ...second.unseen]);
  for (const [url, body] of second.pages) {
    const other = first.pages.get(url);
    if (other !== undefined && !unseen.has(url) && agreesOnPage(other, body, before.get(url))) {
      pages.set(url, body);
    } else unseen.add(url);
  }
  for (const url of first.pages.keys()) if (!pages.has(url)) unseen.add(url);
  return { ...second, pages, unseen, truncated: first.truncated || second.truncated };
}

/** @param before undefined for a page that was not there: that it is now is what both agree on */
function agreesOnPage(first: Body, second: Body, before: string | undefined): boolean {
  return before === undefined || agreesOnBody(first, second, before);
}
