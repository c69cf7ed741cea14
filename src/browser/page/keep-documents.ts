import type { DriverPage } from "../driver.ts";

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}

/**
 * Fails a page's requests for documents that are not allowed, before they are sent, redirects, forms and
 * frames included, until disposal (CDP `Fetch.failRequest`, `net::ERR_BLOCKED_BY_CLIENT`). Other
 * requests, such as those of scripts, go on. Frames of other sites have processes of their own: the page
 * may not have come to them.
 */
export async function keepDocuments(
  page: DriverPage,
  isAllowed: (url: URL) => boolean,
): Promise<AsyncDisposable> {
  const session = await page.createCDPSession();
  session.on("Fetch.requestPaused", (event) => {
    const { requestId, request } = event as Paused;
    const url = URL.parse(request.url);
    const isFine = url !== null && (!/^https?:$/.test(url.protocol) || isAllowed(url));
    const answer = isFine
      ? session.send("Fetch.continueRequest", { requestId })
      : session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    // A request that is gone needs no answer.
    answer.catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
  return {
    async [Symbol.asyncDispose]() {
      // A page that is gone took its session along.
      await session.detach().catch(() => {});
    },
  };
}
