import type { Json } from "../../storage/index.ts";
import type { Candidate, Source } from "../candidates/candidate.ts";
import type { Thing } from "../candidates/things.ts";
import { fitOf, weighThing } from "./choose-leaf.ts";
import { chooseRecords, type Records } from "./choose-records.ts";
import { readName } from "../schema/names.ts";
import { nestedRecords } from "./nested-records.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import { rolesOf, type Role } from "./part-roles.ts";
import type { Property } from "../schema/property.ts";
import { currenciesBeside } from "./currencies-beside.ts";
import { readLeaf } from "./read-leaf.ts";
import { MOST_ITEMS, type ListProperty, type Reading, type Where } from "./reading.ts";
import { isObject } from "../schema/value-schema.ts";

/** Names that fit less are no names of the list. */
const LEAST_NAME = 0.55;

/** Lists of a document of data that are looked into, the longest first. */
const MOST_LISTS = 12;

/** A list of things: of structured data, else of what is repeated on the page. */
export function readThingList(
  reading: Reading,
  { property, items }: ListProperty,
  where: Where,
): Json | undefined {
  const lists = thingsOf(reading.page, property, where).map((list) => {
    return readThings(reading, items, { list, path: where.path });
  });
  const none: Records = { values: [], tell: () => {} };
  const structured = lists.reduce((best, list) => richer(best, list), none);
  const isData = reading.page.document !== undefined;
  const shown = isData
    ? []
    : [
        chooseRecords(reading, { property, items }, where),
        nestedRecords(reading, { property, items }, where),
      ];
  const best = shown.reduce<Records>(
    (most, list) => (list === undefined ? most : richer(most, list)),
    structured,
  );
  if (best.values.length === 0) return undefined;
  best.tell();
  return [...best.values];
}

/** The items that things of structured data are. */
function readThings(
  reading: Reading,
  items: Property,
  { list, path }: { readonly list: readonly ListedThing[]; readonly path: string },
): Records {
  const own = reading.branch();
  const values: Values[] = [];
  for (const { thing, source } of list.slice(0, MOST_ITEMS)) {
    const candidates = weighThing(thing, source);
    const value = readItem(own, items, {
      scope: { candidates, naming: "own", node: undefined },
      path: `${path}[${values.length}]`,
      thing: source === "data" ? thing : undefined,
    });
    if (value !== undefined) values.push(value);
  }
  if (list.length > MOST_ITEMS) own.cut(path, list.length);
  return { values, tell: () => own.keep() };
}

interface ItemPlace extends Where {
  /** The thing that it is, where that is data. */
  readonly thing: Thing | undefined;
}

/** A thing of a list; undefined without a part that is required. */
function readItem(
  reading: Reading,
  { parts, schema }: Property,
  { scope, path, thing }: ItemPlace,
): Values | undefined {
  const roles = thing === undefined ? undefined : rolesOf(parts);
  const found = parts.flatMap((part) => {
    const at = `${path}.${part.key}`;
    const value =
      reading.read(part, { scope, path: at }) ??
      (thing && readByRole(reading, { part, role: roles?.get(part), path: at }, thing));
    return value === undefined ? [] : [[part.key, value] as const];
  });
  const own: Values = Object.fromEntries(found);
  const values = { ...own, ...currenciesBeside(reading, parts, { found: own, path }) };
  const isWhole = schema.required.every((name) => Object.hasOwn(values, name));
  return found.length > 0 && isWhole ? values : undefined;
}

/** Members of data that are what a part is, whatever it is called. */
const MEMBERS: Readonly<Partial<Record<Role, RegExp>>> = {
  title: /^(?:title|name|headline|subject|label)$/i,
  address: /^(?:url|link|href|uri|permalink)$/i,
  date: /^(?:date|published|pubdate|issued|created)(?:_?(?:at|on|date))?$/i,
};

interface RolePart {
  readonly part: Property;
  readonly role: Role | undefined;
  readonly path: string;
}

/** The title, the address or the day of a thing of data, for the part that wants one. */
function readByRole(
  reading: Reading,
  { part, role, path }: RolePart,
  thing: Thing,
): Json | undefined {
  const names = role && MEMBERS[role];
  const member = names && Object.keys(thing).find((name) => names.test(name));
  const name = member === undefined ? undefined : readName(member);
  if (member === undefined || name === undefined) return undefined;
  const value = thing[member];
  const candidate: Candidate = { name, source: "data", value, node: 0, place: member };
  const leaf = readLeaf(reading.page, part, candidate);
  if (leaf !== undefined) reading.tell(path, candidate, leaf);
  return leaf?.value;
}

type Values = Readonly<Record<string, Json>>;

/** Of two lists the one that says more; the first of equals. */
function richer(one: Records, other: Records): Records {
  const count = ({ values }: Records): number => leavesIn(values);
  return count(other) > count(one) * 1.2 ? other : one;
}

/** How many values that are no objects and no lists of them there are in values. */
function leavesIn(value: Json | undefined | readonly Values[]): number {
  if (Array.isArray(value)) {
    const isList = value.length === 0 || value.some((each) => isObject(each));
    return isList ? value.reduce((sum: number, each: Json) => sum + leavesIn(each), 0) : 1;
  }
  if (!isObject(value)) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + leavesIn(each), 0);
}

interface ListedThing {
  readonly thing: Thing;
  readonly source: Source;
}

/** Lists of things: members of the property's name, and things of its type. */
function thingsOf(
  { things, document }: PageCandidates,
  property: Property,
  { scope }: Where,
): ListedThing[][] {
  const members = scope.candidates
    .filter(({ candidate }) => fitOf(property, scope.naming, candidate.name) >= LEAST_NAME)
    .map(({ candidate }) => listOf(candidate))
    .filter((list) => list.length > 0);
  const lists = document?.lists
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_LISTS)
    .map((list) => list.map((thing) => ({ thing, source: "data" as const })));
  return scope.node === 0
    ? [...members, ...alikeThings(things, property), ...(lists ?? [])]
    : members;
}

/** Several things of one type; those whose type is called as the property first. */
function alikeThings(things: readonly ListedThing[], { key }: Property): ListedThing[][] {
  const wanted = key.toLowerCase().replace(/s$/, "");
  const byType = [...Map.groupBy(things, ({ thing }) => String(thing["@type"]))];
  const isWanted = (type: string): number => (type.toLowerCase().endsWith(wanted) ? 0 : 1);
  return byType
    .filter(([type, list]) => list.length > 1 && !NO_ITEMS.test(type))
    .toSorted(([one], [other]) => isWanted(one) - isWanted(other))
    .map(([, list]) => list);
}

/** Types of things that no list of a page is made of. */
const NO_ITEMS = /^undefined$|ListItem|Breadcrumb|Organization|WebSite|WebPage|ImageObject|Rating/;

function listOf({ value, source }: Candidate): ListedThing[] {
  const list: unknown[] = Array.isArray(value) ? value : isObject(value) ? itemsOf(value) : [];
  return list.flatMap((each) => {
    const thing = isObject(each) && isObject(each["item"]) ? each["item"] : each;
    return isObject(thing) ? [{ thing, source }] : [];
  });
}

function itemsOf(thing: Thing): unknown[] {
  const items = thing["itemListElement"];
  return Array.isArray(items) ? (items as unknown[]) : [thing];
}
