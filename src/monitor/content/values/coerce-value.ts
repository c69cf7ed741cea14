import type { Json } from "../../../storage/index.ts";
import { isObject, type ValueSchema } from "./json-schema.ts";
import { readNumber } from "./read-number.ts";

/** A schema.org name as a URL: what counts is behind the last slash. */
const SCHEMA_ORG = /^https?:\/\/schema\.org\/(?=\w+$)/;

/** What a `schema.org` availability says of an offer that can be bought. */
const AVAILABLE =
  /^(?:InStock|InStoreOnly|OnlineOnly|LimitedAvailability|PreOrder|PreSale|BackOrder)$/i;

/**
 * A value of structured data as the schema wants it; undefined when it cannot be that. Objects and
 * arrays are not looked into.
 */
export function coerceValue(value: unknown, schema: ValueSchema): Json | undefined {
  const { allowed } = schema;
  const coerced = byType(simple(value), schema.type);
  if (coerced === undefined || allowed === undefined) return coerced;
  const text = nameOf(coerced);
  return allowed.find((each) => each === coerced) ?? allowed.find((each) => nameOf(each) === text);
}

function byType(value: unknown, type: string | undefined): Json | undefined {
  switch (type) {
    case "number":
    case "integer":
      return asNumber(value, type === "integer");
    case "boolean":
      return asBoolean(value);
    case "string":
      return asText(value);
    case undefined:
      return asText(value) === undefined ? undefined : (value as Json);
    default:
      return undefined;
  }
}

/** What a value is in one word: of several the first, of a thing its value, name or address. */
function simple(value: unknown): unknown {
  let at = value;
  for (let depth = 0; depth < 4; depth++) {
    if (Array.isArray(at)) at = at[0] as unknown;
    else if (isObject(at)) at = at["@value"] ?? at["value"] ?? at["name"] ?? at["url"] ?? at["@id"];
    else break;
  }
  return typeof at === "string" ? at.replace(/\s+/g, " ").trim() : at;
}

function asNumber(value: unknown, isInteger: boolean): number | undefined {
  const number = typeof value === "string" ? readNumber(value) : value;
  if (typeof number !== "number" || (isInteger && !Number.isInteger(number))) return undefined;
  return number;
}

function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^(?:true|yes|1)$/i.test(value)) return true;
  if (/^(?:false|no|0)$/i.test(value)) return false;
  if (!SCHEMA_ORG.test(value) && !/^[A-Z]\w+Stock$/.test(value)) return undefined;
  return AVAILABLE.test(value.replace(SCHEMA_ORG, ""));
}

function asText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** How a name is compared with those that are allowed. */
function nameOf(value: Json): string {
  const text = typeof value === "string" ? value.replace(SCHEMA_ORG, "") : JSON.stringify(value);
  return text.toLowerCase().replace(/[\s_-]/g, "");
}
