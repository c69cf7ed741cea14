import { imageReferences, PageUrls, tagIds, type NodeId } from "../html/index.ts";
import type { Json } from "../storage/index.ts";
import type { Candidate } from "./candidates/candidate.ts";
import type { PageCandidates } from "./page-candidates.ts";
import { fold } from "./page-text.ts";
import { timeUnitOf, type Property } from "./property.ts";
import { coerceValue } from "./values/coerce-value.ts";
import { readDuration } from "./values/read-duration.ts";
import { readPrice } from "./values/read-price.ts";

/** A value that a candidate gives for a property. */
export interface Leaf {
  readonly value: Json;
  /** What of the page it was read from. */
  readonly text: string;
  /** How much of that the value is, from 0 to 1: a number in a sentence is less sure than alone. */
  readonly fit: number;
  /** Whether it only follows from the text: EUR from €. */
  readonly derived?: boolean;
}

/** Meanings whose values are long texts. */
const LONG = ["body", "description", "instructions", "responsibilities", "skills", "benefits"];

/** Characters of a name, beyond which a text is less likely to be one. */
const SHORT_TEXT = 120;
/** Characters around a number or a date. */
const SHORT_TYPED = 48;

/** Reads a property's value of a candidate; undefined when it is none. */
export function readLeaf(
  page: PageCandidates,
  property: Property,
  candidate: Candidate,
): Leaf | undefined {
  if (isAddress(property)) return readAddress(page, property, candidate);
  if (candidate.isAddress === true) return undefined;
  const { schema, matcher } = property;
  if (schema.type === "string" && schema.allowed === undefined && matcher.meanings.has("currency")) {
    return readCurrency(page, candidate);
  }
  const stated = statedDate(page, property, candidate);
  const raw = stated ?? textFor(page, property, candidate);
  const value = inUnit(property, raw) ?? coerceValue(raw, schema, page);
  if (value === undefined) return undefined;
  const text = typeof raw === "string" ? fold(raw) : String(value);
  if (schema.type === "string" && isName(property, text)) return undefined;
  // What has a name and an address is meant by its name.
  const isUrl = typeof value === "string" && /^https?:\/\//.test(value);
  if (isUrl && schema.format === undefined && matcher.meanings.size > 0) return undefined;
  return { value, text, fit: fitOf(property, text, candidate) };
}

/** The currency of a text by its code: what stands for it is on the page. */
export function readCurrency({ language, url }: PageCandidates, { value }: Candidate): Leaf | undefined {
  const text = typeof value === "string" ? fold(value) : "";
  if (/^[A-Z]{3}$/.test(text)) return { value: text, text, fit: 1 };
  const code = readPrice(text, { region: regionOf(language, url) })?.code;
  return code === undefined ? undefined : { value: code, text, fit: 1, derived: true };
}

/** The country of a page by its language, `en-GB`, else by its domain. */
function regionOf(language: string, url: string): string | undefined {
  const [, region] = /^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?[-_]([A-Za-z]{2})\b/.exec(language) ?? [];
  if (region !== undefined) return region.toUpperCase();
  const [, domain = ""] = /\.([a-z]{2})$/.exec(URL.parse(url)?.hostname ?? "") ?? [];
  if (domain === "") return undefined;
  return domain === "uk" ? "GB" : domain.toUpperCase();
}

