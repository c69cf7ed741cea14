import { imageReferences, PageUrls, tagIds, type NodeId } from "../html/index.ts";
import type { Json } from "../storage/index.ts";
import type { Candidate } from "./candidates/candidate.ts";
import type { PageCandidates } from "./page-candidates.ts";
import { fold } from "./page-text.ts";
import type { Property } from "./property.ts";
import { coerceValue } from "./values/coerce-value.ts";

/** A value that a candidate gives for a property. */
export interface Leaf {
  readonly value: Json;
  /** What of the page it was read from. */
  readonly text: string;
  /** How much of that the value is, from 0 to 1: a number in a sentence is less sure than alone. */
  readonly fit: number;
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
  const { schema } = property;
  const stated = statedDate(page, property, candidate.node);
  const raw = stated ?? candidate.value;
  const value = coerceValue(raw, schema, { language: page.language, baseUrl: page.baseUrl });
  if (value === undefined) return undefined;
  const text = typeof raw === "string" ? fold(raw) : String(value);
  if (schema.type === "string" && isName(property, text)) return undefined;
  return { value, text, fit: fitOf(property, text, candidate) };
}

/** Whether a text is only the property's label once more. */
function isName({ matcher }: Property, text: string): boolean {
  return text.length <= 40 && /[:：]$/.test(text) && matcher.meanings.size > 0;
}

function fitOf(property: Property, text: string, { source }: Candidate): number {
  const { type, format, allowed } = property.schema;
  const isFree = type === "string" && format === undefined && allowed === undefined;
  if (!isFree) return text.length <= SHORT_TYPED ? 1 : SHORT_TYPED / text.length;
  const isLong = LONG.some((meaning) => property.matcher.meanings.has(meaning));
  if (isLong) return text.length < SHORT_TYPED && source !== "json-ld" ? 0.7 : 1;
  return text.length <= SHORT_TEXT ? 1 : SHORT_TEXT / text.length;
}

/** A date is read of the machine's form where a `time` has one. */
function statedDate({ text, tree }: PageCandidates, { schema }: Property, node: NodeId) {
  if (node === 0 || !/^date/.test(schema.format ?? "")) return undefined;
  const times = text.elementsIn(node).filter((each) => tree.tag(each) === tagIds.time);
  const [only] = times;
  return only === undefined || times.length > 1 ? undefined : tree.attribute(only, "datetime");
}

/** Whether a property is an address: of a page, an image. */
export function isAddress({ schema, matcher }: Property): boolean {
  if (schema.type !== "string" && schema.type !== undefined) return false;
  if (/^(?:uri|url|iri|uri-reference|iri-reference)$/.test(schema.format ?? "")) return true;
  const { meanings } = matcher;
  return schema.format === undefined && (meanings.has("url") || isImage(matcher.meanings));
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
