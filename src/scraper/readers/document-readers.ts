import { htmlSource } from "../../html/index.ts";
import type { AcquiredPage } from "../run/acquired-page.ts";
import type { DocumentReader, ReadDocument } from "./read-document.ts";
import { readFeedPage } from "./read-feed.ts";
import { readImage } from "./read-image.ts";
import { readJson } from "./read-json.ts";
import { readPdf } from "../pdf/read-pdf.ts";
import { readText } from "./read-text.ts";
import type { DocumentKind } from "../scrape-result.ts";

/** How each kind of document is read. */
export const documentReaders: Readonly<Record<DocumentKind, DocumentReader>> = Object.freeze({
  html: readHtml,
  feed: readFeedPage,
  xml: (page) => readText(page.text, "xml"),
  json: (page) => readJson(page.text),
  markdown: (page) => ({ ...readText(page.text), markdown: page.text }),
  text: (page) => ({ ...readText(page.text), markdown: page.text }),
  pdf: readPdf,
  image: readImage,
});

/** HTML as it is; XHTML, which its type or its root tells, in HTML's syntax. */
function readHtml(page: AcquiredPage): ReadDocument {
  const { html, malformed } = htmlSource(page.text, page.contentType.sniffed);
  return malformed ? { html, warnings: ["malformed"] } : { html };
}
