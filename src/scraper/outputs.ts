import { extractImages, extractLinks, mainContent, toCleanHtml, type View } from "../html/index.ts";
import { toMarkdown } from "../markdown/index.ts";
import type { ReadDocument } from "./read-document.ts";
import type { ScrapeFormat, ScrapeOutputs } from "./scrape-result.ts";

/** A document that was parsed once, and what is wanted from it. */
export interface OutputRequest {
  readonly document: ReadDocument;
  /** The whole page as it is visible. */
  readonly whole: View;
  /** The URL after redirects, the base of relative ones. */
  readonly url: string;
  readonly formats: readonly ScrapeFormat[];
  /** Only the main content instead of the whole page. */
  readonly main: boolean;
}

/** Makes every format asked for from the one tree. */
export function produceOutputs(request: OutputRequest): ScrapeOutputs {
  const { document, whole, url, formats, main } = request;
  const content = once(() => (main ? mainContent(whole.tree, { url }) : whole));
  const makers: Readonly<Record<ScrapeFormat, () => ScrapeOutputs>> = {
    markdown: () => ({ markdown: document.markdown ?? toMarkdown(content()) }),
    html: () => ({ html: document.html }),
    cleanedHtml: () => ({ cleanedHtml: toCleanHtml(content()) }),
    links: () => ({ links: extractLinks(content()) }),
    images: () => ({ images: extractImages(content()) }),
  };
  return Object.assign({}, ...formats.map((format) => makers[format]()));
}

function once(make: () => View): () => View {
  let made: View | undefined;
  return () => (made ??= make());
}
