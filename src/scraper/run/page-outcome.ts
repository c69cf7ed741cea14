import type { VisitedPage } from "../../browser/index.ts";
import type { AcquiredPage } from "./acquired-page.ts";
import type { MadePage, PageContent } from "./made-page.ts";
import type {
  EngineReason,
  ScrapeEngine,
  ScrapeFailure,
  ScrapeSuccess,
  ScrapeWarning,
} from "../scrape-result.ts";

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
  readonly made: MadePage["made"];
  /** What the browser brought besides the page, when one was used. */
  readonly visited?: VisitedPage | undefined;
  /** What is to be said besides what the page shows. */
  readonly warnings?: readonly ScrapeWarning[];
}

/** The result of a page that was read. */
export function pageOutcome(parts: OutcomeParts): PageOutcome {
  const { page, made, engine, engineReason } = parts;
  if (!("code" in made)) return success(parts, made);
  return { status: "failed", ...made, httpStatus: page.status, engine, engineReason };
}

function success(parts: OutcomeParts, content: PageContent): PageOutcome {
  const { page, visited, engine, engineReason, warnings = [] } = parts;
  const unsettled: ScrapeWarning[] = visited?.settled === false ? ["unsettled"] : [];
  return {
    status: "completed",
    finalUrl: page.url,
    httpStatus: page.status,
    contentType: page.contentType.sniffed,
    kind: content.kind,
    metadata: content.metadata,
    cached: page.fromCache,
    engine,
    engineReason,
    warnings: [
      ...content.warnings,
      ...(page.warnings ?? []),
      ...refreshes(page, visited),
      ...unsettled,
      ...warnings,
    ],
    error: null,
    ...content.outputs,
    ...pictures(visited),
    ...(visited && visited.actions.length > 0 && { actions: visited.actions }),
  };
}

function refreshes(
  { redirects = [], refresh }: AcquiredPage,
  visited: VisitedPage | undefined,
): ScrapeWarning[] {
  const warnings: ScrapeWarning[] = [];
  const byHttp = redirects.some((redirect) => redirect.refresh !== undefined);
  if (byHttp || visited?.refresh?.followed === true) warnings.push("refresh-followed");
  if (refresh !== undefined || visited?.refresh?.left === true) {
    warnings.push("refresh-not-followed");
  }
  return warnings;
}

function pictures(visited: VisitedPage | undefined) {
  if (visited === undefined) return {};
  const { screenshot, screenshotFullPage } = visited;
  return {
    ...(screenshot && { screenshot }),
    ...(screenshotFullPage && { screenshotFullPage }),
  };
}
