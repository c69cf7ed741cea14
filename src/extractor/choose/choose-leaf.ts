import { readDate, type NodeId } from "../../html/index.ts";
import { DATA_ATTRIBUTE, type Candidate, type Source } from "../candidates/candidate.ts";
import { thingCandidates, type Thing } from "../candidates/things.ts";
import type { Name } from "../schema/names.ts";
import type { PageCandidates } from "../candidates/page-candidates.ts";
import type { Property } from "../schema/property.ts";
import type { Leaf } from "./leaf.ts";
import { readLeaf } from "./read-leaf.ts";
import { readDuration } from "../values/read-duration.ts";

/** How much a value counts by where it was found. */
export const BY_SOURCE: Readonly<Record<Source, number>> = {
  "json-ld": 1,
  microdata: 0.98,
  rdfa: 0.97,
  data: 0.97,
  "definition-list": 0.93,
  table: 0.92,
  label: 0.87,
  attribute: 0.84,
  state: 0.8,
  "open-graph": 0.72,
  meta: 0.7,
  class: 0.74,
  record: 0.74,
  heading: 0.86,
  metadata: 0.78,
  text: 0.48,
};

/** Names that fit less are no names of the property. */
const LEAST_NAME = 0.5;

/** Values that are less sure are left out. */
const LEAST_SCORE = 0.34;

/** What a value at the end of the page counts less than one at its beginning. */
const FALL = 0.12;

/** Where a value is looked for. */
export interface Scope {
  readonly candidates: readonly Weighed[];
  /**
   * Which names count: the property's own, those that name what is around it too (`salary min`), or
   * both, where the scope is what is around it.
   */
  readonly naming: "own" | "composed" | "both";
  /** The element that the candidates stand in, 0 for the page; undefined for structured data. */
  readonly node: NodeId | undefined;
}

/** A candidate, and how much it counts beside the others of its scope. */
export interface Weighed {
  readonly candidate: Candidate;
  readonly weight: number;
  /**
   * Whether it is what the page states for programs of what it is about: nothing else is looked at
   * where such a member is called as the property is.
   */
  readonly isOwn?: boolean;
}

/** The value that was chosen, and from what. */
interface Choice {
  readonly leaf: Leaf;
  readonly candidate: Candidate;
  readonly score: number;
}

/** The best value for a property in a scope; undefined when none is sure enough. */
export function chooseLeaf(
  page: PageCandidates,
  property: Property,
  scope: Scope,
): Choice | undefined {
  const stated = scope.candidates.filter((each) => isStated(property, scope.naming, each));
  const own =
    stated.length === 0 ? undefined : bestOf(page, property, { ...scope, candidates: stated });
  return own ?? statedTotal(page, property, scope) ?? bestOf(page, property, scope);
}

/** Members that together are all of the time that something takes. */
const PART_TIMES = ["prepTime", "cookTime", "performTime"];

/** The total time where the page states its parts, and not the sum. */
function statedTotal(page: PageCandidates, property: Property, scope: Scope): Choice | undefined {
  const { matcher, schema } = property;
  if (!matcher.meanings.has("totaltime") || schema.type === "string") return undefined;
  const parts = scope.candidates.filter(
    ({ candidate, isOwn }) => isOwn === true && PART_TIMES.includes(candidate.place),
  );
  const seconds = parts.map(({ candidate: { value } }) =>
    typeof value === "string" ? readDuration(value)?.seconds : undefined,
  );
  const sum = seconds.reduce((total: number, each) => total + (each ?? 0), 0);
  const [first] = parts;
  if (first === undefined || parts.length < 2 || seconds.includes(undefined) || sum === 0) {
    return undefined;
  }
  const { candidate } = first;
  const place = parts.map((part) => part.candidate.place).join(" + ");
  const leaf = readLeaf(page, property, { ...candidate, value: `PT${sum}S`, place });
  return leaf === undefined
    ? undefined
    : { leaf: { ...leaf, derived: true }, candidate: { ...candidate, place }, score: 1 };
}

/** How well the name of a stated member fits that is the property's and nothing else. */
const OWN_NAME = 0.85;

/** Whether a candidate is what the page itself states of a property. */
export function isStated(
  property: Property,
  naming: Scope["naming"],
  { candidate, isOwn }: Weighed,
): boolean {
  return isOwn === true && fitOf(property, naming, candidate.name) >= OWN_NAME;
}

function bestOf(page: PageCandidates, property: Property, scope: Scope): Choice | undefined {
  let best: Choice | undefined;
  for (const { candidate, weight } of hopefulIn(property, scope)) {
    if (best !== undefined && weight <= best.score) break;
    const leaf = readLeaf(page, property, candidate);
    if (leaf === undefined && isOpenDay(page, property, candidate)) break;
    if (leaf === undefined || !isShown(page, property, { candidate, leaf })) continue;
    const score = weight * leaf.fit;
    if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { leaf, candidate, score };
  }
  return best;
}

/** Whether what is called as the property is a day that may be either of two: no other day is it. */
function isOpenDay(
  { language }: PageCandidates,
  { matcher, schema }: Property,
  { value, name }: Candidate,
): boolean {
  if (schema.format?.startsWith("date") !== true || typeof value !== "string") return false;
  return matcher.score(name) >= OWN_NAME && readDate(value, { language })?.ambiguous === true;
}

/** The candidates that may be sure enough, the surest first. */
function hopefulIn(property: Property, { candidates, naming }: Scope): Weighed[] {
  const hopeful: Weighed[] = [];
  for (const { candidate, weight } of candidates) {
    const fits = fitOf(property, naming, candidate.name);
    if (fits < LEAST_NAME) continue;
    const sure = fits * weight * BY_SOURCE[candidate.source];
    if (sure >= LEAST_SCORE) hopeful.push({ candidate, weight: sure });
  }
  return hopeful.sort((a, b) => b.weight - a.weight);
}

/**
 * Whether a value is one that the page shows: what scripts keep may be a setting, a price in cents,
 * a name of something else; numbers of attributes count as they are.
 */
export function isShown(
  { proof }: PageCandidates,
  property: Property,
  { candidate, leaf }: Pick<Choice, "candidate" | "leaf">,
): boolean {
  const { source, place } = candidate;
  const isKept = source === "state" || place === DATA_ATTRIBUTE;
  if (!isKept || (source === "attribute" && typeof leaf.value !== "string")) return true;
  return proof.of(property, leaf.value) !== undefined;
}

/** How well a name fits a property, from 0 to 1. */
export function fitOf(
  { matcher, composed }: Property,
  naming: Scope["naming"],
  name: Name,
): number {
  const own = naming === "composed" ? 0 : matcher.score(name);
  return naming === "own" ? own : Math.max(own, composed.score(name));
}

/** Candidates with what their place says of them. */
export function weighShown(page: PageCandidates, candidates: readonly Candidate[]): Weighed[] {
  const { text, weights } = page;
  const length = Math.max(1, text.length);
  return candidates.map((candidate) => {
    const [from] = text.range(candidate.node);
    const struck = text.isStruck(from) ? 0.5 : 1;
    const weight = weights.of(candidate.node) * (1 - (FALL * from) / length) * struck;
    return { candidate, weight };
  });
}

/** A thing's members, each as sure as the thing. */
export function weighThing(thing: Thing, source: Source): Weighed[] {
  return thingCandidates(thing, source).map((candidate) => ({ candidate, weight: 1 }));
}
