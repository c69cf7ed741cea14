// How often a recipe gives a number as the price of a page whose price is gone: of generated pages,
// learned from three others of the site, and of real ones, learned from the page as it was.
//   node --conditions=dragline-source benchmarks/price-gone.ts [--wrong]
import { parseArgs } from "node:util";
import {
  extractValues,
  learnRecipe,
  readSchema,
  runRecipe,
  type KnownPage,
} from "dragline/extractor";
import { parse } from "dragline/html";
import type { Json } from "dragline/storage";
import { corpusText } from "../test/corpus.ts";
import { generatePages, type GeneratedPage } from "./extraction-set/generate-pages.ts";
import { formatMoney, locales, type Locale } from "./extraction-set/locale.ts";
import type { PageTemplate } from "./extraction-set/page-template.ts";
import { simpleTemplates } from "./extraction-set/templates.ts";

/** A page without its price, and what a recipe gave for it. */
interface Trial {
  readonly url: string;
  readonly given: Json | undefined;
  readonly isRefused: boolean;
}

/** Pages without their price, and those of them for which a number was given all the same. */
export interface GoneFigures {
  readonly pages: number;
  readonly given: number;
}

const SITES = [0, 1, 2, 3, 4];

/** Kinds of generated pages that have a price. */
const PRICED = ["shop"];

/** How much is tried: generated pages of each of ten sites, and real pages. */
export interface GoneExtent {
  readonly perSite: number;
  readonly real: number;
}

const all: GoneExtent = { perSite: 20, real: 1000 };

/** Generated pages and real ones. */
export function measureGone(extent: GoneExtent = all): {
  readonly generated: GoneFigures;
  readonly real: GoneFigures;
} {
  return {
    generated: figuresOf(generatedTrials(extent)),
    real: figuresOf(realTrials(extent)),
  };
}

function figuresOf(trials: readonly Trial[]): GoneFigures {
  return { pages: trials.length, given: trials.filter(({ given }) => given !== undefined).length };
}

function generatedTrials({ perSite }: GoneExtent): Trial[] {
  const priced = simpleTemplates.filter(({ name }) => PRICED.includes(name));
  return priced.flatMap((template) =>
    [true, false].flatMap((structured) =>
      SITES.flatMap((site) => trialsOf(template, { structured, site, count: perSite })),
    ),
  );
}

function trialsOf(
  template: PageTemplate,
  {
    count,
    ...kind
  }: { readonly structured: boolean; readonly site: number; readonly count: number },
): Trial[] {
  const { site } = kind;
  const request = { template, ...kind };
  const taught = [
    ...generatePages({ ...request, seed: 1007, count: 1, complete: true }),
    ...generatePages({ ...request, seed: 1007, count: 3 }).slice(1),
  ];
  const recipe = learnRecipe(taught.map(knownPage), template.schema as Record<string, Json>);
  const locale = template.countries[site % template.countries.length] ?? locales.us;
  return generatePages({ ...request, seed: 7, count }).map((page, at) => {
    const html = withoutPrice(page, locale, at);
    const { values, faults } = runRecipe(recipe, { tree: parse(html), url: page.url });
    return { url: page.url, given: values["price"], isRefused: faults.length > 0 };
  });
}

function knownPage({ html, url, values }: GeneratedPage): KnownPage {
  return { tree: parse(html), url, values: values as KnownPage["values"] };
}

/** A page as a shop shows it that gives no price: with an empty box, a word, or no box at all. */
function withoutPrice({ html, values }: GeneratedPage, locale: Locale, at: number): string {
  const price = Number(values["price"]);
  const shown = formatMoney(price, locale).replaceAll("&", "&amp;");
  const word = ["", "Sold out", "–"][at % 3] ?? "";
  const text = html.split(shown).join(word);
  const bare = String(price).replace(".", String.raw`\.`);
  const told = new RegExp(`("(?:price|amount|lowPrice)":)"?${bare}0?"?(?=[,}])`, "g");
  const marked = new RegExp(`content="${bare}0?"`, "g");
  return text.replace(told, "$1null").replace(marked, 'content=""');
}

const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" } },
};

interface Product {
  readonly id: string;
  readonly url: string;
  readonly type: string;
}

/** Real pages of products whose price is known, without each place that has it. */
function realTrials({ real }: GoneExtent): Trial[] {
  const lines = corpusText("wcxb/truth.jsonl.gz").trim().split("\n");
  const products = lines
    .map((line) => JSON.parse(line) as Product)
    .filter(({ type, url }) => type === "product" && url !== "");
  return products.slice(0, real).flatMap(({ id, url }): Trial[] => {
    const html = corpusText(`wcxb/html/${id}.html.gz`);
    const { value } = extractValues({ tree: parse(html), url }, readSchema(schema));
    const values = value as KnownPage["values"];
    const price = values["price"];
    if (typeof price !== "number" || price === 0) return [];
    const recipe = learnRecipe([{ tree: parse(html), url, values }], schema);
    const gone = withoutNumber(html, price);
    const { values: found, faults } = runRecipe(recipe, { tree: parse(gone), url });
    return [{ url, given: found["price"], isRefused: faults.length > 0 }];
  });
}

/** A page without a number, however it is grouped; a member that is one is null. */
function withoutNumber(html: string, price: number): string {
  const [whole = "", part = ""] = price.toFixed(2).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, "[.,' ]?");
  const decimals = part === "00" ? "(?:[.,]00?)?" : `[.,]?${part.replace(/0$/, "0?")}`;
  const minor = `${whole}${part}`;
  const number = `(?<![\\d.,#-])(?:${grouped}${decimals}|${minor})(?![\\d%]|[.,]\\d)`;
  return html
    .replace(new RegExp(`(:\\s*)${number}(?=\\s*[,}\\]])`, "g"), "$1null")
    .replace(new RegExp(number, "g"), "");
}

function print(wrong: boolean): void {
  const trials = { generated: generatedTrials(all), real: realTrials(all) };
  for (const [name, list] of Object.entries(trials)) {
    const refused = list.filter(({ isRefused }) => isRefused).length;
    console.log(name, { ...figuresOf(list), refused });
    if (!wrong) continue;
    for (const { url, given } of list.filter((each) => each.given !== undefined)) {
      console.log(`  ${url}: ${JSON.stringify(given)}`);
    }
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { wrong: { type: "boolean", default: false } } });
  print(values.wrong);
}
