import { checkArgument } from "../core/index.ts";
import type { Candidate, Source } from "./candidates/candidate.ts";
import {
  chooseLeaf,
  weighShown,
  weighThing,
  type Scope,
  type Weighed,
} from "./choose/choose-leaf.ts";
import type { Evidence, Extracted } from "./values/evidence.ts";
import { evidenceOf } from "./values/evidence-of.ts";
import type { Name } from "./schema/names.ts";
import type { SourcePage } from "./candidates/read-page.ts";
import { pageCandidates, type PageCandidates } from "./candidates/page-candidates.ts";
import { fold } from "./candidates/flow-writer.ts";
import { allProperties, rootProperty, type Property } from "./schema/property.ts";
import { readProperty } from "./choose/read-property.ts";
import type { Json } from "../storage/index.ts";
import type { Leaf } from "./choose/leaf.ts";
import type { KeptReading, Where } from "./choose/reading.ts";
import type { ValueSchema } from "./schema/value-schema.ts";

/** Names that fit less are not looked at. */
const LEAST_NAME = 0.5;

/** How much things count that are not what the page is about. */
const BESIDE = 0.55;

/** What was found on a page, and all that may be a value on it. */
export interface PageValues extends Extracted {
  readonly page: PageCandidates;
  /** How many items lists have on the page of which only the first are given, by path. */
  readonly cut: ReadonlyMap<string, number>;
}

/**
 * Finds the values of a schema on a page, without a model.
 * @example
 * ```ts
 * import { extractValues, readSchema } from "dragline/extractor";
 * import { parse } from "dragline/html";
 *
 * const schema = readSchema({ type: "object", properties: { price: { type: "number" } } });
 * const page = { url: "https://shop.example/a", tree: parse("<dl><dt>Price<dd>79.90</dl>") };
 * console.log(extractValues(page, schema).value);
 * ```
 */
export function extractValues(source: SourcePage, schema: ValueSchema): Extracted {
  checkArgument("page of extractValues({ tree, url }, schema)", source, "object");
  checkArgument(
    "properties of schema, which readSchema(schema) gives,",
    schema?.properties,
    "object",
  );
  const { value, evidence } = readPageValues(source, rootProperty(schema));
  return { value, evidence };
}

/** Finds the values of a schema's properties on a page, without a model. */
export function readPageValues(source: SourcePage, root: Property): PageValues {
  const page = pageCandidates(source, wantedBy(root));
  const reading = new PageReading(page);
  const candidates = [...weighThings(page, root), ...weighPage(page)];
  const value = reading.read(root, { scope: { candidates, naming: "own", node: 0 }, path: "" });
  return { value, evidence: Object.fromEntries(reading.evidence), page, cut: reading.lengths };
}

class PageReading implements KeptReading {
  readonly page: PageCandidates;
  readonly evidence = new Map<string, Evidence>();
  /** Of lists that are cut, by path. */
  readonly lengths = new Map<string, number>();
  readonly #from = new Map<string, Candidate>();
  readonly #around: PageReading | undefined;

  constructor(page: PageCandidates, around?: PageReading) {
    this.page = page;
    this.#around = around;
  }

  read(property: Property, where: Where): Json | undefined {
    return readProperty(this, property, where);
  }

  told(path: string): Candidate | undefined {
    return this.#from.get(path) ?? this.#around?.told(path);
  }

  cut(path: string, count: number): void {
    this.lengths.set(path, count);
  }

  tell(path: string, candidate: Candidate, leaf: Pick<Leaf, "text" | "derived">): void {
    this.#from.set(path, candidate);
    this.evidence.set(path, evidenceOf(this.page, candidate, leaf));
  }

  branch(): KeptReading {
    return new PageReading(this.page, this);
  }

