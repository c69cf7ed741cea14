import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import type { StateContext, StatePage } from "./state-context.ts";

/** A page on which every origin answers with an empty document, and the network is not asked. */
export interface BlankPage extends AsyncDisposable {
  /** Shows the empty document of an origin. @throws the signal's reason; the driver's error */
  visit(origin: string, signal: AbortSignal): Promise<StatePage>;
}

/** Without an icon of its own the browser would ask the site for one, past CDP's `Fetch`. */
const BLANK = Buffer.from(`<!doctype html><link rel="icon" href="data:,">`).toString("base64");

/** Milliseconds that closing may take before it goes on unheard. */
const CLOSING = 500;

/** Milliseconds after which closing is asked for again, and how often. */
const AGAIN = 300;
const CLOSINGS = 20;

/**
 * Opens a page of `context` that reaches the storage of origins while nothing of theirs runs:
 * requests are answered here (CDP `Fetch`), service workers are passed by.
 * @throws the signal's reason, when no page is left; the driver's error
 */
export async function openBlankPage(
  context: StateContext,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<BlankPage> {
  const opening = context.newPage({ background: true });
  const dispose = (): Promise<void> => close(opening, clock);
  try {
    const page = await unlessAborted(opening, signal);
    await unlessAborted(silence(page), signal);
    return {
      visit: (origin, signal) => visit(page, origin, signal),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function silence(page: StatePage): Promise<void> {
  const session = await page.createCDPSession();
  session.on("Fetch.requestPaused", (event) => {
    answer(session, event as PausedRequest).catch(() => {});
  });
  await Promise.all([
    session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
    session.send("Network.enable"),
    session.send("Network.setBypassServiceWorker", { bypass: true }),
  ]);
}

interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
}

async function answer(session: CdpSession, paused: PausedRequest): Promise<void> {
  const { requestId, resourceType } = paused;
  if (resourceType !== "Document") {
    await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    return;
  }
  await session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: 200,
    responseHeaders: [{ name: "content-type", value: "text/html" }],
    body: BLANK,
  });
}

async function visit(page: StatePage, origin: string, signal: AbortSignal): Promise<StatePage> {
  const going = page.goto(`${origin}/`, { timeout: 0, waitUntil: "domcontentloaded", signal });
  await unlessAborted(going, signal);
  return page;
}

/** The page may still be opening; a browser that does not answer is not waited for. */
async function close(opening: Promise<StatePage>, clock: Clock): Promise<void> {
  using limit = deadline(clock, CLOSING);
  const closing = opening.then((page) => closeSurely(page, clock));
  await unlessAborted(closing, limit.signal).catch(() => {});
}

/** Chromium forgets that a page is to close when a navigation of it ends meanwhile. */
async function closeSurely(page: StatePage, clock: Clock): Promise<void> {
  for (let attempt = 1; attempt <= CLOSINGS && !page.isClosed(); attempt += 1) {
    using limit = deadline(clock, AGAIN);
    await unlessAborted(page.close(), limit.signal).catch((error: unknown) => {
      if (!limit.expired) throw error;
    });
  }
}
