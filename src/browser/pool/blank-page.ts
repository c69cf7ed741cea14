import type { DriverFrame, DriverPage } from "../driver.ts";
import { unlessAborted } from "../../core/index.ts";
import { openSession } from "../open-session.ts";

/**
 * Empties a page: `about:blank` in place of its document, without an entry in its history. The page
 * does it itself, which keeps its process for the site's next document; a navigation from outside
 * would change the process twice. `location.replace` cannot be redefined by a page (HTML standard:
 * LegacyUnforgeable); a page that cancels the navigation, or loops, is not emptied.
 * @throws the signal's reason; the driver's error
 */
export async function blankPage(page: DriverPage, signal: AbortSignal): Promise<void> {
  if (page.url() === "about:blank") return;
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const onNavigated = (frame: DriverFrame): void => {
    if (frame === page.mainFrame() && frame.url() === "about:blank") resolve(undefined);
  };
  page.on("framenavigated", onNavigated);
  page.on("error", reject);
  // The answer may be lost with the document that gives it.
  const asking = page.evaluate(BLANK).catch(() => undefined);
  try {
    await unlessAborted(Promise.all([promise, asking]), signal);
  } finally {
    page.off("framenavigated", onNavigated);
    page.off("error", reject);
  }
}

const BLANK = `window.location.replace("about:blank")`;

/**
 * Ends what a page is loading; its document stays. Does not settle when the page loops.
 * @throws the signal's reason; the driver's error
 */
export async function stopPage(page: DriverPage, signal: AbortSignal): Promise<void> {
  await unlessAborted(page.evaluate("window.stop()"), signal);
}

/**
 * Gives the memory of a page's former documents back.
 * @throws the signal's reason; the driver's error
 */
export async function collectGarbage(page: DriverPage, signal: AbortSignal): Promise<void> {
  const session = await unlessAborted(openSession(page), signal);
  try {
    await unlessAborted(session.send("HeapProfiler.collectGarbage"), signal);
  } finally {
    session.detach().catch(() => {});
  }
}
