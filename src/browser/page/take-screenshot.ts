import {
  checkArgument,
  checkNumber,
  deadline,
  Disposer,
  systemClock,
  unlessAborted,
  withDefaults,
  type Clock,
} from "../../core/index.ts";
import { BrowserError } from "../browser-error.ts";
import type { CdpSession, DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";
import { AnimationFreezer } from "./animation-freezer.ts";
import { captureStrips } from "./capture-strips.ts";
import { ElementFinder, type PicturedElement } from "./element-finder.ts";
import { growWindow, type GrownWindow } from "./grow-window.ts";
import { IsolatedWorld } from "./isolated-world.ts";
import { PictureLoader } from "./load-pictures.ts";
import { pictureArea, type PictureArea } from "./picture-area.ts";
import { resetWindow, stagePage, type Viewport } from "./stage-page.ts";

const lasts = new WeakMap<object, Promise<void>>();

/**
 * Runs what may run once at a time for each `key`, in the order of the calls.
 * @throws what `run` throws; the signal's reason when it aborts before the turn
 */
async function inTurn<Result>(
  key: object,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> {
  const before = lasts.get(key) ?? Promise.resolve();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  lasts.set(
    key,
    before.then(() => over),
  );
  try {
    await unlessAborted(before, signal);
    return await run();
  } finally {
    resolve();
  }
}

/** What is pictured, and how. */
export interface ScreenshotOptions {
  /**
   * The whole document instead of what the window shows of it; where an element that fills the window
   * scrolls in its place, all of that element, up to 16,000 rows of pixels. @default false
   */
  readonly fullPage?: boolean;
  /** Pixels per CSS pixel, from 1 to 3. @default 1 */
  readonly deviceScale?: number;
  /** The page in its dark form, where it has one. @default false */
  readonly dark?: boolean;
  /** Most rows of a full page in CSS pixels, from 100 to 100,000. @default 30_000 */
  readonly maxHeight?: number;
  /** The window's size in CSS pixels, from 16 to 4,096 each way; as it is when absent. */
  readonly viewport?: Viewport | undefined;
  /** Whether the elements on the picture are listed. @default false */
  readonly elements?: boolean;
  /** Most that all of it may take, in milliseconds; from 100. @default 60_000 */
  readonly timeoutMs?: number;
}

/** Who may end it, and whose time counts. */
export interface ScreenshotCall extends ScreenshotOptions {
  readonly signal?: AbortSignal | undefined;
  /** The machine's clock when absent. */
  readonly clock?: Clock | undefined;
}

/** A picture of a page. */
export interface Screenshot {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * Whether the page goes on: below (`height`), below and growing as it is scrolled (`endless`), or
   * to the right only (`width`). A full page has 4,096 CSS pixels across and 134,217,728 pixels in
   * all at most.
   */
  readonly capped: false | "height" | "endless" | "width";
  /**
   * The elements that have text of their own on the picture, and those around a few of them, in the
   * order of the page, when asked for; at most 250.
   */
  readonly elements?: readonly PicturedElement[];
}

type Settings = Required<Omit<ScreenshotOptions, "viewport">> & {
  readonly viewport: Viewport | undefined;
};

const defaults: Settings = Object.freeze({
  fullPage: false,
  deviceScale: 1,
  dark: false,
  maxHeight: 30_000,
  viewport: undefined,
  elements: false,
  timeoutMs: 60_000,
});

/** Milliseconds that each step of putting a page back may take, after an abort too. */
const RESTORE_MS = 500;

/**
 * Takes a picture of a page once its fonts and images are there: animations stand still, endless
 * ones are not there, the caret does not show. For a full page it is scrolled through before, so
 * that lazy images load. The page is put back: its window, scroll position and animations; its tab
 * stays in front. Pages of one context take turns.
 * @throws CoreError `INVALID_OPTION`; BrowserError `TIMEOUT`; the signal's reason; the driver's
 *   error when the page goes away
 * @example
 * ```ts
 * import { writeFile } from "node:fs/promises";
 * import { createBrowser, takeScreenshot } from "dragline/browser";
 *
 * await using browser = createBrowser();
 * await using lease = await browser.lease();
 * await lease.page.goto("https://example.com/");
 * const { png } = await takeScreenshot(lease.page, { fullPage: true });
 * await writeFile("page.png", png);
 * ```
 */
export async function takeScreenshot(
  page: DriverPage,
  call: ScreenshotCall = {},
): Promise<Screenshot> {
  checkArgument("page of takeScreenshot(page, call)", page, "page");
  checkArgument("call of takeScreenshot(page, call)", call, "object");
  const { signal, clock = systemClock, ...given } = call;
  const settings = withDefaults<Settings>(defaults, given);
  checkSettings(settings);
  using limit = deadline(clock, settings.timeoutMs, signal);
  try {
    limit.signal.throwIfAborted();
    // Of the tabs of a window one is drawn, and those of a context may share a window.
    return await inTurn(page.browserContext(), limit.signal, () =>
      inSession({ page, clock, settings, signal: limit.signal }),
    );
  } catch (failure) {
    if (!limit.expired) throw failure;
    const ms = settings.timeoutMs;
    const message = `The screenshot took longer than ${ms} ms.`;
    throw new BrowserError("TIMEOUT", { message, cause: failure, details: { ms } });
  }
}

function checkSettings({ deviceScale, maxHeight, viewport, timeoutMs }: Settings): void {
  checkNumber("deviceScale", deviceScale, { min: 1, max: 3, integer: false });
  checkNumber("maxHeight", maxHeight, { min: 100, max: 100_000 });
  checkNumber("timeoutMs", timeoutMs, { min: 100 });
  if (viewport === undefined) return;
  checkNumber("viewport.width", viewport.width, { min: 16, max: 4_096 });
  checkNumber("viewport.height", viewport.height, { min: 16, max: 4_096 });
}

interface Order {
  readonly page: DriverPage;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

interface Work extends Order {
  readonly session: CdpSession;
  readonly restoring: Disposer;
}

async function inSession(order: Order): Promise<Screenshot> {
  const session = await unlessAborted(openSession(order.page), order.signal);
  await using restoring = new Disposer();
  restoring.defer(() =>
    bounded(order.clock, (soon) => unlessAborted(resetWindow(order.page), soon)),
  );
  // A page that is gone took its session along.
  restoring.defer(() => session.detach().catch(() => {}));
  return await picture({ ...order, session, restoring });
}

async function picture(work: Work): Promise<Screenshot> {
  const { page, session, clock, settings, signal, restoring } = work;
  const world = new IsolatedWorld(session);
  await stagePage({ session, world }, settings, signal);
  using loader = new PictureLoader(page, world, clock);
  const view = await pictureArea(session, settings, signal);
  let endless = false;
  let grown: GrownWindow | undefined;
  if (settings.fullPage) {
    grown = await growWindow({ session, world, ...settings }, signal);
    if (grown !== undefined) {
      const { restore } = grown;
      restoring.defer(() => bounded(clock, restore));
    }
    restoring.defer(() => bounded(clock, (soon) => loader.scrollTo(view.x, view.y, soon)));
    endless = await loader.scrollThrough(view.viewHeight, settings.maxHeight, signal);
    await loader.scrollTo(0, 0, signal);
  }
  await loader.settle(settings.fullPage ? settings.maxHeight : view.y + view.viewHeight, signal);
  await freeze(work, world);
  const area = await pictureArea(session, settings, signal);
  const png = await captureStrips(session, area, signal);
  const capped = cappedBy(area, endless);
  const found = settings.elements ? { elements: await elementsOn(area, world, signal) } : {};
  return {
    ...png,
    capped: capped === false && grown?.isCut === true ? "height" : capped,
    ...found,
  };
}

async function elementsOn(
  area: PictureArea,
  world: IsolatedWorld,
  signal: AbortSignal,
): Promise<readonly PicturedElement[]> {
  const call = `new (${ElementFinder.toString()})(${JSON.stringify(area)}).find()`;
  return (await world.value(signal, call)) as readonly PicturedElement[];
}

async function freeze({ clock, restoring, signal }: Work, world: IsolatedWorld): Promise<void> {
  const freezer = `new (${AnimationFreezer.toString()})()`;
  restoring.defer(() => bounded(clock, (soon) => world.value(soon, `${freezer}.thaw()`)));
  await world.value(signal, `${freezer}.freeze()`);
}

/** Puts something back, if the page answers soon. */
async function bounded(
  clock: Clock,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  using limit = deadline(clock, RESTORE_MS);
  await run(limit.signal).catch(() => {});
}

function cappedBy({ cut }: PictureArea, endless: boolean): Screenshot["capped"] {
  if (endless) return "endless";
  return cut;
}
