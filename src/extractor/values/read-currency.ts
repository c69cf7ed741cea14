import type { Candidate } from "../candidates/candidate.ts";
import { fold } from "../candidates/flow-writer.ts";
import type { Leaf } from "../choose/leaf.ts";
import type { ReadPage } from "../candidates/read-page.ts";
import type { Property } from "../schema/property.ts";
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
