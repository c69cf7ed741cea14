import { isObject } from "../schema/value-schema.ts";
import type { Thing } from "./things.ts";

/** Things in things that are looked at. */
const DEEPEST = 24;

/** References in things that references lead to: they may go in a circle. */
const DEEPEST_REFERENCE = 3;

/** Things that are written out in place of references, those in them counted; further ones stay references. */
const MOST = 20_000;

interface Links {
  /** The thing of an identifier that says most of it. */
  readonly byId: ReadonlyMap<string, Thing>;
  readonly url: string;
  left: number;
}

/**
 * Things of JSON-LD with those in place that they refer to by `@id`, in whichever script these
 * stand. Identifiers may be relative to the page (JSON-LD 1.1, 3.3).
 */
export function linkThings(roots: readonly unknown[], url: string): readonly unknown[] {
  const byId = new Map<string, Thing>();
  listIds(roots, { url, byId, depth: 0 });
  if (byId.size === 0) return roots;
  const links: Links = { byId, url, left: MOST };
  return roots.map((root) => linked(root, links, { depth: 0, references: 0 }));
}

interface Listing {
  readonly url: string;
  readonly byId: Map<string, Thing>;
  readonly depth: number;
}

function listIds(value: unknown, { url, byId, depth }: Listing): void {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  if (isObject(value)) {
    const id = idOf(value, url);
    const known = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && says(value) > (known === undefined ? 0 : says(known))) {
      byId.set(id, value);
    }
  }
  for (const each of Object.values(value)) listIds(each, { url, byId, depth: depth + 1 });
}

function idOf(thing: Thing, url: string): string | undefined {
  const id = thing["@id"];
  if (typeof id !== "string" || id === "") return undefined;
  return URL.canParse(id, url) ? new URL(id, url).href : id;
}

/** How many members a thing has beside what it is and how it is identified. */
function says(thing: Thing): number {
  return Object.keys(thing).filter((name) => name !== "@id" && name !== "@type").length;
}

interface Level {
  readonly depth: number;
  readonly references: number;
}

function linked(value: unknown, links: Links, { depth, references }: Level): unknown {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  const level = { depth: depth + 1, references };
  if (Array.isArray(value)) return value.map((each: unknown) => linked(each, links, level));
  if (!isObject(value)) return value;
  if (references > 0 && --links.left < 0) return value;
  const target = says(value) < 2 ? targetOf(value, links) : undefined;
  if (target !== undefined && references < DEEPEST_REFERENCE && links.left > 0) {
    return linked({ ...target, ...value }, links, { ...level, references: references + 1 });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, linked(member, links, level)]),
  );
}

/** The thing that a reference stands for; undefined where it says as much itself. */
function targetOf(value: Thing, { byId, url }: Links): Thing | undefined {
  const id = idOf(value, url);
  const target = id === undefined ? undefined : byId.get(id);
  return target !== undefined && says(target) > says(value) ? target : undefined;
}
