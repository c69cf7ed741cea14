import { locales } from "./locale.ts";
import { framePage } from "./page-frame.ts";
import { Page } from "./page.ts";
import type { PageTemplate, Values } from "./page-template.ts";
import { Random } from "./random.ts";
import { Site, type Redesign } from "./site.ts";

/** What pages to make. */
export interface PageRequest {
  readonly template: PageTemplate;
  readonly count: number;
  /** With data for machines too; the content is the same without. */
  readonly structured: boolean;
  /** The same seed, template and site give the same pages. */
  readonly seed: number;
  /** Pages of one site have markup, country and labels in common; from 0, 0 unless told. */
  readonly site?: number;
  /** Whether every field that a page of the template may have is on each page; false unless told. */
  readonly complete?: boolean;
  /** The same content in the site's new design. */
  readonly redesign?: Redesign;
}

/** A page and what a person would answer about it, in the schema's form. */
export interface GeneratedPage {
  readonly url: string;
  readonly html: string;
  /** Fields that the page does not show are absent. */
  readonly values: Values;
}

/** HTML put into a page after it is drawn. */
export interface Addition {
  /** Blocks of the content. */
  readonly blocks?: readonly string[];
  /** At the end of the page. */
  readonly end?: string;
}

/** Pages of one site, which differ in content and noise. */
export function generatePages(request: PageRequest): GeneratedPage[] {
  return Array.from({ length: request.count }, (_, at) => generatePage(request, at));
}

/** The page `at` of a request, with what is added to it. */
export function generatePage(
  request: PageRequest,
  at: number,
  added: Addition = {},
): GeneratedPage {
  const { template, structured, seed, site: number = 0, redesign } = request;
  const locale = template.countries[number % template.countries.length] ?? locales.us;
  const carrier = template.carriers[number % template.carriers.length];
  const site = new Site(template.name, { number, locale, ...(redesign && { redesign }) });
  const name = `${template.name}/${number}/${seed}/${at}`;
  const page = new Page(site, new Random(`${name}/content`), {
    carrier: structured ? carrier : undefined,
    complete: request.complete ?? false,
  });
  const drawn = template.draw(page);
  const blocks = [...drawn.blocks, ...(added.blocks ?? [])];
  const html = framePage(page, { ...drawn, blocks }, new Random(`${name}/noise`));
  return {
    url: page.url(drawn.path),
    html: html.replace("</body>", () => `${added.end ?? ""}</body>`),
    values: JSON.parse(JSON.stringify(drawn.values)) as Values,
  };
}
