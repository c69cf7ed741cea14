import {
  readBoolean,
  readDuration,
  readNumber,
  readPrice,
  readUrl,
} from "../../extractor/index.ts";
import { readDate } from "../../html/index.ts";
import { toMarkdown } from "../../markdown/index.ts";
import { plainText } from "../filters/text-filters.ts";
import type { FieldRule } from "../format/step-schema.ts";

/** What is known of the document that a value is from. */
export interface ValueContext {
  readonly baseUrl: string | undefined;
  readonly language: string | undefined;
}

type Reader = (text: string, context: ValueContext) => unknown;

const readers: Readonly<Record<Exclude<FieldRule["type"], "any">, Reader>> = {
  string: (text) => text,
  text: (text) => plainText(text),
  html: (text) => text,
  markdown: (text, { baseUrl }) => toMarkdown(text, baseUrl === undefined ? {} : { url: baseUrl }),
  number: (text) => readNumber(text) ?? undefined,
  integer: (text) => wholeNumber(readNumber(text) ?? undefined),
  boolean: (text) => readBoolean(text),
  price: (text) => readPrice(text)?.amount,
  date: (text, { language }) => day(text, language),
  duration: (text) => readDuration(text)?.iso,
  url: (text, { baseUrl }) => readUrl(text, baseUrl),
};

/** A value of JSON or text as a type wants it; undefined when it cannot be that. Null stays null. */
export function convertValue(
  value: unknown,
  type: FieldRule["type"],
  context: ValueContext,
): unknown {
  if (type === "any" || value === null) return value;
  if (typeof value === "string") return readers[type](value.trim(), context);
  if (typeof value === "number") return numberAs(value, type);
  if (typeof value === "boolean") return booleanAs(value, type);
  return undefined;
}

function numberAs(value: number, type: FieldRule["type"]): unknown {
  if (type === "number" || type === "price") return value;
  if (type === "integer") return wholeNumber(value);
  if (type === "boolean") return value === 1 ? true : value === 0 ? false : undefined;
  return type === "string" || type === "text" ? String(value) : undefined;
}

function booleanAs(value: boolean, type: FieldRule["type"]): unknown {
  if (type === "boolean") return value;
  return type === "string" || type === "text" ? String(value) : undefined;
}

function wholeNumber(value: number | undefined): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A date whose day and month cannot be distinguished is not read. */
function day(text: string, language: string | undefined): string | undefined {
  const read = readDate(text, { language });
  return read === undefined || read.ambiguous ? undefined : read.value;
}
