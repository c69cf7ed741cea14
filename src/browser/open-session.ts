import { checkArgument } from "../core/index.ts";
import type { CdpSession } from "./driver.ts";

/** A page, or a browser as a target. */
interface SessionTarget {
  createCDPSession(): Promise<CdpSession>;
}

/** The last session of each target that is being opened. */
const turns = new WeakMap<SessionTarget, Promise<unknown>>();

/**
 * Opens a session with a target, one after the other for each: puppeteer takes the second of two that are
 * attached at the same moment for its own, and the target for gone when that is detached.
 * @throws what the driver throws
 */
export function openSession(target: SessionTarget): Promise<CdpSession> {
  checkArgument("page", target, "page");
  const opening = after(turns.get(target), () => target.createCDPSession());
  const settled = opening.catch(() => {});
  turns.set(target, settled);
  return opening;
}

async function after<Result>(
  before: Promise<unknown> | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (before !== undefined) await before;
  return await work();
}

/** The browser itself, for commands about all of it. */
interface SessionBrowser {
  target(): SessionTarget;
}

const sessions = new WeakMap<SessionBrowser, Promise<CdpSession>>();

/**
 * The session with the browser itself that all share, for as long as the browser lives: what is set on it
 * is undone by the code that set it.
 * @throws what the driver throws
 */
export function browserSession(browser: SessionBrowser): Promise<CdpSession> {
  const known = sessions.get(browser);
  if (known !== undefined) return known;
  const opening = (async () => browser.target().createCDPSession())();
  sessions.set(browser, opening);
  opening.catch(() => sessions.delete(browser));
  return opening;
}
