import type { PicturedElement, Screenshot } from "../../../browser/index.ts";
import { deadline, isDraglineError } from "../../../core/index.ts";
import { readNumber } from "../../../extractor/index.ts";
import type { ScrapeSuccess } from "../../../scraper/index.ts";
import { publicFailure } from "../../base/public-failure.ts";
import { ServiceError } from "../../base/service-error.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import { pageScraper } from "./page-scraper.ts";
import type { PreviewBody } from "./schema.ts";

/** Rows of the picture, in pixels. */
const MOST_ROWS = 3000;
/** Bytes of a picture that is answered. */
const LARGEST_PICTURE = 8_388_608;
/** Milliseconds that both looks may take. */
const TIMEOUT = 75_000;

type LookParts = Pick<MonitorParts, "engines" | "ownPages" | "settings" | "contentMaker" | "clock">;

/** What is looked at, and for whom. */
type Looked = PreviewBody & { readonly account: string };

/** A page as a check would have it. */
interface CheckedPage {
  readonly url: string;
  readonly html: string;
}

/**
 * A picture of a page and the elements on it whose text a check can read, each read as a check would.
 * @throws ServiceError `UPSTREAM_ERROR` for a page that fails, `SESSION_EXPIRED`; the signal's reason
 */
export async function lookAtPage(
  parts: LookParts,
  looked: Looked,
  signal: AbortSignal,
): Promise<object> {
  using limit = deadline(parts.clock, TIMEOUT, signal);
  try {
    return await withinLimit(parts, looked, limit.signal);
  } catch (error) {
    if (!limit.expired) throw error;
    throw failed(`it took longer than ${TIMEOUT / 1000} seconds`);
  }
}

async function withinLimit(parts: LookParts, looked: Looked, signal: AbortSignal): Promise<object> {
  const [page, plain] = await Promise.all([
    pictured(parts, looked, signal),
    fetched(parts, looked, signal),
  ]);
  const { finalUrl: url, html = "", screenshotFullPage: picture } = page;
  if (picture?.elements === undefined) throw lacksPictures();
  const { elements: found } = picture;
  const shown = await read(parts, { page: { url, html }, elements: found }, signal);
  const told = plain && (await read(parts, { page: plain, elements: found }, signal));
  const elements = found.flatMap((element, at) => {
    const text = shown[at] ?? "";
    if (text === "") return [];
    const needsBrowser = plain === undefined ? !isInBrowser(looked) : told?.[at] !== text;
    return [{ ...element, text, number: readNumber(text), needsBrowser }];
  });
  return { url, ...pictureJson(picture), elements };
}

function isInBrowser({ useBrowser, sessionId }: PreviewBody): boolean {
  return useBrowser || sessionId !== null;
}

function pictureJson({ png, width, height, capped }: Screenshot): object {
  const screenshot =
    png.byteLength > LARGEST_PICTURE
      ? null
      : `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  return { screenshot, width, height, isCut: capped !== false };
}

/** The page in a browser. */
async function pictured(
  { engines }: LookParts,
  { url, country, sessionId, account }: Looked,
  signal: AbortSignal,
): Promise<ScrapeSuccess> {
  try {
    const page = await engines.scraper.scrape(url, {
      formats: ["html", "screenshotFullPage"],
      metadata: false,
      picture: { maxHeight: MOST_ROWS, elements: true },
      country,
      sessionId: sessionId ?? undefined,
      tenant: account,
      signal,
    });
    if (page.status === "completed") return page;
    throw failed(publicFailure(page));
  } catch (error) {
    if (!isDraglineError(error, "UNKNOWN_SESSION")) throw error;
    const message = "The saved session no longer exists or is logged out.";
    throw new ServiceError("SESSION_EXPIRED", { message });
  }
}

/** The page as a check without a browser has it; undefined where that is none, or is not asked. */
async function fetched(
  parts: LookParts,
  looked: Looked,
  signal: AbortSignal,
): Promise<CheckedPage | undefined> {
  if (isInBrowser(looked)) return undefined;
  const { url, country, account: tenant } = looked;
  const page = await pageScraper(parts).scrape(url, {
    formats: ["html"],
    useBrowser: false,
    country,
    sessionId: undefined,
    tenant,
    signal,
  });
  return page.status === "failed" ? undefined : { url: page.finalUrl, html: page.html ?? "" };
}

/** What a check reads of each element; nothing of a page that has none of them. */
async function read(
  { contentMaker }: LookParts,
  { page, elements }: { readonly page: CheckedPage; readonly elements: readonly PicturedElement[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (elements.length === 0) return [];
  const fields = Object.fromEntries(elements.map(({ selector }, at) => [`e${at}`, selector]));
  const made = await contentMaker.values(page, { fields, schema: null, filters: {} }, signal);
  if (made.status === "failed") {
    if (made.code === "SELECTOR_GONE") return [];
    throw failed(made.error);
  }
  return elements.map((_, at) => {
    const value = made.values[`e${at}`];
    return typeof value === "string" ? value : "";
  });
}

function failed(why: string): ServiceError {
  return new ServiceError("UPSTREAM_ERROR", { message: `The page cannot be shown: ${why}.` });
}

function lacksPictures(): ServiceError {
  const message = "The browser of this service does not tell where elements are.";
  return new ServiceError("CONFIGURATION_ERROR", { message });
}
