import type { VisitedPage } from "../browser/index.ts";
import type { AcquiredPage } from "./acquired-page.ts";
import type { FailureText } from "./failure.ts";
import { produceOutputs, type PagePart } from "./outputs.ts";
import type { PageReading, Reading } from "./read-page.ts";
import type {
  EngineReason,
  ScrapeEngine,
  ScrapeFailure,
  ScrapeFormat,
  ScrapeSuccess,
  ScrapeWarning,
} from "./scrape-result.ts";

type Outcome<Result> = Omit<Result, "url" | "durationMs">;

/** A scrape's result, but for what only the scraper knows. */
export type PageOutcome = Outcome<ScrapeSuccess> | Outcome<ScrapeFailure>;

/** Which engine brought a page, and why. */
export interface EngineChoice {
  readonly engine: ScrapeEngine;
  readonly engineReason: EngineReason;
}

/** What a result is made from. */
export interface OutcomeParts extends EngineChoice {
  readonly page: AcquiredPage;
  readonly read: PageReading;
  readonly formats: readonly ScrapeFormat[];
  readonly part: PagePart;
  /** What the browser brought besides the page, when one was used. */
  readonly visited?: VisitedPage | undefined;
  /** What is to be said besides what the page shows. */
  readonly warnings?: readonly ScrapeWarning[];
}

/** The result of a page that was read. */
export function pageOutcome(parts: OutcomeParts): PageOutcome {
  const { page, read, engine, engineReason } = parts;
  const { reading, failure } = read;
  if (failure === undefined && reading !== undefined) return success(parts, reading);
  const text: FailureText = failure ?? { code: "EMPTY", error: "empty response" };
  return { status: "failed", ...text, httpStatus: page.status, engine, engineReason };
}

function success(parts: OutcomeParts, reading: Reading): PageOutcome {
  const { page, formats, part, visited, engine, engineReason } = parts;
  const { kind, document, whole, metadata } = reading;
  const { url } = page;
  return {
    status: "completed",
    finalUrl: url,
    httpStatus: page.status,
    contentType: page.contentType.sniffed,
    kind,
    metadata,
    cached: page.fromCache,
    engine,
    engineReason,
    warnings: [...warningsOf(reading, visited), ...(parts.warnings ?? [])],
    error: null,
    ...produceOutputs({ document, whole, url, formats, part }),
    ...pictures(visited),
    ...(visited && visited.actions.length > 0 && { actions: visited.actions }),
  };
}

function pictures(visited: VisitedPage | undefined) {
  if (visited === undefined) return {};
  const { screenshot, screenshotFullPage } = visited;
  return {
    ...(screenshot && { screenshot }),
    ...(screenshotFullPage && { screenshotFullPage }),
  };
}

function warningsOf(reading: Reading, visited: VisitedPage | undefined): ScrapeWarning[] {
  const { page, kind, document, whole, textLength } = reading;
  const warnings = [...(document.warnings ?? [])];
  const broken = page.damage === "truncated" || page.damage === "corrupt";
  if (page.truncated || broken || whole.tree.truncated) warnings.push("truncated");
  if (kind === "html" && textLength === 0) warnings.push("no-visible-text");
  if (visited?.settled === false) warnings.push("unsettled");
  return warnings;
}
