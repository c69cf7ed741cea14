import type { FetchedPage } from "../fetcher/index.ts";
import { extractMetadata, parse, toText, wholePage, type Tree } from "../html/index.ts";
import { blockedBy } from "./blocked.ts";
import { documentKind } from "./document-kind.ts";
import { documentReaders } from "./document-readers.ts";
import { blockedFailure, httpFailure, type FailureText } from "./failure.ts";
import { produceOutputs } from "./outputs.ts";
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
  readonly main: boolean;
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
  const failure = kind === "html" ? refusal(page, tree) : undefined;
  if (failure !== undefined) return failed(page, failure);
  return success(page, { work, kind, document, tree });
}

interface Reading {
  readonly work: PageWork;
  readonly kind: DocumentKind;
  readonly document: ReadDocument;
  readonly tree: Tree;
}

function success(page: FetchedPage, { work, kind, document, tree }: Reading): PageOutcome {
  const { url } = page;
  return {
    status: "completed",
    finalUrl: url,
    httpStatus: page.status,
    contentType: page.contentType.sniffed,
    kind,
    metadata: extractMetadata(tree, { url }),
    cached: page.fromCache,
    warnings: warningsOf(page, document, tree),
    error: null,
    ...produceOutputs({ document, tree, url, formats: work.formats, main: work.main }),
  };
}

function warningsOf(page: FetchedPage, document: ReadDocument, tree: Tree): ScrapeWarning[] {
  const warnings = [...(document.warnings ?? [])];
  if (page.truncated) warnings.push("truncated");
  const shell = page.contentType.sniffed.includes("html") && !hasVisibleText(tree);
  if (shell) warnings.push("no-visible-text");
  return warnings;
}

function hasVisibleText(tree: Tree): boolean {
  return toText(wholePage(tree)).trim() !== "";
}

function refusal(page: FetchedPage, tree: Tree): FailureText | undefined {
  const vendor = blockedBy({
    status: page.status,
    headers: page.headers,
    html: page.text,
    title: extractMetadata(tree, { url: page.url }).title ?? "",
    text: () => toText(wholePage(tree)),
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
