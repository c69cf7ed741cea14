import type { FetchedPage } from "../fetcher/index.ts";
import {
  extractMetadata,
  parse,
  toText,
  wholePage,
  type Metadata,
  type View,
} from "../html/index.ts";
import { blockedBy } from "./blocked.ts";
import { documentKind } from "./document-kind.ts";
import { documentReaders } from "./document-readers.ts";
import { blockedFailure, httpFailure, type FailureText } from "./failure.ts";
import { produceOutputs, type PagePart } from "./outputs.ts";
import type { ReadDocument } from "./read-document.ts";
import type {
  DocumentKind,
  ScrapeFailure,
  ScrapeFormat,
  ScrapeSuccess,
  ScrapeWarning,
} from "./scrape-result.ts";

type Outcome<Result> = Omit<Result, "url" | "durationMs">;

/** A scrape's result, but for what only the scraper knows. */
export type PageOutcome = Outcome<ScrapeSuccess> | Outcome<ScrapeFailure>;

/** What to make of a page. */
export interface PageWork {
  readonly formats: readonly ScrapeFormat[];
  readonly part: PagePart;
  readonly signal: AbortSignal;
}

/** Turns a fetched page into the formats asked for, or says why that cannot be. */
export async function scrapePage(page: FetchedPage, work: PageWork): Promise<PageOutcome> {
  const { sniffed } = page.contentType;
  const kind = documentKind(sniffed, sniffed.includes("xml") ? page.text.slice(0, 4096) : "");
  if (kind === undefined) return failed(page, unreadable(page));
  if (page.status >= 400 && kind !== "html") return failed(page, statusFailure(page));
  if (page.bytes.length === 0) return failed(page, emptyFailure(page));
  const document = await documentReaders[kind](page, work.signal);
  const tree = parse(document.html);
  const metadata = extractMetadata(tree, { url: page.url });
  const whole = wholePage(tree, { url: page.url });
  const textLength = toText(whole).length;
  const reading = { work, kind, document, whole, metadata, textLength };
  const failure = kind === "html" ? refusal(page, reading) : undefined;
  return failure === undefined ? success(page, reading) : failed(page, failure);
}

interface Reading {
  readonly work: PageWork;
  readonly kind: DocumentKind;
  readonly document: ReadDocument;
  /** The whole page as it is visible. */
  readonly whole: View;
  readonly metadata: Metadata;
  /** Characters of visible text. */
  readonly textLength: number;
}

function success(page: FetchedPage, reading: Reading): PageOutcome {
  const { work, kind, document, whole, metadata } = reading;
  const { url } = page;
  return {
    status: "completed",
    finalUrl: url,
    httpStatus: page.status,
    contentType: page.contentType.sniffed,
    kind,
    metadata,
    cached: page.fromCache,
    warnings: warningsOf(page, reading),
    error: null,
    ...produceOutputs({ document, whole, url, formats: work.formats, part: work.part }),
  };
}

function warningsOf(page: FetchedPage, reading: Reading): ScrapeWarning[] {
  const { kind, document, whole, textLength } = reading;
  const warnings = [...(document.warnings ?? [])];
  const broken = page.damage === "truncated" || page.damage === "corrupt";
  if (page.truncated || broken || whole.tree.truncated) warnings.push("truncated");
  if (kind === "html" && textLength === 0) warnings.push("no-visible-text");
  return warnings;
}

function refusal(page: FetchedPage, { metadata, textLength }: Reading): FailureText | undefined {
  const vendor = blockedBy({
    headers: page.headers,
    html: page.text,
    title: metadata.title ?? "",
    textLength,
  });
  if (vendor !== undefined) return blockedFailure(vendor, page.status);
  return page.status >= 400 ? statusFailure(page) : undefined;
}

function statusFailure(page: FetchedPage): FailureText {
  return httpFailure(page.status, page.statusText);
}

function emptyFailure(page: FetchedPage): FailureText {
  if (page.status >= 400) return statusFailure(page);
  return { code: "EMPTY", error: `empty response, HTTP ${page.status}` };
}

function unreadable(page: FetchedPage): FailureText {
  if (page.status >= 400) return statusFailure(page);
  if (page.bytes.length === 0) return emptyFailure(page);
  return {
    code: "UNSUPPORTED_TYPE",
    error: `unsupported content type ${page.contentType.sniffed}`,
  };
}

function failed(page: FetchedPage, failure: FailureText): PageOutcome {
  return { status: "failed", ...failure, httpStatus: page.status };
}
