import { meaningsOf, NameMatcher } from "./names.ts";
import { measuredName } from "../values/units.ts";
import type { ValueSchema } from "./value-schema.ts";

/** A property of a schema, with what it takes to recognise it on a page. */
export interface Property {
  /** Its key in the object; empty for the whole and for items of a list. */
  readonly key: string;
  /** Dotted, items of lists as `[]`: `offers[].price`. */
  readonly path: string;
  readonly schema: ValueSchema;
  /** How well a name fits it by itself … */
  readonly matcher: NameMatcher;
  /** … and together with the object that it is in: `salary` and `min`. */
  readonly composed: NameMatcher;
  /** Whether an object around has a part that is called so: what is found there is that one's. */
  readonly isShadowed: boolean;
  /** Of an object. */
  readonly parts: readonly Property[];
  /** Of a list; undefined for others. */
  readonly items: Property | undefined;
}

/** The property that a schema as a whole is. */
export function rootProperty(schema: ValueSchema): Property {
  return compile(schema, { key: "", path: "", around: [], beside: [], outer: NONE });
}

/** Whether a list's items have names of their own: those of other lists are called as the list. */
function isObjects({ items }: ValueSchema): boolean {
  return items?.type === "object";
}

interface Place {
  readonly key: string;
  readonly path: string;
  /** Names of the objects around, the outermost first. */
  readonly around: readonly string[];
  /** Names of the parts of the object that it is in … */
  readonly beside: readonly string[];
  /** … and of those around that one. */
  readonly outer: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

function compile(schema: ValueSchema, { key, path, around, beside, outer }: Place): Property {
  const { title = "", description = "" } = schema;
  const given = [key, title].flatMap((name) =>
    name === "" ? [] : [name, ...withoutRemark(name), ...withoutUnit(name, schema)],
  );
  const isKnown = given.some((name) => meaningsOf(name).length > 0);
  const own = isKnown ? given : [...given, ...nameIn(description)];
  const inside = key === "" ? around : [...around, key];
  const names = Object.keys(schema.properties);
  const aroundParts = new Set([...outer, ...beside]);
  const parts = Object.entries(schema.properties).map(([name, part]) =>
    compile(part, {
      key: name,
      path: path === "" ? name : `${path}.${name}`,
      around: inside,
      beside: names,
      outer: aroundParts,
    }),
  );
  const items =
    schema.items === undefined
      ? undefined
      : compile(schema.items, {
          key: isObjects(schema) ? "" : key,
          path: `${path}[]`,
          around: inside,
          beside: [],
          outer: NONE,
        });
  const parent = around.at(-1)?.replace(/(?<=[^s])s$/, "");
  return {
    key,
    path,
    schema,
    isShadowed: outer.has(key),
    matcher: new NameMatcher(own),
    composed: new NameMatcher(
      parent === undefined
        ? own
        : own.flatMap((name) => [`${parent} ${name}`, `${name} ${parent}`]),
    ),
    parts,
    items,
  };
}

/** Meanings that a description of any property begins with: `Name of the venue`. */
const GENERAL = new Set(["name", "description", "url", "id", "type", "published", "time", "body"]);

/** What a description begins with, where that is a known name: `Article number of the shop`. */
function nameIn(description: string): string[] {
  const [first = ""] = description
    .slice(0, 200)
    .split(/[,;:.()/]|\s(?:of|in|for|or|as|per|from|to|the)\s/, 1);
  const isTelling = meaningsOf(first).some((meaning) => !GENERAL.has(meaning));
  return isTelling ? [first] : [];
}

/** Units that names of numbers end with: `prep_minutes`, `area_m2`. */
const UNIT =
  /^(.{2,}?)[_\s-]?(?:in[_\s-]?)?(minutes|mins|min|hours|hrs|seconds|secs|days|months|years|m2|sqm|sqft|cm|mm|km|kg|kcal|grams|percent|pct|usd|eur|gbp)$/i;

/** Forms that names of texts end with: `image_url`, `posted_at`. */
const FORM =
  /^(\w{3,}?)(?:[_\s-]?(?:[Uu]rl|URL|[Uu]ri|URI|[Hh]ref|[Ll]ink)|_(?:at|on)|(?<=[a-z])(?:At|On))$/;

/** A name without what stands in brackets or quotes: `Price (USD)`. */
function withoutRemark(name: string): string[] {
  const bare = name.replace(/\([^()]*\)|\[[^\][]*\]|"[^"]*"|'[^']*'/g, " ").trim();
  return bare === "" || bare === name ? [] : [bare];
}

/** A name without its unit or form. */
function withoutUnit(name: string, { type }: ValueSchema): string[] {
  const isNumber = type === "number" || type === "integer";
  const measured = isNumber ? measuredName(name)?.bare : undefined;
  const bare = measured ?? (isNumber ? UNIT : FORM).exec(name)?.[1];
  return bare === undefined ? [] : [bare];
}

/** A unit of time in what a property is said to be: `Total time in minutes`. */
const TOLD_UNIT = /\b(?:(min)(?:ute)?s?|(h)(?:ou)?rs?|(s)ec(?:ond)?s?|(d)ays?)\b/i;

/** The unit of time that a number is counted in, by its name, title or description; undefined for none. */
export function timeUnitOf({
  key,
  schema: { title = "", description = "" },
}: Property): "minutes" | "hours" | "seconds" | "days" | undefined {
  const named = UNIT.exec(key)?.[2] ?? UNIT.exec(title)?.[2];
  return unitNamed(named ?? TOLD_UNIT.exec(`${title} ${description}`.slice(0, 400))?.[0] ?? "");
}

function unitNamed(written: string): "minutes" | "hours" | "seconds" | "days" | undefined {
  const unit = written.toLowerCase();
  if (unit.startsWith("min")) return "minutes";
  if (unit.startsWith("h")) return "hours";
  if (unit.startsWith("s")) return "seconds";
  return unit.startsWith("day") ? "days" : undefined;
}

/** A property and all in it that may hold a value, depth first. */
export function* allProperties(property: Property): Generator<Property> {
  yield property;
  for (const part of property.parts) yield* allProperties(part);
  if (property.items !== undefined) yield* allProperties(property.items);
}
