import type { DocumentReader } from "./read-document.ts";
import { readFeedPage } from "./read-feed.ts";
import { readImage } from "./read-image.ts";
import { readJson } from "./read-json.ts";
import { readPdf } from "./read-pdf.ts";
import { readText } from "./read-text.ts";
import type { DocumentKind } from "./scrape-result.ts";

/** How each kind of document is read. */
export const documentReaders: Readonly<Record<DocumentKind, DocumentReader>> = Object.freeze({
  html: (page) => ({ html: page.text }),
  feed: readFeedPage,
  xml: (page) => readText(page.text, "xml"),
  json: (page) => readJson(page.text),
  markdown: (page) => ({ ...readText(page.text), markdown: page.text }),
  text: (page) => ({ ...readText(page.text), markdown: page.text }),
  pdf: readPdf,
  image: readImage,
});
