import {
  isAiError,
  SchemaJudge,
  summarize,
  type LanguageModel,
  type Summary,
} from "../../ai/index.ts";
import type { Clock } from "../../core/index.ts";
import { createExtractor, type Extraction } from "../../extractor/index.ts";
import { mainContent } from "../../html/index.ts";
import type { MeaningWish } from "./made-page.ts";
import type { Reading } from "../readers/read-page.ts";
import type { DocumentKind, ScrapeOutputs, ScrapeWarning } from "../scrape-result.ts";

/** What summaries and JSON are made with. */
export interface MeaningParts {
  readonly model: LanguageModel | undefined;
  /** Checks what the model says in a summary. */
  readonly checker: LanguageModel | undefined;
  readonly clock: Clock;
}

/** Kinds of documents whose values are read as data. */
const DATA: ReadonlySet<DocumentKind> = new Set(["json", "feed", "text"]);

/** A summary and JSON, as far as they are wanted. */
interface PageMeaning {
  readonly outputs: Pick<ScrapeOutputs, "summary" | "json">;
  readonly warnings: readonly ScrapeWarning[];
}

/**
 * Makes the formats that a model helps with from the page's tree, both at a time.
 * @throws AiError `INVALID_MODEL`; ExtractorError `INVALID_SCHEMA`; the signal's reason
 */
export async function makeMeaning(
  { model, checker, clock }: MeaningParts,
  { reading, wish }: { readonly reading: Reading; readonly wish: MeaningWish },
  signal: AbortSignal,
): Promise<PageMeaning> {
  const parts = { ...(model !== undefined && { model }), judge: new SchemaJudge(clock), clock };
  const { url, text } = reading.page;
  const page = DATA.has(reading.kind) ? { html: text, url } : { tree: reading.whole.tree, url };
  const [summary, json] = await Promise.all([
    wish.summary ? summaryOf({ ...parts, checker }, reading, signal) : undefined,
    wish.schema && createExtractor(parts).extract(page, wish.schema, { signal }),
  ]);
  const isSummaryLost = wish.summary && summary === undefined;
  const isFailed = isSummaryLost || (json !== undefined && hasFailed(json));
  return {
    outputs: { ...(summary !== undefined && { summary }), ...(json !== undefined && { json }) },
    warnings: isFailed ? ["model-failed"] : [],
  };
}

/** Undefined when the model failed. */
async function summaryOf(
  parts: Parameters<typeof summarize>[0],
  { kind, page, whole, metadata }: Reading,
  signal: AbortSignal,
): Promise<Summary | undefined> {
  const view = kind === "html" ? mainContent(whole.tree, { url: page.url }) : whole;
  const { title, language } = metadata();
  try {
    return await summarize(parts, { view, title, language }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!isAiError(error) || error.code === "INVALID_MODEL") throw error;
    return undefined;
  }
}

function hasFailed({ warnings }: Extraction): boolean {
  return warnings.some(({ kind }) => kind === "model-failed");
}
