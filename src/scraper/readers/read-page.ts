import {
  extractMetadata,
  parse,
  wholePage,
  type HiddenChoice,
  type Metadata,
  type View,
} from "../../html/index.ts";
import { textLength as lengthOfText } from "../../html/internal.ts";
import type { AcquiredPage, PageFacts } from "../run/acquired-page.ts";
import { blockedBy } from "./blocked.ts";
import { documentKind } from "./document-kind.ts";
import { documentReaders } from "./document-readers.ts";
import { blockedFailure, httpFailure, type FailureText } from "../run/failure.ts";
import { once } from "./once.ts";
import type { ReadDocument } from "./read-document.ts";
import type { DocumentKind } from "../scrape-result.ts";

/** A page that was parsed: everything that is made of it comes from here. */
export interface Reading {
  readonly page: PageFacts;
  readonly kind: DocumentKind;
  readonly document: ReadDocument;
  /** The whole page as it is visible. */
  readonly whole: View;
  /** How what the page hides was left out of it. */
  readonly hidden: HiddenChoice;
  /** Read when it is asked for, once. */
  readonly metadata: () => Metadata;
  /** Characters of visible text, counted up to {@link ENOUGH_TEXT}. */
  readonly textLength: number;
}

/** A page with so much text is neither a challenge nor a shell. */
const ENOUGH_TEXT = 2001;

/** What reading a page gave: a reading, a failure, or both where the page says that it failed. */
export interface PageReading {
  readonly reading?: Reading;
  readonly failure?: FailureText;
}

/** A document, and the page that it came as. */
interface PageDocument {
  readonly page: PageFacts;
  readonly kind: DocumentKind;
  readonly document: ReadDocument;
}

/** Reads a page once, and judges whether it is what was asked for. */
export async function readPage(page: AcquiredPage, signal: AbortSignal): Promise<PageReading> {
  const kind = kindOf(page);
  if (kind === undefined) return { failure: unreadable(page) };
  if (page.status >= 400 && kind !== "html") return { failure: statusFailure(page) };
  if (page.bytes.length === 0) return { failure: emptyFailure(page) };
  return readDocument({ page, kind, document: await documentReaders[kind](page, signal) });
}

/** What kind of document a page is; undefined when nothing can be read of it. */
export function kindOf(page: AcquiredPage): DocumentKind | undefined {
  const { sniffed } = page.contentType;
  return documentKind(sniffed, /xml|json|html|^text/.test(sniffed) ? page.text.slice(0, 4096) : "");
}

/** Reads a document that is there. */
export function readDocument({ page, kind, document }: PageDocument): PageReading {
  const tree = parse(document.html);
  const metadata = once(() => extractMetadata(tree, { url: page.url }));
  const hidden = page.isShown === true ? "marked" : "omit";
  const whole = wholePage(tree, { url: page.url, hidden });
  const textLength = lengthOfText(whole, ENOUGH_TEXT);
  const reading = { page, kind, document, whole, hidden, metadata, textLength } as const;
  const failure = kind === "html" ? refusal(reading) : undefined;
  return { reading, ...(failure && { failure }) };
}

function refusal({ page, metadata, textLength }: Reading): FailureText | undefined {
  const vendor = blockedBy({
    headers: page.headers,
    html: page.text,
    // A title proves nothing of a page with so much text.
    title: textLength < ENOUGH_TEXT ? (metadata().title ?? "") : "",
    textLength,
  });
  if (vendor !== undefined) return blockedFailure(vendor, page.status);
  return page.status >= 400 ? statusFailure(page) : undefined;
}

function statusFailure(page: PageFacts): FailureText {
  return httpFailure(page.status, page.statusText);
}

function emptyFailure(page: AcquiredPage): FailureText {
  if (page.status >= 400) return statusFailure(page);
  return { code: "EMPTY", error: `empty response, HTTP ${page.status}` };
}

function unreadable(page: AcquiredPage): FailureText {
  if (page.status >= 400) return statusFailure(page);
  if (page.bytes.length === 0) return emptyFailure(page);
  return {
    code: "UNSUPPORTED_TYPE",
    error: `unsupported content type ${page.contentType.sniffed}`,
  };
}
