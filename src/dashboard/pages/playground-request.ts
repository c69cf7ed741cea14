import { formJson, formObject } from "../form-json.ts";
import type {
  BatchScrapeRequest,
  Client,
  CrawlRequest,
  MapRequest,
  ScrapeRequest,
} from "../../client/index.ts";
import { filled } from "./filled.ts";

/** What can be tried: one page, the pages of a site, its URLs, several pages at once. */
export type Kind = "scrape" | "crawl" | "map" | "batch";

/** The kinds by their names, in the order in which they are offered. */
export const kinds: readonly (readonly [Kind, string])[] = [
  ["scrape", "Scrape"],
  ["crawl", "Crawl"],
  ["map", "Map"],
  ["batch", "Batch"],
];

/** The kind that a form or an address names; a scrape where it names none. */
export function kindIn(fields: URLSearchParams): Kind {
  const asked = fields.get("kind");
  return kinds.find(([kind]) => kind === asked)?.[0] ?? "scrape";
}

/** What may be wanted of a page, and what people call it. */
export const formats = [
  ["markdown", "markdown"],
  ["html", "HTML"],
  ["cleanedHtml", "cleaned HTML"],
  ["links", "links"],
  ["images", "images"],
  ["summary", "summary"],
  ["screenshot", "screenshot"],
  ["screenshotFullPage", "screenshot of the whole page"],
  ["json", "JSON by a schema"],
] as const;

type Format = (typeof formats)[number][0];

/** What a visitor asks of one page. @throws RangeError for JSON that is none */
export function scrapeRequest(form: URLSearchParams): ScrapeRequest {
  return { url: filled(form, "url") ?? "", ...ofPages(form) };
}

/** The request of a kind that becomes a job. @throws RangeError for what is no JSON, no number */
export function jobRequest(
  kind: Exclude<Kind, "scrape">,
  form: URLSearchParams,
): CrawlRequest | MapRequest | BatchScrapeRequest {
  if (kind === "crawl") return crawlRequest(form);
  return kind === "map" ? mapRequest(form) : batchRequest(form);
}

/** Begins a job; gives its id. @throws RangeError like {@link jobRequest}; ClientError */
export async function begin(
  api: Pick<Client, "createCrawl" | "createMap" | "submitUrlScraperBatch">,
  form: URLSearchParams,
  signal: AbortSignal,
): Promise<string> {
  const kind = kindIn(form);
  const call = { signal };
  if (kind === "crawl") return (await api.createCrawl(crawlRequest(form), call)).jobId;
  if (kind === "map") return (await api.createMap(mapRequest(form), call)).jobId;
  return (await api.submitUrlScraperBatch(batchRequest(form), call)).jobId;
}

function batchRequest(form: URLSearchParams): BatchScrapeRequest {
  return { urls: linesOf(form, "urls"), ...ofPages(form) };
}

/** What a scrape and a batch have in common. */
function ofPages(form: URLSearchParams): Omit<ScrapeRequest, "url"> {
  const known = new Set<string>(formats.map(([name]) => name));
  const asked = form.getAll("format").filter((name): name is Format => known.has(name));
  const actions = actionsIn(form);
  const schema = schemaIn(form);
  return {
    formats: asked,
    ...place(form),
    ...(form.has("forceFresh") && { forceFresh: true }),
    ...schema,
    ...("outputSchema" in schema && { evidence: true }),
    ...(actions !== undefined && { actions }),
  };
}

function crawlRequest(form: URLSearchParams): CrawlRequest {
  const [included, excluded] = [linesOf(form, "include"), linesOf(form, "exclude")];
  return {
    url: filled(form, "url") ?? "",
    ...numberIn(form, "maxPages", "The number of pages"),
    ...numberIn(form, "depth", "The depth"),
    ...(included.length > 0 && { includePatterns: included }),
    ...(excluded.length > 0 && { excludePatterns: excluded }),
    ...place(form),
    ...schemaIn(form),
  };
}

function mapRequest(form: URLSearchParams): MapRequest {
  const search = filled(form, "search");
  return {
    url: filled(form, "url") ?? "",
    ...numberIn(form, "limit", "The number of URLs"),
    ...numberIn(form, "depth", "The depth"),
    ...(search !== undefined && { search }),
    ...(form.has("includeSubdomains") && { includeSubdomains: true }),
    ...(form.has("includeExternalLinks") && { includeExternalLinks: true }),
    ...place(form),
  };
}

function place(form: URLSearchParams): { country?: string; useBrowser?: true } {
  const country = filled(form, "country");
  return {
    ...(country !== undefined && { country }),
    ...(form.has("useBrowser") && { useBrowser: true }),
  };
}

function linesOf(form: URLSearchParams, name: string): string[] {
  const lines = (form.get(name) ?? "").split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

function numberIn<Name extends string>(
  form: URLSearchParams,
  name: Name,
  what: string,
): { [Field in Name]?: number } {
  const text = filled(form, name);
  if (text === undefined) return {};
  const value = Number(text);
  if (!Number.isInteger(value)) throw new RangeError(`${name}: ${what} is no whole number.`);
  return { [name]: value } as { [Field in Name]: number };
}

function actionsIn(form: URLSearchParams): readonly unknown[] | undefined {
  const text = filled(form, "actions");
  if (text === undefined) return undefined;
  const actions = formJson("actions: The list of actions", text);
  if (Array.isArray(actions)) return actions;
  throw new RangeError("actions: The actions must be a JSON list.");
}

function schemaIn(form: URLSearchParams): { outputSchema?: Record<string, unknown> } {
  const text = filled(form, "schema");
  return text === undefined ? {} : { outputSchema: formObject("schema: The schema", text) };
}
