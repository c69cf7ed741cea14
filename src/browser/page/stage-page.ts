import { unlessAborted } from "../../core/index.ts";
import type { CdpSession, DriverPage } from "../driver.ts";
import type { IsolatedWorld } from "./isolated-world.ts";

/** A window's size in CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

interface Stage {
  readonly deviceScale: number;
  readonly dark: boolean;
  readonly viewport: Viewport | undefined;
}

interface Staged {
  readonly session: CdpSession;
  readonly world: IsolatedWorld;
}

/** What puppeteer keeps of the window that it was asked for. */
interface ViewportOwner {
  viewport(): object | null;
  setViewport(viewport: object | null): Promise<void>;
}

/**
 * Gives a page the window of a picture: its size and scale, no scroll bars, dark or not. It comes
 * to the front, since a tab in the background neither draws nor loads what is seen.
 * All of it ends with the session.
 */
export async function stagePage(
  { session, world }: Staged,
  { deviceScale, dark, viewport }: Stage,
  signal: AbortSignal,
): Promise<void> {
  const send = (method: string, params: object): Promise<unknown> =>
    unlessAborted(session.send(method, params), signal);
  await send("Page.bringToFront", {});
  await send("Emulation.setFocusEmulationEnabled", { enabled: true });
  await send("Emulation.setScrollbarsHidden", { hidden: true });
  if (dark) {
    const features = [{ name: "prefers-color-scheme", value: "dark" }];
    await send("Emulation.setEmulatedMedia", { features });
  }
  const now = await world.call(signal, readWindow);
  const { width, height } = viewport ?? now;
  const resize = (across: number): Promise<unknown> =>
    send("Emulation.setDeviceMetricsOverride", {
      width: across,
      height,
      deviceScaleFactor: deviceScale,
      mobile: false,
    });
  // Hidden scroll bars give their room away when the width changes, not before.
  if (width === now.width) await resize(width + 1);
  await resize(width);
}

/** Runs in the page. */
function readWindow(): Viewport & { readonly scale: number } {
  return { width: innerWidth, height: innerHeight, scale: devicePixelRatio };
}

/**
 * Gives a page the window again that puppeteer was asked for, once the session of the picture has
 * ended: one session's window replaces another's, and takes it along.
 */
export async function resetWindow(page: DriverPage): Promise<void> {
  const owner = page as Partial<ViewportOwner>;
  const wanted = owner.viewport?.() ?? null;
  if (wanted === null) return;
  // The browser does not hear a wish that it takes for fulfilled.
  await owner.setViewport?.(null);
  await owner.setViewport?.(wanted);
}
