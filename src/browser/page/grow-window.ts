import { unlessAborted } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import type { IsolatedWorld } from "./isolated-world.ts";

/** Rows of pixels of a window up to which Chromium draws all of it. */
const MOST_ROWS = 16_000;
/** Times that a window is made higher: what is as high as the window grows with it. */
const TRIES = 4;

/** What the page's window is, and how much its scroller hides. */
interface ScrollerState {
  readonly width: number;
  readonly height: number;
  /** Rows that the page's scroller does not show; 0 where the document itself scrolls. */
  readonly hidden: number;
}

interface Growing {
  readonly session: CdpSession;
  readonly world: IsolatedWorld;
  readonly deviceScale: number;
  /** Most rows in CSS pixels. */
  readonly maxHeight: number;
}

/** A window that was made higher. */
export interface GrownWindow {
  /** Whether the scroller goes on below. */
  readonly isCut: boolean;
  /** Puts the window and the scroller back. */
  readonly restore: (signal: AbortSignal) => Promise<void>;
}

/**
 * Makes a page's window as high as all of its content where the page is scrolled by an element that
 * fills the window instead of by the document, as applications do. Undefined where it is not.
 */
export async function growWindow(
  { session, world, deviceScale, maxHeight }: Growing,
  signal: AbortSignal,
): Promise<GrownWindow | undefined> {
  const look = (signal: AbortSignal): Promise<ScrollerState> =>
    world.value(signal, `(${findScroller.toString()})()`) as Promise<ScrollerState>;
  const resize = ({ width }: ScrollerState, height: number, signal: AbortSignal) =>
    unlessAborted(
      session.send("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor: deviceScale,
        mobile: false,
      }),
      signal,
    );
  const first = await look(signal);
  if (first.hidden === 0) return undefined;
  const most = Math.min(maxHeight, Math.floor(MOST_ROWS / deviceScale));
  const restore = async (signal: AbortSignal): Promise<void> => {
    await resize(first, first.height, signal);
    await look(signal);
    await world.value(signal, `(${scrollBack.toString()})()`);
  };
  let now = first;
  for (let tries = 0; tries < TRIES && now.hidden > 0 && now.height < most; tries += 1) {
    const { hidden } = now;
    await resize(first, Math.min(most, now.height + hidden), signal);
    now = await look(signal);
    if (now.hidden < hidden) continue;
    // A box of its own height, which is no scroller of the page.
    await restore(signal);
    return undefined;
  }
  return { isCut: now.hidden > 0, restore };
}

/** What a page's isolated world keeps of the scroller. */
interface ScrollerSlot {
  draglineScroller?: { readonly element: Element; readonly top: number } | undefined;
}

/** Runs in the page, two frames after it was resized. */
async function findScroller(): Promise<ScrollerState> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const window = { width: innerWidth, height: innerHeight };
  const slot = globalThis as ScrollerSlot;
  const hiddenOf = (element: Element): number => element.scrollHeight - element.clientHeight;
  const known = slot.draglineScroller?.element;
  if (known !== undefined) return { ...window, hidden: Math.max(0, hiddenOf(known)) };
  const root: Element | null = document.documentElement;
  if (root === null) return { ...window, hidden: 0 };
  const canScroll = (element: Element): boolean =>
    /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
  const fills = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= innerWidth / 2 && height >= innerHeight / 2;
  };
  const isDocumentOpen = (): boolean => {
    if (hiddenOf(document.scrollingElement ?? root) <= 1) return false;
    const own = getComputedStyle(root).overflowY;
    if (own !== "visible" || document.body === null) return !/hidden|clip/.test(own);
    return !/hidden|clip/.test(getComputedStyle(document.body).overflowY);
  };
  const tallest = (): Element | undefined => {
    const roots: (Document | ShadowRoot)[] = [document];
    let best: Element | undefined;
    for (const inner of roots) {
      for (const element of inner.querySelectorAll("*")) {
        if (element.shadowRoot !== null) roots.push(element.shadowRoot);
        const isMore = hiddenOf(element) > Math.max(1, best === undefined ? 0 : hiddenOf(best));
        if (element !== root && isMore && fills(element) && canScroll(element)) best = element;
      }
    }
    return best;
  };
  const best = isDocumentOpen() ? undefined : tallest();
  if (best === undefined) return { ...window, hidden: 0 };
  slot.draglineScroller = { element: best, top: best.scrollTop };
  best.scrollTop = 0;
  return { ...window, hidden: hiddenOf(best) };
}

/** Runs in the page. */
function scrollBack(): void {
  const slot = globalThis as ScrollerSlot;
  const known = slot.draglineScroller;
  if (known !== undefined) known.element.scrollTop = known.top;
  slot.draglineScroller = undefined;
}
