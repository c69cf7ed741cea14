import type { Json } from "../storage/index.ts";
import type { Candidate, Source } from "./candidates/candidate.ts";
import { chooseRecords } from "./choose-records.ts";
import type { PageCandidates } from "./page-candidates.ts";
import type { Property } from "./property.ts";
import { piecesOf, statedPieces } from "./pieces.ts";
import { isAddress, isFreeText, readLeaf, textOf } from "./read-leaf.ts";
import { readName } from "./names.ts";
import { rolesOf, type Role } from "./part-roles.ts";
import { isFuller, sectionList } from "./section-list.ts";
import { fitOf, isStated, weighThing, type Scope } from "./choose-leaf.ts";
import type { Reading, Where } from "./reading.ts";
import { isObject } from "./value-schema.ts";
import type { Thing } from "./candidates/things.ts";
import { coerceValue } from "./values/coerce-value.ts";

/** Items of a list; more are left out. */
const MOST_ITEMS = 1000;

/** Names that fit less are no names of the list. */
const LEAST_NAME = 0.55;

/** Lists that are looked into before the best one is taken. */
const MOST_LISTS = 12;

/** The items of a list in a scope; undefined when there are none. */
export function readList(reading: Reading, property: Property, where: Where): Json | undefined {
  const { items } = property;
  if (items === undefined) return undefined;
  return items.schema.type === "object"
    ? readObjects(reading, { property, items }, where)
    : readValues(reading, { property, items }, where);
}

interface ListProperty {
  readonly property: Property;
  readonly items: Property;
}

/** A list of texts, numbers, addresses: of the surest candidate that has some. */
function readValues(
  reading: Reading,
  { property, items }: ListProperty,
  { scope, path }: Where,
): Json | undefined {
  const stated = scope.candidates.filter((each) => isStated(property, scope.naming, each));
  const own = stated
    .map(({ candidate }) => ({
      candidate,
      values: statedValues(reading.page, items, candidate),
    }))
    .find(({ values }) => values.length > 0);
  const section = scope.node === 0 ? sectionValues(reading.page, property, items) : undefined;
  const said =
    own !== undefined && section !== undefined && isFuller(textsOf(section), textsOf(own));
  const list = said ? section : (own ?? section);
  if (list !== undefined) return tellValues(reading, list, path);
  const hopeful = scope.candidates
    .map(({ candidate, weight }) => ({
      candidate,
      sure: weight * fitOf(property, scope.naming, candidate.name),
    }))
    .filter(({ sure }) => sure >= LEAST_NAME / 2)
    .toSorted((a, b) => b.sure - a.sure)
    .slice(0, MOST_LISTS);
  let best: ListValues | undefined;
  let most = 0;
  for (const { candidate, sure } of hopeful) {
    const { values, fit } = valuesOf(
      reading.page,
      { property, items },
      { candidate, all: scope.candidates },
    );
    const worth = sure * fit * Math.min(1.3, 0.7 + 0.15 * values.length);
    if (values.length > 0 && worth > most) [best, most] = [{ values, candidate }, worth];
  }
  return best === undefined ? undefined : tellValues(reading, best, path);
}

/** The items of the list that a heading of the page names as the property is called. */
function sectionValues(
  page: PageCandidates,
  property: Property,
  items: Property,
): ListValues | undefined {
  if (!isFreeText(items) || isAddress(items)) return undefined;
  const list = sectionList(page, property);
  const name = readName(property.key);
  if (list === undefined || name === undefined) return undefined;
  const values = list.texts.flatMap((text) => coerceValue(text, items.schema, page) ?? []);
  if (values.length === 0) return undefined;
  const value = list.texts.join("\n");
  return {
    values,
    candidate: { name, source: "label", value, node: list.node, place: "" },
  };
}

function textsOf({ values }: ListValues): string[] {
  return values.filter((value) => typeof value === "string");
}

interface ListValues {
  readonly values: readonly Json[];
  readonly candidate: Candidate;
}

function tellValues(reading: Reading, { values, candidate }: ListValues, path: string): Json {
  for (const [index, value] of values.entries()) {
    reading.tell(`${path}[${index}]`, candidate, { text: textOf(value) });
  }
  return [...values];
}

/** What the page states as a list, in its order, each as often as it stands there. */
function statedValues(page: PageCandidates, items: Property, candidate: Candidate): Json[] {
  const pieces = statedPieces(candidate.value).slice(0, MOST_ITEMS);
  return pieces.flatMap((value) => {
    if (isFreeText(items) && !isAddress(items) && typeof value === "string") {
      return value === "" ? [] : (coerceValue(value, items.schema, page) ?? []);
    }
    return readLeaf(page, items, { ...candidate, value })?.value ?? [];
  });
}

interface Listed {
  readonly candidate: Candidate;
  readonly all: Where["scope"]["candidates"];
}

interface Items {
  readonly values: readonly Json[];
  /** How well they fit on the average. */
  readonly fit: number;
}

function valuesOf(
  page: PageCandidates,
  { items }: ListProperty,
  { candidate, all }: Listed,
): Items {
  const beside = all.map((each) => each.candidate);
  const pieces = piecesOf(page, candidate, beside).slice(0, MOST_ITEMS);
  const leaves = pieces.flatMap((piece) => readLeaf(page, items, piece) ?? []);
  const fit = leaves.reduce((sum, leaf) => sum + leaf.fit, 0) / Math.max(1, leaves.length);
  return { values: [...new Set(leaves.map(({ value }) => value))], fit };
}

/** A list of things: of structured data, else of what is repeated on the page. */
function readObjects(
  reading: Reading,
  { property, items }: ListProperty,
  where: Where,
): Json | undefined {
  const { path } = where;
  const told = thingsOf(reading.page, property, where).map((list) =>
    list.slice(0, MOST_ITEMS).flatMap(({ thing, source }, index) => {
      const scope: Scope = {
        candidates: weighThing(thing, source),
        naming: "own",
        node: undefined,
      };
      const at = { scope, path: `${path}[${index}]` };
      const value = readItem(reading, items, {
        ...at,
        thing: source === "data" ? thing : undefined,
      });
      return value === undefined ? [] : [value];
    }),
  );
  const structured = told.reduce<readonly Values[]>((best, list) => richer(best, list), []);
  const isData = reading.page.data !== undefined;
  const shown = isData ? undefined : chooseRecords(reading, { property, items }, where);
  const best = richer(structured, shown?.values ?? []);
  if (best.length === 0) return undefined;
  if (best !== structured) shown?.tell();
  return [...best];
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
  const values: Values = Object.fromEntries(found);
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
function richer(one: readonly Values[], other: readonly Values[]): readonly Values[] {
  const count = (list: readonly Values[]): number =>
    list.reduce((sum, each) => sum + Object.keys(each).length, 0);
  return count(other) > count(one) * 1.2 ? other : one;
}

interface ListedThing {
  readonly thing: Thing;
  readonly source: Source;
}

/** Lists of things: members of the property's name, and things of its type. */
function thingsOf(
  { things, data }: PageCandidates,
  property: Property,
  { scope }: Where,
): ListedThing[][] {
  const members = scope.candidates
    .filter(({ candidate }) => fitOf(property, scope.naming, candidate.name) >= LEAST_NAME)
    .map(({ candidate }) => listOf(candidate))
    .filter((list) => list.length > 0);
  const lists = data?.lists.map((list) =>
    list.map((thing) => ({ thing, source: "data" as const })),
  );
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
