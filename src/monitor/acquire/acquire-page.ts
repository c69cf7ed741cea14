import { checkArgument, isDraglineError } from "../../core/index.ts";
import { acquireFailure, cutOff } from "./acquire-failure.ts";
import type { PageScraper, ScrapedPage } from "./acquire-ports.ts";
import type { AcquiredPage, AcquireFailure, AcquireRequest } from "./acquirer.ts";

/**
 * Has a page scraped.
 * @throws the signal's reason; what the scraper throws
 */
export async function acquirePage(
  scraper: PageScraper,
  request: AcquireRequest,
  signal: AbortSignal,
): Promise<AcquiredPage | AcquireFailure> {
  checkArgument("request of page(request, signal)", request, "object");
  checkArgument("signal of page(request, signal)", signal, "signal");
  const { url, useBrowser, country, sessionId, owner } = request;
  try {
    return shown(
      await scraper.scrape(url, {
        formats: ["html"],
        useBrowser,
        country: country ?? undefined,
        sessionId: sessionId ?? undefined,
        tenant: owner,
        signal,
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!isDraglineError(error, "UNKNOWN_SESSION")) throw error;
    return acquireFailure({ code: "SESSION_EXPIRED", error: "the saved session is gone" });
  }
}

function shown(page: ScrapedPage): AcquiredPage | AcquireFailure {
  if (page.status === "failed") return acquireFailure(page, page.httpStatus);
  if (page.warnings.includes("truncated")) return cutOff;
  return { status: "completed", finalUrl: page.finalUrl, html: page.html ?? "" };
}
