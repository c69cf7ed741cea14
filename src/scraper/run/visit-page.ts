import { isBrowserError, type VisitCall, type VisitedPage } from "../../browser/index.ts";
import type { FetchCall, ProxyProvider } from "../../fetcher/index.ts";

/** Shows pages in a browser; `createBrowser` of `dragline/browser` makes one. */
export interface PageVisitor {
  /** @throws BrowserError; ActionError; the signal's reason */
  visit(url: string, call: VisitCall): Promise<VisitedPage>;
}

/** What a visit takes. */
interface VisitParts {
  readonly visitor: PageVisitor;
  readonly proxies: ProxyProvider | undefined;
}

/** One visit. */
interface VisitRequest {
  readonly url: string;
  readonly fetching: Pick<FetchCall, "country" | "session">;
  /** What is the browser's alone. */
  readonly visiting: Omit<VisitCall, "signal" | "proxy" | "country">;
  readonly signal: AbortSignal;
}

/**
 * Shows a page in a browser, through the proxy of its country and session. Undefined when the URL
 * is a file to download.
 * @throws BrowserError; ActionError; the signal's reason
 */
export async function visitPage(
  { visitor, proxies }: VisitParts,
  { url, fetching, visiting, signal }: VisitRequest,
): Promise<VisitedPage | undefined> {
  const { country, session } = fetching;
  const target = URL.parse(url);
  const proxy =
    target === null ? undefined : await proxies?.proxyFor({ country, session, url: target });
  try {
    return await visitor.visit(url, { ...visiting, country, proxy, signal });
  } catch (error) {
    if (isBrowserError(error, "DOWNLOAD")) return undefined;
    throw error;
  }
}
