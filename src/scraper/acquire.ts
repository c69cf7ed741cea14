import { isBrowserError, type VisitCall, type VisitedPage } from "../browser/index.ts";
import type { FetchCall, Fetcher, ProxyProvider } from "../fetcher/index.ts";
import { isShownAsHtml, shownPage } from "./acquired-page.ts";
import type { PagePart } from "./outputs.ts";
import { pageOutcome, type EngineChoice, type PageOutcome } from "./page-outcome.ts";
import { robotsFailure } from "./failure.ts";
import { readPage } from "./read-page.ts";
import type { ScrapeFormat, ScrapeWarning } from "./scrape-result.ts";
import { shellReason } from "./shell.ts";
import { visitPage } from "./visit-page.ts";

/** Shows pages in a browser; `createBrowser` of `dragline/browser` makes one. */
export interface PageVisitor {
  /** @throws BrowserError; ActionError; the signal's reason */
  visit(url: string, call: VisitCall): Promise<VisitedPage>;
}

/** What brings pages. */
export interface Engines {
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly visitor: PageVisitor;
  readonly proxies: ProxyProvider | undefined;
  /** What is asked before a browser visits a page, when robots.txt is obeyed. */
  readonly robots: Fetcher["robots"] | undefined;
}

/** One scrape, as far as engines need to know. */
export interface PageRequest {
  readonly url: string;
  readonly engine: "http" | "browser" | "auto";
  readonly formats: readonly ScrapeFormat[];
  readonly part: PagePart;
  readonly fetching: Omit<FetchCall, "signal" | "method">;
  /** What is the browser's alone. */
  readonly visiting: Omit<VisitCall, "signal" | "proxy" | "country">;
  readonly signal: AbortSignal;
}

/** Brings a page by the engine asked for, reads it once and makes what is wanted of it. */
export async function acquire(engines: Engines, request: PageRequest): Promise<PageOutcome> {
  if (request.engine === "browser") return byBrowser(engines, request, "asked");
  const { fetcher } = engines;
  const { url, fetching, formats, part, signal } = request;
  const page = await fetcher.fetch(url, { ...fetching, signal });
  const read = await readPage(page, signal);
  const finish = (choice: EngineChoice): PageOutcome =>
    pageOutcome({ page, read, formats, part, ...choice });
  if (request.engine === "http") return finish({ engine: "http", engineReason: "asked" });
  const reason = shellReason(read);
  if (reason === undefined) return finish({ engine: "http", engineReason: "sufficient" });
  try {
    return await byBrowser(engines, request, reason);
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
  const { url, fetching, formats, part, signal } = request;
  const verdict = await engines.robots?.check(url, { country: fetching.country, signal });
  if (verdict?.allowed === false) return { status: "failed", ...robotsFailure(verdict) };
  const visited = await visitPage(engines, request);
  if (visited === undefined || !isShownAsHtml(visited)) return asFile(engines, request, visited);
  const page = shownPage(visited);
  const read = await readPage(page, signal);
  return pageOutcome({ page, read, formats, part, visited, engine: "browser", engineReason });
}

/** A file, or a document that a browser only wraps, is read as HTTP brings it. */
async function asFile(
  { fetcher }: Engines,
  { url, fetching, formats, part, signal }: PageRequest,
  visited: VisitedPage | undefined,
): Promise<PageOutcome> {
  const page = await fetcher.fetch(visited?.url ?? url, { ...fetching, signal });
  const read = await readPage(page, signal);
  const choice = { engine: "http", engineReason: "not-a-page" } as const;
  const wanted = formats.some((format) => format.startsWith("screenshot"));
  const warnings: ScrapeWarning[] = wanted && visited === undefined ? ["no-screenshot"] : [];
  return pageOutcome({ page, read, formats, part, visited, warnings, ...choice });
}
