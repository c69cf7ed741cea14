import type { DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";

interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
}

interface FrameTree {
  readonly frameTree: { readonly frame: { readonly id: string } };
}

/**
 * Fails a page's requests for documents that are not allowed, before they are sent, redirects, forms and
 * frames included, until disposal (CDP `Fetch.failRequest`, `net::ERR_BLOCKED_BY_CLIENT`). Other
 * requests, such as those of scripts, go on, and so do those of tabs that it opens. Frames of other sites,
 * which have processes of their own, must not be there yet.
 */
export async function keepDocuments(
  page: DriverPage,
  isAllowed: (url: URL, isFrame: boolean) => boolean,
): Promise<AsyncDisposable> {
  const session = await openSession(page);
  const tree = (await session.send("Page.getFrameTree")) as FrameTree;
  session.on("Fetch.requestPaused", (event) => {
    const { requestId, frameId, request } = event as Paused;
    const isFrame = frameId !== tree.frameTree.frame.id;
    const url = URL.parse(request.url);
    const isFine = url !== null && (!/^https?:$/.test(url.protocol) || isAllowed(url, isFrame));
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
