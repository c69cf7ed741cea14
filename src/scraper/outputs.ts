import {
  extractImages,
  extractLinks,
  mainContent,
  toCleanHtml,
  wholePage,
  type View,
} from "../html/index.ts";
import { toMarkdown } from "../markdown/index.ts";
import { once } from "./once.ts";
import type { ReadDocument } from "./read-document.ts";
import {
  textFormats,
  type ScrapeFormat,
  type ScrapeOutputs,
  type TextFormat,
} from "./scrape-result.ts";

/** Which part of a page is meant. */
export interface PagePart {
  /** Only the main content instead of the whole page. */
  readonly main: boolean;
  /** CSS selectors of what alone is meant. */
  readonly include: readonly string[];
  /** CSS selectors of what is left out. */
  readonly exclude: readonly string[];
  /** Whether comments are part of the main content. */
  readonly comments: boolean;
}

/** A document that was parsed once, and what is wanted from it. */
export interface OutputRequest {
  readonly document: ReadDocument;
  /** The whole page as it is visible. */
  readonly whole: View;
  /** The URL after redirects, the base of relative ones. */
  readonly url: string;
  readonly formats: readonly ScrapeFormat[];
  readonly part: PagePart;
}

/** Makes every text format asked for from the one tree. */
export function produceOutputs(request: OutputRequest): ScrapeOutputs {
  const { document, formats } = request;
  const content = once(() => contentOf(request));
  const makers: Readonly<Record<TextFormat, () => ScrapeOutputs>> = {
    markdown: () => ({ markdown: document.markdown ?? toMarkdown(content()) }),
    html: () => ({ html: document.html }),
    cleanedHtml: () => ({ cleanedHtml: toCleanHtml(content()) }),
    links: () => ({ links: extractLinks(content()) }),
    images: () => ({ images: extractImages(content()) }),
  };
  return Object.assign({}, ...formats.map((format) => (isText(format) ? makers[format]() : {})));
}

function isText(format: ScrapeFormat): format is TextFormat {
  return textFormats.some((name) => name === format);
}

function contentOf({ whole, url, part }: OutputRequest): View {
  const { main, comments, ...selection } = part;
  if (main) return mainContent(whole.tree, { ...selection, url, comments });
  const selected = selection.include.length + selection.exclude.length > 0;
  return selected ? wholePage(whole.tree, { ...selection, url }) : whole;
}