  keep(): void {
    const around = this.#around;
    if (around === undefined) return;
    for (const [path, evidence] of this.evidence) around.evidence.set(path, evidence);
    for (const [path, candidate] of this.#from) around.#from.set(path, candidate);
    for (const [path, count] of this.lengths) around.lengths.set(path, count);
  }
}

/** Answers whether a name may be that of a property, once for each name. */
function wantedBy(root: Property): (name: Name) => boolean {
  const properties = [...allProperties(root)];
  const near = properties.flatMap(({ matcher, composed }) => [matcher.near, composed.near]);
  const keys = new Set(near.flatMap((each) => each.keys));
  const words = new Set(near.flatMap((each) => [...each.words]));
  const known = new Map<string, boolean>();
  return (name) => {
    if (!keys.has(name.key) && !name.words.some((word) => words.has(word))) return false;
    const cached = known.get(name.key);
    if (cached !== undefined) return cached;
    const isWanted = properties.some(
      ({ matcher, composed }) =>
        matcher.score(name) >= LEAST_NAME || composed.score(name) >= LEAST_NAME,
    );
    known.set(name.key, isWanted);
    return isWanted;
  };
}

/** Labels that stand so often on a page are those of several things … */
const REPEATED = 3;
/** … and what remains of a value that one of them names. */
const ONE_OF_SEVERAL = 0.5;

function weighPage(page: PageCandidates): Weighed[] {
  const own = page.shown.filter(({ isOfRecord }) => isOfRecord !== true);
  const counts = new Map<string, number>();
  const keyOf = ({ source, name }: Candidate): string => `${source} ${name.key}`;
  for (const each of own) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return weighShown(page, own).map(({ candidate, weight }) => {
    const isRepeated = (counts.get(keyOf(candidate)) ?? 0) >= REPEATED;
    return { candidate, weight: isRepeated ? weight * ONE_OF_SEVERAL : weight };
  });
}

/** Sources that speak of the page as a whole. */
const OF_PAGE: ReadonlySet<Source> = new Set(["metadata", "meta", "open-graph"]);

/** Sources in which a page states for programs what it is about. */
const STATED: ReadonlySet<Source> = new Set(["json-ld", "microdata", "rdfa", "data"]);

/** Share of the properties that a thing of the state has when it is what the page is about. */
const STATE_SHARE = 0.5;

/** The members of all things; those of the one that has most of the properties count most. */
function weighThings(page: PageCandidates, root: Property): Weighed[] {
  const things = page.things.map(({ thing, source }) => {
    const members = weighThing(thing, source);
    return {
      source,
      members,
      worth: OF_PAGE.has(source) ? 0 : worthOf(page, root, { source, members }),
    };
  });
  const main = things.reduce<(typeof things)[number] | undefined>(
    (best, each) => (each.worth > (best?.worth ?? 0) ? each : best),
    undefined,
  );
  return things.flatMap((each) => {
    const { source, members } = each;
    if (each === main && STATED.has(source)) {
      return members.map((member) => ({ ...member, isOwn: true }));
    }
    if (each === main || OF_PAGE.has(source)) return members;
    if (source === "state") return [];
    return members.map(({ candidate, weight }) => ({ candidate, weight: weight * BESIDE }));
  });
}

interface ThingMembers {
  readonly source: Source;
  readonly members: readonly Weighed[];
}

/** How much of the properties a thing has; 0 for one of the state that is not what the page is about. */
function worthOf(page: PageCandidates, root: Property, { source, members }: ThingMembers): number {
  const scope: Scope = { candidates: members, naming: "own", node: undefined };
  const worth = root.parts.reduce((sum, part) => sum + partWorth(page, part, scope), 0);
  const isNamed = members.some(({ candidate }) => isTitle(candidate, page.title));
  if (source === "state" && !isNamed && worth < STATE_SHARE * root.parts.length) return 0;
  return isNamed ? NAMED * worth + LEAST_NAMED : worth;
}

/** What a thing with the page's title is worth that has no property by its name: parts of one. */
const LEAST_NAMED = 0.01;

/** How much more a thing is worth that has the page's title. */
const NAMED = 1.3;

const TITLES = /^(?:name|title|headline)$/;

function isTitle({ place, value }: Candidate, title: string): boolean {
  return TITLES.test(place) && typeof value === "string" && title !== "" && fold(value) === title;
}

function partWorth(page: PageCandidates, part: Property, scope: Scope): number {
  const { type } = part.schema;
  if (type === "object" || type === "array") {
    return scope.candidates.some(({ candidate }) => part.matcher.score(candidate.name) > 0.8)
      ? 0.8
      : 0;
  }
  return chooseLeaf(page, part, scope)?.score ?? 0;
}
