import type { Metadata } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import type { FailureText } from "./failure.ts";
import { produceOutputs, type PagePart } from "./outputs.ts";
import type { PageReading, Reading } from "../readers/read-page.ts";
import type {
  DocumentKind,
  EngineReason,
  ScrapeFormat,
  ScrapeOutputs,
  ScrapeWarning,
} from "../scrape-result.ts";
import { shellReason } from "../readers/shell.ts";

/** What is wanted of a page. */
export interface PageWish {
  readonly formats: readonly ScrapeFormat[];
  readonly part: PagePart;
  /** Whether metadata is wanted; else it is that of a page which tells nothing. */
  readonly metadata: boolean;
  /** What a model helps with; undefined when none of it is wanted. */
  readonly meaning: MeaningWish | undefined;
}

/** What a model helps with. */
export interface MeaningWish {
  readonly summary: boolean;
  /** Of the JSON; undefined when none is wanted. */
  readonly schema: Readonly<Record<string, Json>> | undefined;
}

const noMetadata: Metadata = Object.freeze({
  openGraph: Object.freeze({}),
  jsonLd: Object.freeze([]),
});

/** What a page gives once it was read. */
export interface PageContent {
  readonly kind: DocumentKind;
  readonly metadata: Metadata;
  readonly warnings: readonly ScrapeWarning[];
  /** The text formats that were asked for. */
  readonly outputs: ScrapeOutputs;
}

/** A page that was read, and what was made of it; plain data, so that a thread can have made it. */
export interface MadePage {
  /** Why the page needs a browser. */
  readonly shell: EngineReason | undefined;
  readonly made: PageContent | FailureText;
  /** The page itself, when a model is to help with it; never from a thread. */
  readonly reading?: Reading | undefined;
}

/** Makes of a page that was read what is wanted of it. */
export function makePage(read: PageReading, wish: PageWish): MadePage {
  const { reading, failure } = read;
  const shell = shellReason(read);
  if (failure !== undefined) return { shell, made: failure };
  if (reading !== undefined) {
    const made = contentOf(reading, wish);
    return { shell, made, ...(wish.meaning !== undefined && { reading }) };
  }
  return { shell, made: { code: "EMPTY", error: "empty response" } };
}

function contentOf(reading: Reading, wish: PageWish): PageContent {
  const { page, kind, metadata, document, whole, hidden } = reading;
  const outputs = produceOutputs({ document, whole, hidden, url: page.url, ...wish });
  const facts = wish.metadata ? metadata() : noMetadata;
  return { kind, metadata: facts, warnings: warningsOf(reading), outputs };
}

function warningsOf({ page, kind, document, whole, textLength }: Reading): ScrapeWarning[] {
  const warnings = [...(document.warnings ?? [])];
  const broken = page.damage === "truncated" || page.damage === "corrupt";
  if (page.truncated || broken || whole.tree.truncated) warnings.push("truncated");
  if (kind === "html" && textLength === 0) warnings.push("no-visible-text");
  return warnings;
}
