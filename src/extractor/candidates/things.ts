import { isObject } from "../schema/value-schema.ts";
import { readName } from "../schema/names.ts";
import type { Candidate, Source } from "./candidate.ts";

/** A thing that structured data tells of, as members by name. */
export type Thing = Readonly<Record<string, unknown>>;

/** Parts of a thing: what they say is said of it. */
const PARTS =
  /^(?:offers?|aggregateRating|priceSpecification|baseSalary|value|location|jobLocation|address|geo|nutrition|itemOffered|isPartOf|contactPoint|floorSize|estimatedSalary|mainEntity|about|worksFor)$/i;

/** Members of every thing, which say nothing of the one that it is part of. */
const OWN =
  /^(?:@?type|@?id|name|title|headline|url|link|image|description|value|@value|identifier|context|@context)$/i;

/** Members that tell of other things: what those have is not said of this one. */
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
  const { thing, source, path } = level;
  for (const [member, value] of Object.entries(thing)) {
    // What a part is, and how it is identified, is no value of the thing.
    const isOfPart = path !== "" && /^@(?!value)/.test(member);
    if (found.length >= MOST || isOfPart || isNothing(value)) continue;
    const bare = bareName(member);
    const place = path === "" ? member : `${path}.${member}`;
    for (const words of namesOf(level, bare)) {
      const name = readName(words);
      if (name !== undefined) found.push({ name, source, value, node: 0, place });
    }
    const part = partOf(value);
    const depth = depthOf(level, bare);
    if (part === undefined || depth === undefined || OTHERS.test(member)) continue;
    addMembers(found, { thing: part, source, path: place, parent: bare, depth });
  }
}

/** What a member is called: in a part by both names too, and by these alone where every thing has it. */
function namesOf({ parent, thing }: Level, bare: string): ReadonlySet<string> {
  if (parent !== "") {
    const both = `${parent} ${bare}`;
    return new Set(OWN.test(bare) ? [both] : [bare, both]);
  }
  const isJob = bare === "title" && String(thing["@type"]).endsWith("JobPosting");
  return new Set(isJob ? [bare, "job title"] : [bare]);
}

/** How deep a member's own members are; undefined when they are not looked at. */
function depthOf({ depth }: Level, bare: string): number | undefined {
  if (depth === DEEPEST) return undefined;
  if (PARTS.test(bare)) return depth + 1;
  return depth === 0 ? DEEPEST : undefined;
}

/** The thing that a member holds: of several the first that is no former price. */
function partOf(value: unknown): Thing | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const things = all.filter((each) => isObject(each));
  return things.find((each) => !FORMER.test(String(each["priceType"]))) ?? things[0];
}

/** Types of prices that nobody pays (schema.org's PriceTypeEnumeration). */
const FORMER = /(?:List|MSRP|SRP|Strikethrough|Regular)(?:Price)?$/i;

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
