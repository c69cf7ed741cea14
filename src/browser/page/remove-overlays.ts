import { signalOf, unlessAborted } from "../../core/index.ts";
import { callWithTools } from "../call-with-tools.ts";
import type { DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";
import { IsolatedWorld } from "./isolated-world.ts";
import { clearOverlays } from "./overlays/clear-overlays.ts";
import { elementsOf } from "./overlays/elements-of.ts";
import { isBackdrop } from "./overlays/is-backdrop.ts";
import { isOverlay } from "./overlays/is-overlay.ts";
import { knownOverlays } from "./overlays/known-overlays.ts";
import { measureOverlay } from "./overlays/measure-overlay.ts";
import { overlayWords } from "./overlays/overlay-words.ts";
import { textOf } from "./overlays/text-of.ts";
import { unlockPage } from "./overlays/unlock-page.ts";

const tools = { elementsOf, textOf, measureOverlay, isOverlay, isBackdrop, unlockPage };

/**
 * Removes what lies over a page and is none of its content: cookie banners of the known consent
 * managers, and what is one by its place, its words and its buttons; newsletter pop-ups; modal
 * dialogs over a backdrop. Nothing is clicked, so no consent is given. The page can be scrolled
 * again and is no longer blurred. Headers, navigation, dialogs with a large share of the page's
 * text and applications that are fixed as a whole stay.
 * @returns how many elements were removed
 * @throws the signal's reason; the driver's error when the page is gone
 * @example
 * ```ts
 * import { createBrowser, removeOverlays } from "dragline/browser";
 *
 * await using browser = createBrowser();
 * await using lease = await browser.lease();
 * await lease.page.goto("https://example.com/");
 * console.log(await removeOverlays(lease.page, { signal: AbortSignal.timeout(5_000) }));
 * ```
 */
export async function removeOverlays(
  page: DriverPage,
  call: { readonly signal: AbortSignal },
): Promise<number> {
  const signal = signalOf("removeOverlays(page, { signal })", call);
  const session = await unlessAborted(openSession(page), signal);
  try {
    const world = new IsolatedWorld(session);
    const realm = { evaluate: (source: string) => world.value(signal, source) };
    const arg = { words: overlayWords, selectors: knownOverlays };
    return await callWithTools(realm, clearOverlays, { tools, arg });
  } finally {
    session.detach().catch(() => {});
  }
}
