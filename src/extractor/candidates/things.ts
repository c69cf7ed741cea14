import { isObject } from "../value-schema.ts";
import { readName } from "../names.ts";
import type { Candidate, Source } from "./candidate.ts";

/** A thing that structured data tells of, as members by name. */
export type Thing = Readonly<Record<string, unknown>>;

/** Parts of a thing: what they say is said of it. */
const PARTS =
  /^(?:offers?|aggregateRating|priceSpecification|baseSalary|value|location|jobLocation|address|geo|nutrition|itemOffered|isPartOf|contactPoint|floorSize|estimatedSalary|mainEntity|about|worksFor)$/i;

/** Members of every thing, which say nothing of the one that it is part of. */
const OWN = /^(?:@?type|@?id|name|title|headline|url|link|image|description|value|@value|identifier|context|@context)$/i;

/** Members that tell of other things. */
const OTHERS =
  /^(?:isRelatedTo|isSimilarTo|related\w*|review|reviews|breadcrumb\w*|potentialAction|hasVariant|subjectOf|comment|comments|mentions|@context|hasPart|suggestedAnswer|acceptedAnswer|speakable)$/i;

/** Parts in parts, and candidates of one thing. */
const DEEPEST = 5;
const MOST = 400;

/** What a thing's members are, and those of its parts. */
export function thingCandidates(thing: Thing, source: Source): Candidate[] {
  const found: Candidate[] = [];
  addMembers(found, { thing, source, path: "", parent: "", depth: 0 });
  return found;
}

interface Level {
  readonly thing: Thing;
  readonly source: Source;
  readonly path: string;
  /** The member that the thing is; empty for the whole. */
  readonly parent: string;
  readonly depth: number;
}

function addMembers(found: Candidate[], level: Level): void {
  const { thing, source, path, parent, depth } = level;
  const isJob = /JobPosting$/.test(String(thing["@type"]));
  for (const [member, value] of Object.entries(thing)) {
    if (found.length >= MOST || isNothing(value) || OTHERS.test(member)) continue;
    const bare = bareName(member);
    const place = path === "" ? member : `${path}.${member}`;
    const called = parent !== "" && OWN.test(bare) ? `${parent} ${bare}` : bare;
    const whole = parent === "" ? called : `${parent} ${bare}`;
    for (const words of new Set([called, isJob && bare === "title" ? "job title" : whole])) {
      const name = readName(words);
      if (name !== undefined) found.push({ name, source, value, node: 0, place });
    }
    const part = partOf(value);
    if (part === undefined || depth === DEEPEST) continue;
    // A part that is no part of what is said of the whole is known by both names alone.
    const isPart = PARTS.test(bare);
    if (isPart || depth === 0) {
      addMembers(found, { thing: part, source, path: place, parent: bare, depth: isPart ? depth + 1 : DEEPEST });
    }
  }
}

/** The thing that a member holds, of several alike the first. */
function partOf(value: unknown): Thing | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? first : undefined;
}

/** A member without the namespace before it. */
function bareName(member: string): string {
  const bare = member.replace(/^.*[/#:]/, "");
  return bare === "" ? member : bare;
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}
