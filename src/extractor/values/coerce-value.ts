import { readDate } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { isObject, type ValueSchema } from "../schema/value-schema.ts";
import { currencyIn } from "./find-currency.ts";
import { fitsBounds } from "./fits-bounds.ts";
import { matchEnum } from "./match-enum.ts";
import { readBoolean } from "./read-boolean.ts";
import { readDuration } from "./read-duration.ts";
import { readNumber } from "./read-number.ts";
import { readPrice } from "./read-price.ts";
import { readUrl } from "./read-url.ts";
import { isIPv4, isIPv6 } from "node:net";

/** Characters of a text that has a format. */
const LONGEST = 2048;

const HOST =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})?$/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

/**
 * Formats of texts that are judged as they stand (JSON Schema 2020-12, validation, 7.3). A host has
 * a dot: a bare word of a page is none.
 */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  time: (text) => TIME.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  hostname: (text) => HOST.test(text),
  "idn-hostname": (text) => HOST.test(URL.parse(`http://${text}/`)?.hostname ?? ""),
  uuid: (text) => UUID.test(text),
  "json-pointer": (text) => POINTER.test(text),
  "relative-json-pointer": (text) =>
    /^(?:0|[1-9]\d*)#?(?=\/|$)/.test(text) && POINTER.test(text.replace(/^\d+#?/, "")),
};

/** Whether a text has a format; true for formats that are not judged. */
function fitsFormat(text: string, format: string): boolean {
  const judge = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return judge === undefined || (text.length <= LONGEST && judge(text));
}

/** What is known of the page that a value is from. */
export interface ValueContext {
  /** Its URL, against which references are resolved. */
  readonly baseUrl?: string | undefined;
  /** Its language (BCP 47): decides whether `03/05` begins with the month. */
  readonly language?: string | undefined;
}

/**
 * A value of structured data or text as the schema wants it: of a list the first, of a thing its
 * value, name or address; read by type, format and allowed values. Undefined when it cannot be
 * that, and when it is outside the schema's bounds: nothing is cut to fit. A date that may be read
 * in two ways is undefined too. Objects and arrays are not looked into.
 */
export function coerceValue(
  value: unknown,
  schema: ValueSchema,
  context: ValueContext = {},
): Json | undefined {
  const { allowed } = schema;
  const plain = simpleValue(value);
  if (allowed !== undefined) return allowedValue(plain, schema, allowed);
  const coerced = byType(plain, schema, context);
  return coerced !== undefined && fitsBounds(coerced, schema) ? coerced : undefined;
}

function allowedValue(
  plain: unknown,
  schema: ValueSchema,
  allowed: readonly Json[],
): Json | undefined {
  const exact = allowed.find((each) => each === plain);
  if (exact !== undefined) return exact;
  const text = asText(plain);
  const named = text === undefined ? undefined : matchEnum(text, allowed);
  if (named !== undefined) return named;
  const coerced = byType(plain, { ...schema, format: undefined }, {});
  return allowed.find((each) => each === coerced);
}

function byType(
  value: unknown,
  { type, format }: ValueSchema,
  context: ValueContext,
): Json | undefined {
  switch (type) {
    case "number":
    case "integer":
      return type === "integer" ? asInteger(value, context) : asNumber(value);
    case "boolean":
      return asBoolean(value);
    case "string":
      return asFormat(asText(value), format, context);
    case undefined:
      if (format !== undefined) return asFormat(asText(value), format, context);
      return asText(value) === undefined ? undefined : (value as Json);
    default:
      return undefined;
  }
}

/** What a value is in one word: of several the first, of a thing its value, name or address. */
export function simpleValue(value: unknown): unknown {
  let at = value;
  for (let depth = 0; depth < 4; depth++) {
    if (Array.isArray(at)) at = at[0] as unknown;
    else if (isObject(at))
      at = at["@value"] ?? at["value"] ?? at["name"] ?? at["url"] ?? identified(at["@id"]);
    else break;
  }
  return typeof at === "string" ? at.replace(/\s+/g, " ").trim() : at;
}

/** What identifies a thing, where that is an address: `#author` names nothing on a page. */
function identified(id: unknown): unknown {
  return typeof id === "string" && /^https?:/i.test(id) ? id : undefined;
}

function asNumber(value: unknown, pointGroups = false): number | undefined {
  const number = typeof value === "string" ? numberIn(value, pointGroups) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A point with three digits behind it. */
const GROUPED = /\p{Nd}\.\p{Nd}{3}(?!\p{Nd})/u;

/** Of a count `1.234` has no decimals where people write them behind a comma. */
function asInteger(value: unknown, { language }: ValueContext): number | undefined {
  const isGrouped = typeof value === "string" && GROUPED.test(value) && isCommaDecimal(language);
  const number = asNumber(value, isGrouped);
  return Number.isInteger(number) ? number : undefined;
}

/** Whether decimals stand behind a comma in a language. */
function isCommaDecimal(language: string | undefined): boolean {
  if (language === undefined || language === "") return false;
  try {
    return new Intl.NumberFormat(language).format(0.5).includes(",");
  } catch {
    return false;
  }
}

/** With a sign of money the number beside it, grouped as money is. */
function numberIn(text: string, pointGroups: boolean): number | undefined {
  const isMoney = text.length <= 200 && /\p{N}/u.test(text) && currencyIn(text)?.isSure === true;
  return (
    (isMoney ? readPrice(text)?.amount : undefined) ?? readNumber(text, pointGroups) ?? undefined
  );
}

function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  return typeof value === "string" ? readBoolean(value) : undefined;
}

function asText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function asFormat(
  text: string | undefined,
  format: string | undefined,
  { baseUrl, language }: ValueContext,
): string | undefined {
  if (text === undefined) return undefined;
  switch (format) {
    case "date":
    case "date-time":
      return asDate(text, format, language);
    case "uri":
    case "url":
      return readUrl(text, baseUrl);
    case "duration":
      return readDuration(text)?.iso;
    case "email":
      return asEmail(text);
    case undefined:
      return text;
    default:
      return fitsFormat(text, format) ? text : undefined;
  }
}

/**
 * The day of a date and time is a date; a day is no date and time. A time without a zone stays
 * without one (RFC 3339 asks for it): none is invented.
 */
function asDate(
  text: string,
  format: "date" | "date-time",
  language: string | undefined,
): string | undefined {
  const { value = "", ambiguous = false } = readDate(text, { language }) ?? {};
  if (ambiguous || value.length < 10) return undefined;
  if (format === "date") return value.slice(0, 10);
  const match = /^(.{10}T\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(value);
  return match === null ? undefined : `${match[1]}${match[2] ?? ":00"}${match[3] ?? ""}`;
}

function asEmail(text: string): string | undefined {
  const address = text.replace(/^mailto:/i, "").replace(/\?.*$/, "");
  return address.length <= 254 &&
    /^[^\s@<>()",;:]+@[^\s@<>()",;:.]+(?:\.[^\s@<>()",;:.]+)+$/.test(address)
    ? address
    : undefined;
}
