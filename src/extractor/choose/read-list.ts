import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { fitOf, isStated } from "./choose-leaf.ts";
import { readName } from "../schema/names.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import { piecesOf, statedPieces } from "../candidates/pieces.ts";
import type { Property } from "../schema/property.ts";
import { isAddress, isFreeText, readLeaf, textOf } from "./read-leaf.ts";
import { readThingList } from "./read-things.ts";
import { MOST_ITEMS, type ListProperty, type Reading, type Where } from "./reading.ts";
import { isFuller, sectionList } from "./section-list.ts";
import { coerceValue } from "../values/coerce-value.ts";

/** Names that fit less are no names of the list. */
const LEAST_NAME = 0.55;

/** Lists that are looked into before the best one is taken. */
const MOST_LISTS = 12;

/** The items of a list in a scope; undefined when there are none. */
export function readList(reading: Reading, property: Property, where: Where): Json | undefined {
  const { items } = property;
  if (items === undefined) return undefined;
  return items.schema.type === "object"
    ? readThingList(reading, { property, items }, where)
    : readValues(reading, { property, items }, where);
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
  const given = values.slice(0, MOST_ITEMS);
  for (const [index, value] of given.entries()) {
    reading.tell(`${path}[${index}]`, candidate, { text: textOf(value) });
  }
  if (values.length > given.length) reading.cut(path, values.length);
  return given;
}

/** What the page states as a list, in its order, each as often as it stands there. */
function statedValues(page: PageCandidates, items: Property, candidate: Candidate): Json[] {
  const pieces = statedPieces(candidate.value).slice(0, MOST_ITEMS + 1);
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
  const pieces = piecesOf(page, candidate, beside).slice(0, MOST_ITEMS + 1);
  const leaves = pieces.flatMap((piece) => readLeaf(page, items, piece) ?? []);
  const fit = leaves.reduce((sum, leaf) => sum + leaf.fit, 0) / Math.max(1, leaves.length);
  return { values: [...new Set(leaves.map(({ value }) => value))], fit };
}
