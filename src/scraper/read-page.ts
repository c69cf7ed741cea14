import {
  extractMetadata,
  parse,
  toText,
  wholePage,
  type Metadata,
  type View,
} from "../html/index.ts";
import type { AcquiredPage } from "./acquired-page.ts";
import { blockedBy } from "./blocked.ts";
import { documentKind } from "./document-kind.ts";
import { documentReaders } from "./document-readers.ts";
import { blockedFailure, httpFailure, type FailureText } from "./failure.ts";
import type { ReadDocument } from "./read-document.ts";
import type { DocumentKind } from "./scrape-result.ts";

/** A page that was parsed: everything that is made of it comes from here. */
export interface Reading {
  readonly page: AcquiredPage;
  readonly kind: DocumentKind;
  readonly document: ReadDocument;
  /** The whole page as it is visible. */
  readonly whole: View;
  readonly metadata: Metadata;
  /** Characters of visible text. */
  readonly textLength: number;
}

/** What reading a page gave: a reading, a failure, or both where the page says that it failed. */
export interface PageReading {
  readonly reading?: Reading;
  readonly failure?: FailureText;
}

/** Reads a page once, and judges whether it is what was asked for. */
export async function readPage(page: AcquiredPage, signal: AbortSignal): Promise<PageReading> {
  const { sniffed } = page.contentType;
  const kind = documentKind(sniffed, sniffed.includes("xml") ? page.text.slice(0, 4096) : "");
  if (kind === undefined) return { failure: unreadable(page) };
  if (page.status >= 400 && kind !== "html") return { failure: statusFailure(page) };
  if (page.bytes.length === 0) return { failure: emptyFailure(page) };
  const document = await documentReaders[kind](page, signal);
  const tree = parse(document.html);
  const metadata = extractMetadata(tree, { url: page.url });
  const whole = wholePage(tree, { url: page.url });
  const textLength = toText(whole).length;
  const reading = { page, kind, document, whole, metadata, textLength };
  const failure = kind === "html" ? refusal(reading) : undefined;
  return { reading, ...(failure && { failure }) };
}

function refusal({ page, metadata, textLength }: Reading): FailureText | undefined {
  const vendor = blockedBy({
    headers: page.headers,
    html: page.text,
    title: metadata.title ?? "",
    textLength,
  });
  if (vendor !== undefined) return blockedFailure(vendor, page.status);
  return page.status >= 400 ? statusFailure(page) : undefined;
}

function statusFailure(page: AcquiredPage): FailureText {
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
