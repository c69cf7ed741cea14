import type { Json } from "../../storage/index.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { fold } from "../candidates/flow-writer.ts";
import type { Leaf } from "../choose/leaf.ts";
import type { ReadPage } from "../candidates/page-candidates.ts";
import type { Property } from "../schema/property.ts";
import type { Reading } from "../choose/reading.ts";
import { readPrice } from "./read-price.ts";

/** A currency, and what it was read from. */
interface CurrencyLeaf extends Leaf {
  readonly value: string;
}

/** The currency of a text by its code: what stands for it is on the page. */
export function readCurrency(
  { language, url }: ReadPage,
  { value }: Candidate,
): CurrencyLeaf | undefined {
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

/** Whether a property is a currency by its code. */
export function isCurrency({ schema, matcher }: Property): boolean {
  return (
    schema.type === "string" && schema.allowed === undefined && matcher.meanings.has("currency")
  );
}

interface Beside {
  /** The object's values so far, by key. */
  readonly found: Readonly<Record<string, Json>>;
  /** Of the object. */
  readonly path: string;
}

/** The currencies of what an object's numbers were read from, for its parts that have no value: `€` beside a price. */
export function currenciesBeside(
  reading: Reading,
  parts: readonly Property[],
  { found, path }: Beside,
): Readonly<Record<string, Json>> {
  const at = (key: string): string => (path === "" ? key : `${path}.${key}`);
  const codes: Record<string, Json> = {};
  for (const part of parts) {
    if (Object.hasOwn(found, part.key) || !isCurrency(part)) continue;
    for (const { key, schema } of parts) {
      if (schema.type !== "number" && schema.type !== "integer") continue;
      const candidate = reading.told(at(key));
      const leaf = candidate && readCurrency(reading.page, candidate);
      if (candidate === undefined || leaf === undefined) continue;
      reading.tell(at(part.key), candidate, leaf);
      codes[part.key] = leaf.value;
      break;
    }
  }
  return codes;
}
