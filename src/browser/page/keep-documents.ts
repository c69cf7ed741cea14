import type { DriverPage } from "../driver.ts";

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
 * requests, such as those of scripts, go on. Links and forms that would open a tab, where nobody asks,
 * open in their own. Frames of other sites, which have processes of their own, must not be there yet.
 */
export async function keepDocuments(
  page: DriverPage,
  isAllowed: (url: URL, isFrame: boolean) => boolean,
): Promise<AsyncDisposable> {
  const session = await page.createCDPSession();
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
  await session.send("Page.enable");
  await Promise.all([
    session.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] }),
    // A world of its own: the page's scripts see nothing of it.
    session.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `(${stayInTab.toString()})()`,
      worldName: "dragline-keep-documents",
    }),
  ]);
  return {
    async [Symbol.asyncDispose]() {
      // A page that is gone took its session along.
      await session.detach().catch(() => {});
    },
  };
}

/** Runs in the page. */
function stayInTab(): void {
  const stay = (event: Event): void => {
    for (const node of event.composedPath()) {
      const isLink = node instanceof HTMLAnchorElement || node instanceof HTMLAreaElement;
      if (isLink || node instanceof HTMLFormElement) node.target = "_self";
    }
    if (event instanceof SubmitEvent) event.submitter?.removeAttribute("formtarget");
  };
  for (const type of ["click", "auxclick", "submit"]) addEventListener(type, stay, true);
}
