import { tagIds, type NodeId } from "../../html/index.ts";
import { imageReferences, PageUrls } from "../../html/internal.ts";
import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { Leaf } from "./leaf.ts";
import type { ReadPage } from "../candidates/read-page.ts";
import { fold } from "../candidates/flow-writer.ts";
import { isCurrency, readCurrency } from "../values/read-currency.ts";
import type { Property } from "../schema/property.ts";
import { plainText } from "../candidates/plain-text.ts";
import { timeNumber } from "../values/time-number.ts";
import { unitNumber } from "../values/unit-number.ts";
import { coerceValue, simpleValue } from "../values/coerce-value.ts";
import { currentPrice, isOtherAmount } from "../values/current-price.ts";

/** Meanings whose values are long texts. */
const LONG = ["body", "description", "instructions", "responsibilities", "skills", "benefits"];

/** Characters of a name, beyond which a text is less likely to be one. */
const SHORT_TEXT = 120;
/** Elements of a value in which an address or a time is looked for. */
const MOST_ELEMENTS = 100;
/** Characters of a text that only a class names. */
const SHORT_MARK = 60;
/** Characters around a number or a date. */
const SHORT_TYPED = 48;

/** Reads a property's value of a candidate; undefined when it is none. */
export function readLeaf(
  page: ReadPage,
  property: Property,
  candidate: Candidate,
): Leaf | undefined {
  if (isAddress(property)) return readAddress(page, property, candidate);
  const { node } = candidate;
  if (candidate.isAddress === true) return undefined;
  if (isCurrency(property)) return readCurrency(page, candidate);
  const stated = statedDate(page, property, candidate);
  const raw = stated ?? textFor(page, property, candidate);
  const read = readAs(property, raw, node !== 0);
  const value = read === null ? undefined : coerceValue(read, property.schema, page);
  if (value === undefined || value === null || isOther(property, value)) return undefined;
  const text = typeof raw === "string" ? fold(raw) : textOf(value);
  return { value, text, fit: fitOf(property, text, candidate) };
}

/**
 * What a property's value is read of: a number in its unit, the price of now, else the text as it is;
 * null where there is no such number.
 */
function readAs(property: Property, raw: unknown, isShown: boolean): unknown {
  const time = timeNumber(property, raw, isShown);
  const number = time === undefined ? unitNumber(property, raw) : time;
  if (number !== undefined) return number;
  const { matcher, schema } = property;
  const isPrice = matcher.meanings.has("price") && !matcher.meanings.has("oldprice");
  if (!isPrice || schema.type === "string" || typeof raw !== "string") return raw;
  const price = currentPrice(raw);
  return isShown && isOtherAmount(price) ? null : price;
}

/** Whether a value is none of the property. */
function isOther(property: Property, value: Json): boolean {
  if (typeof value === "number") return isNoRating(property, value);
  return typeof value === "string" && isNoText(property, value);
}

/** Whether a number is no rating: 0, as nobody has rated, and beyond 100, which counts who has. */
function isNoRating({ matcher: { meanings } }: Property, value: number): boolean {
  return meanings.has("rating") && (value === 0 || (value > MOST_RATING && !meanings.has("likes")));
}

/**
 * Whether a text is the property's label once more, the address of what has a name, or a writer
 * without a letter.
 */
function isNoText({ schema, matcher: { meanings } }: Property, value: string): boolean {
  if (schema.type !== "string" || meanings.size === 0) return false;
  if (meanings.has("author") && !/\p{L}/u.test(value)) return true;
  const isLabel = value.length <= LONGEST_LABEL && /[:：]$/.test(value);
  return isLabel || (schema.format === undefined && /^https?:\/\//.test(value));
}

/** Ratings are of 5, 10 or 100. */
const MOST_RATING = 100;

/** Characters of a label. */
const LONGEST_LABEL = 40;

/** A value as text. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The text that is read: of a longer one in several lines its paragraphs where a long text is
 * wanted, else its first line. Marks of footnotes behind a word are left out.
 */
function textFor(page: ReadPage, property: Property, { node, value, source }: Candidate): unknown {
  if (node === 0 && source !== "attribute") return statedText(value);
  if (!isFreeText(property) || typeof value !== "string") return value;
  if (node === 0 || source === "attribute") return value.replace(FOOTNOTE, "");
  const lines = page.text.linesIn(node, 2);
  if (lines.length < 2) return value.replace(FOOTNOTE, "");
  if (!isLong(property)) return source === "class" ? lines[0] : value.replace(FOOTNOTE, "");
  const paragraphs = page.text.paragraphsIn(node);
  return paragraphs === "" ? value : paragraphs;
}

/** A value of structured data without the markup that some pages have in it. */
function statedText(value: unknown): unknown {
  const plain = simpleValue(value);
  return typeof plain === "string" ? plainText(plain) : plain;
}

const FOOTNOTE = /(?<=\p{L}{2})\s?[⁰¹²³⁴-⁹]{1,2}(?:\s?[,·]\s?[⁰¹²³⁴-⁹]{1,2})*$/u;

/** Whether a property's values are long texts. */
export function isLong({ matcher }: Property): boolean {
  return LONG.some((meaning) => matcher.meanings.has(meaning));
}

function fitOf(property: Property, text: string, { source }: Candidate): number {
  if (!isFreeText(property)) return text.length <= SHORT_TYPED ? 1 : SHORT_TYPED / text.length;
  if (isLong(property)) {
    if (!/\p{L}{2}/u.test(text)) return 0.2;
    return text.length < SHORT_TYPED && source !== "json-ld" ? 0.7 : 1;
  }
  if (source === "class" && text.length > SHORT_MARK) return 0.4;
  return text.length <= SHORT_TEXT ? 1 : SHORT_TEXT / text.length;
}

/** Whether a property may be any text. */
export function isFreeText({ schema: { type, format, allowed } }: Property): boolean {
  return type === "string" && format === undefined && allowed === undefined;
}

/** A date is read of the machine's form where a `time` has one. */
function statedDate(
  { text, tree }: ReadPage,
  { schema }: Property,
  { node, source }: Candidate,
): string | undefined {
  if (node === 0 || source === "attribute" || schema.format?.startsWith("date") !== true)
    return undefined;
  const times = text
    .elementsIn(node, MOST_ELEMENTS)
    .filter((each) => tree.tag(each) === tagIds.time);
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
  page: ReadPage,
  { matcher }: Property,
  { node, value }: Candidate,
): Leaf | undefined {
  const urls = new PageUrls(page.baseUrl);
  const wantsImage = isImage(matcher.meanings);
  const references =
    node === 0 ? [simple(value)] : referencesIn(page, node, wantsImage ? "image" : "link");
  for (const reference of references) {
    const address = typeof reference === "string" ? urls.resolve(reference.trim()) : undefined;
    if (address !== undefined) return { value: address, text: reference as string, fit: 1 };
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
  { text, tree }: ReadPage,
  node: NodeId,
  kind: "image" | "link",
): Generator<string> {
  const around =
    kind === "link" && tree.tag(tree.parent(node)) === tagIds.a ? tree.parent(node) : node;
  for (const each of [around, ...text.elementsIn(node, MOST_ELEMENTS)]) {
    if (kind === "image" && tree.tag(each) === tagIds.img) yield* imageReferences(tree, each);
    if (kind === "link" && tree.tag(each) === tagIds.a) {
      const href = tree.attribute(each, "href");
      if (href !== undefined && !/^(?:#|javascript:|mailto:|tel:)/i.test(href)) yield href;
    }
  }
}
