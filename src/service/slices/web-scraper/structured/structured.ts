import { extractStructured, parse, structuredKinds } from "../../../../html/index.ts";
import {
  defineScraper,
  type ScraperContext,
  type ScraperFailure,
  type ScraperOutput,
} from "../define-scraper.ts";
import { structuredParams, type StructuredParams } from "./schema.ts";

/**
 * What any page says in a form for programs: JSON-LD, microdata, RDFa, microformats, Open Graph,
 * Twitter cards, Dublin Core, other meta elements, tables.
 */
export const structured = defineScraper({
  code: "structured_data",
  scope: "GLOBAL",
  params: structuredParams,
  actions: { scrape_data: scrapeData },
});

async function scrapeData({
  url,
  params,
  scrape,
}: ScraperContext<StructuredParams>): Promise<ScraperOutput | ScraperFailure> {
  const result = await scrape(url, {
    formats: ["html"],
    ...(params.useBrowser === true && { useBrowser: true }),
  });
  if (result.status === "failed") return { error: result.error };
  const wanted = params.include ?? [];
  const kinds = wanted.length === 0 ? structuredKinds : wanted;
  return { data: extractStructured(parse(result.html ?? ""), { url: result.finalUrl, kinds }) };
}
