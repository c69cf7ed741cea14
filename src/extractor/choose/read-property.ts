import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { chooseLeaf, weighShown, weighThing, type Scope } from "./choose-leaf.ts";
import { compositeCandidates } from "../candidates/composite.ts";
import { shownIn, type PageCandidates } from "../candidates/page-candidates.ts";
import type { Property } from "../schema/property.ts";
import { currenciesBeside } from "./currencies-beside.ts";
import { readList } from "./read-list.ts";
import type { Reading, Where } from "./reading.ts";
import { isObject } from "../schema/value-schema.ts";

/** Objects in objects that are looked into. */
const DEEPEST = 6;

/** Names that every object has: outside of theirs they mean something else. */
const GENERIC = new Set(["name", "url", "id", "type", "description", "image", "published", "body"]);

/** Candidates for an object that are looked into. */
const MOST_PLACES = 6;

/** Names that fit less name no object. */
const LEAST_NAME = 0.6;

/**
 * The value of a property in a scope; undefined when there is none.
 * @param path of the value, with indices
 */
export function readProperty(
  reading: Reading,
  property: Property,
  { scope, path }: Where,
): Json | undefined {
  switch (property.schema.type) {
    case "object":
      return readObject(reading, property, { scope, path });
    case "array":
      return readList(reading, property, { scope, path });
    default: {
      const choice = chooseLeaf(reading.page, property, scope);
      if (choice === undefined) return undefined;
      reading.tell(path, choice.candidate, choice.leaf);
      return choice.leaf.value;
    }
  }
}

/** The parts of an object that a scope has; undefined when it has none, or not all that are required. */
function readParts(
  reading: Reading,
  property: Property,
  { scope, path }: Where,
): Readonly<Record<string, Json>> | undefined {
  const found: Record<string, Json> = {};
  for (const part of property.parts) {
    const at = path === "" ? part.key : `${path}.${part.key}`;
    const value = reading.read(part, { scope, path: at });
    if (value !== undefined) found[part.key] = value;
  }
  Object.assign(found, currenciesBeside(reading, property.parts, { found, path }));
  return Object.keys(found).length === 0 ? undefined : found;
}

function readObject(reading: Reading, property: Property, where: Where): Json | undefined {
  if (property.path === "") return readParts(reading, property, where);
  if (property.path.split(".").length > DEEPEST || property.parts.length === 0) return undefined;
  const found: Record<string, Json> = {};
  const wanted = (): Property => ({
    ...property,
    parts: property.parts.filter(({ key }) => !Object.hasOwn(found, key)),
  });
  for (const scope of placesOf(reading.page, property, where.scope)) {
    Object.assign(found, readParts(reading, wanted(), { ...where, scope }));
    if (wanted().parts.length === 0) break;
  }
  if (!property.isShadowed) readAround(reading, { property, wanted, found }, where);
  const isWhole = property.schema.required.every((name) => Object.hasOwn(found, name));
  return Object.keys(found).length > 0 && isWhole ? found : undefined;
}

interface Unfinished {
  readonly property: Property;
  readonly wanted: () => Property;
  readonly found: Record<string, Json>;
}

/** Adds parts from outside of what is named as an object is. */
function readAround(reading: Reading, { property, wanted, found }: Unfinished, where: Where): void {
  const [shadowed = [], own = []] = [true, false].map((is) =>
    wanted().parts.filter(({ isShadowed }) => isShadowed === is),
  );
  const composed: Scope = { ...where.scope, naming: "composed" };
  Object.assign(
    found,
    readParts(reading, { ...property, parts: own }, { ...where, scope: composed }),
  );
  for (const part of shadowed) {
    const scope = { ...composed, candidates: calledBoth(part, composed) };
    Object.assign(found, readParts(reading, { ...property, parts: [part] }, { ...where, scope }));
  }
  const distinct = wanted().parts.filter((part) => !isGeneric(part) && !part.isShadowed);
  const outside = { ...property, parts: distinct };
  Object.assign(found, readParts(reading, outside, { ...where, scope: where.scope }));
}

/** What is called as the object and its part together, and not as the part of an object around. */
function calledBoth({ composed, matcher }: Property, { candidates }: Scope): Scope["candidates"] {
  return candidates.filter(({ candidate: { name } }) => composed.score(name) > matcher.score(name));
}

function isGeneric({ matcher, schema }: Property): boolean {
  if (schema.type === "object" || schema.type === "array") return false;
  return matcher.meanings.size === 0 || [...matcher.meanings].some((each) => GENERIC.has(each));
}

/** The scopes that are named as an object is, the surest first: things, and parts of the page. */
function placesOf(page: PageCandidates, { matcher }: Property, { candidates }: Scope): Scope[] {
  return candidates
    .map(({ candidate, weight }) => ({ candidate, sure: weight * matcher.score(candidate.name) }))
    .filter(({ candidate }) => matcher.score(candidate.name) >= LEAST_NAME)
    .toSorted((a, b) => b.sure - a.sure)
    .slice(0, MOST_PLACES)
    .flatMap(({ candidate, sure }) => placeOf(page, candidate, sure));
}

function placeOf(page: PageCandidates, candidate: Candidate, weight: number): Scope[] {
  const { value, node, source } = candidate;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (isObject(first))
    return [{ candidates: weighThing(first, source), naming: "both", node: undefined }];
  if (typeof value !== "string") return [];
  const parts = compositeCandidates(candidate).map((part) => ({ candidate: part, weight }));
  const inside = node === 0 ? [] : weighShown(page, shownIn(page, node));
  const scope = node === 0 ? undefined : node;
  return [{ candidates: [...inside, ...parts], naming: "both", node: scope }];
}
