import { isBrowserError, type VisitedPage } from "../../browser/index.ts";
import { DeadlineExceeded } from "../../core/index.ts";
import { fetchWhole } from "./fetch-whole.ts";
import { isShownAsHtml, shownPage } from "./acquired-page.ts";
import type { MadePage, PageWish } from "./made-page.ts";
import {
  pageOutcome,
  type EngineChoice,
  type OutcomeParts,
  type PageOutcome,
} from "./page-outcome.ts";
import { robotsFailure } from "./failure.ts";
import type { ScrapeWarning } from "../scrape-result.ts";
import { visitPage } from "./visit-page.ts";
import type { Engines, PageRequest } from "./fetch-whole.ts";

/** Brings a page by the engine asked for, reads it once and makes what is wanted of it. */
export async function acquire(engines: Engines, request: PageRequest): Promise<PageOutcome> {
  if (request.engine === "browser") return byBrowser(engines, request, "asked");
  const { fetcher, maker } = engines;
  const { url, fetching, signal } = request;
  const page = await fetchWhole(fetcher, { url, fetching, signal });
  const { made, shell, reading } = await maker.make(page, wishOf(request), signal);
  const finish = (choice: EngineChoice): Promise<PageOutcome> =>
    outcomeOf(engines, request, { page, made, reading, ...choice });
  if (request.engine === "http") return finish({ engine: "http", engineReason: "asked" });
  if (shell === undefined) return finish({ engine: "http", engineReason: "sufficient" });
  try {
    return await byBrowser(engines, request, shell);
  } catch (error) {
    if (signal.aborted || !isBrowserError(error)) throw error;
    return finish({ engine: "http", engineReason: "browser-failed" });
  }
}

async function byBrowser(
  engines: Engines,
  request: PageRequest,
  engineReason: EngineChoice["engineReason"],
): Promise<PageOutcome> {
  const { url, fetching, signal } = request;
  const verdict = await engines.robots?.check(url, { country: fetching.country, signal });
  if (verdict?.allowed === false) return { status: "failed", ...robotsFailure(verdict) };
  const visited = await visitPage(engines, request);
  if (visited === undefined || !isShownAsHtml(visited)) return asFile(engines, request, visited);
  const page = shownPage(visited);
  const read = await engines.maker.make(page, wishOf(request), signal);
  return outcomeOf(engines, request, { page, ...read, visited, engine: "browser", engineReason });
}

/** A file, or a document that a browser only wraps, is read as HTTP brings it. */
async function asFile(
  engines: Engines,
  request: PageRequest,
  visited: VisitedPage | undefined,
): Promise<PageOutcome> {
  const { fetcher, maker } = engines;
  const { url, fetching, formats, signal } = request;
  const page = await fetchWhole(fetcher, { url: visited?.url ?? url, fetching, signal });
  const read = await maker.make(page, wishOf(request), signal);
  const choice = { engine: "http", engineReason: "not-a-page" } as const;
  const wanted = formats.some((format) => format.startsWith("screenshot"));
  const warnings: ScrapeWarning[] = wanted && visited === undefined ? ["no-screenshot"] : [];
  return outcomeOf(engines, request, { page, ...read, visited, warnings, ...choice });
}

/** The result of a page that was read, with what a model helps with; its failure is a warning. */
async function outcomeOf(
  engines: Engines,
  { meaning: wish, signal }: PageRequest,
  { reading, ...parts }: OutcomeParts & Pick<MadePage, "reading">,
): Promise<PageOutcome> {
  const outcome = pageOutcome(parts);
  if (outcome.status === "failed" || wish === undefined || reading === undefined) return outcome;
  try {
    const { makeMeaning } = await import("./page-meaning.ts");
    const made = await makeMeaning(engines.meaning, { reading, wish }, signal);
    return { ...outcome, ...made.outputs, warnings: [...outcome.warnings, ...made.warnings] };
  } catch (error) {
    // The page is there: it need not be lost with the time that a model took.
    if (!(signal.reason instanceof DeadlineExceeded)) throw error;
    return { ...outcome, warnings: [...outcome.warnings, "model-failed"] };
  }
}

function wishOf({ formats, part, metadata, meaning }: PageRequest): PageWish {
  return { formats, part, metadata, meaning };
}
