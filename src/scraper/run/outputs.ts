import {
  extractImages,
  extractLinks,
  mainContent,
  toCleanHtml,
  wholePage,
  type HiddenChoice,
  type View,
} from "../../html/index.ts";
import { toMarkdown } from "../../markdown/index.ts";
import { once } from "../readers/once.ts";
import type { ReadDocument } from "../readers/read-document.ts";
import {
  textFormats,
  type ScrapeFormat,
  type ScrapeOutputs,
  type TextFormat,
} from "../scrape-result.ts";

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
  /** What becomes of what the page hides. */
  readonly hidden: HiddenChoice;
}

/** A document that was parsed once, and what is wanted from it. */
interface OutputRequest {
  readonly document: ReadDocument;
  /** The whole page as it is visible. */
  readonly whole: View;
  /** How what the page hides was left out of it. */
  readonly hidden: HiddenChoice;
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

function contentOf({ whole, url, part, ...page }: OutputRequest): View {
  const { main, comments, include, exclude } = part;
  const hidden = part.hidden === "omit" ? page.hidden : part.hidden;
  const options = { url, include, exclude, hidden };
  if (main) return mainContent(whole.tree, { ...options, comments });
  const differs = include.length + exclude.length > 0 || hidden !== page.hidden;
  return differs ? wholePage(whole.tree, options) : whole;
}