/** A time in the unit that the property's name asks for: `prep_minutes` of `1 h 20 min`. */
function inUnit(property: Property, raw: unknown): number | undefined {
  const unit = timeUnitOf(property);
  if (unit === undefined || typeof raw !== "string") return undefined;
  const { type } = property.schema;
  const seconds = type === "number" || type === "integer" ? readDuration(raw)?.seconds : undefined;
  if (seconds === undefined) return undefined;
  const value = seconds / SECONDS[unit];
  return type === "integer" && !Number.isInteger(value) ? undefined : value;
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;

/**
 * The text that is read: of a longer one in several lines its paragraphs where a long text is
 * wanted, else its first line. Marks of footnotes behind a word are left out.
 */
function textFor(page: PageCandidates, property: Property, { node, value, source }: Candidate): unknown {
  const { type, format, allowed } = property.schema;
  const isFree = type === "string" && format === undefined && allowed === undefined;
  if (!isFree || typeof value !== "string") return value;
  if (node === 0 || source === "attribute") return value.replace(FOOTNOTE, "");
  const lines = page.text.linesIn(node);
  if (lines.length < 2) return value.replace(FOOTNOTE, "");
  if (!isLong(property)) return source === "class" ? lines[0] : value.replace(FOOTNOTE, "");
  const paragraphs = page.text.paragraphsIn(node);
  return paragraphs === "" ? value : paragraphs;
}

const FOOTNOTE = /(?<=\p{L}{2})\s?[⁰¹²³⁴-⁹]{1,2}(?:\s?[,·]\s?[⁰¹²³⁴-⁹]{1,2})*$/u;

function isLong({ matcher }: Property): boolean {
  return LONG.some((meaning) => matcher.meanings.has(meaning));
}

/** Whether a text is only the property's label once more. */
function isName({ matcher }: Property, text: string): boolean {
  return text.length <= 40 && /[:：]$/.test(text) && matcher.meanings.size > 0;
}

function fitOf(property: Property, text: string, { source }: Candidate): number {
  const { type, format, allowed } = property.schema;
  const isFree = type === "string" && format === undefined && allowed === undefined;
  if (!isFree) return text.length <= SHORT_TYPED ? 1 : SHORT_TYPED / text.length;
  if (isLong(property) && !/\p{L}{2}/u.test(text)) return 0.2;
  if (isLong(property)) return text.length < SHORT_TYPED && source !== "json-ld" ? 0.7 : 1;
  return text.length <= SHORT_TEXT ? 1 : SHORT_TEXT / text.length;
}

/** A date is read of the machine's form where a `time` has one. */
function statedDate(
  { text, tree }: PageCandidates,
  { schema }: Property,
  { node, source }: Candidate,
): string | undefined {
  if (node === 0 || source === "attribute" || !/^date/.test(schema.format ?? "")) return undefined;
  const times = text.elementsIn(node).filter((each) => tree.tag(each) === tagIds.time);
  const [only] = times;
  return only === undefined || times.length > 1 ? undefined : tree.attribute(only, "datetime");
}

/** Whether a property is an address: of a page, an image. */
export function isAddress({ schema, matcher }: Property): boolean {
  if (schema.type !== "string" && schema.type !== undefined) return false;
  if (/^(?:uri|url|iri|uri-reference|iri-reference)$/.test(schema.format ?? "")) return true;
  const { meanings } = matcher;
  return schema.format === undefined && (isLink(meanings) || isImage(meanings));
}

function isLink(meanings: ReadonlySet<string>): boolean {
  return ["url", "website", "pdf"].some((meaning) => meanings.has(meaning));
}

function isImage(meanings: ReadonlySet<string>): boolean {
  return meanings.has("image") || meanings.has("images");
}

function readAddress(
  page: PageCandidates,
  { matcher }: Property,
  { node, value }: Candidate,
): Leaf | undefined {
  const urls = new PageUrls(page.baseUrl);
  const wantsImage = isImage(matcher.meanings);
  const references =
    node === 0 ? [simple(value)] : referencesIn(page, node, wantsImage ? "image" : "link");
  for (const reference of references) {
    const address = typeof reference === "string" ? urls.resolve(reference.trim()) : undefined;
    if (address !== undefined) return { value: address, text: String(reference), fit: 1 };
  }
  return undefined;
}

/** What a value of structured data is as an address. */
function simple(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== "object" || first === null) return first;
  const { url, contentUrl, "@id": id } = first as Readonly<Record<string, unknown>>;
  return url ?? contentUrl ?? id;
}

/** The references of links or images in an element, or of what it is in. */
function* referencesIn(
  { text, tree }: PageCandidates,
  node: NodeId,
  kind: "image" | "link",
): Generator<string> {
  const around = kind === "link" && tree.tag(tree.parent(node)) === tagIds.a ? tree.parent(node) : node;
  for (const each of [around, ...text.elementsIn(node)]) {
    if (kind === "image" && tree.tag(each) === tagIds.img) yield* imageReferences(tree, each);
    if (kind === "link" && tree.tag(each) === tagIds.a) {
      const href = tree.attribute(each, "href");
      if (href !== undefined && !/^(?:#|javascript:|mailto:|tel:)/i.test(href)) yield href;
    }
  }
}
