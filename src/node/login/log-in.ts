import { Disposer } from "../../core/index.ts";
import { createRemoteBrowsers, isBrowserError } from "../../browser/index.ts";
import {
  createInteractiveSessions,
  isCdpProxyError,
  type InteractiveSessions,
  type SavedSession,
  type StartedInteractive,
} from "../../cdp-proxy/index.ts";
import { say, type Terminal } from "../terminal/terminal.ts";
import { onEnter } from "./enter-pressed.ts";
import type { LoginFlags } from "./login-flags.ts";
import { openSessionPlace } from "./session-place.ts";
import { openViewerServer } from "./viewer-server.ts";

/** Milliseconds that a person has. */
const LIFETIME = 3_600_000;
/** Milliseconds for answers under way when the viewer's server ends. */
const GRACE = 500;

/** A login that was saved, and where it is. */
interface LoggedIn {
  readonly session: SavedSession;
  readonly words: string;
}

/**
 * Opens a browser in which a person logs in, and saves what it stores then.
 * @param isWindowed whether it has a window of its own; else a page on this machine shows it
 * @returns undefined when it ended without being saved
 * @throws UsageError, Error; the signal's reason, when nothing is left of it
 */
export async function logIn(
  flags: LoginFlags,
  terminal: Terminal,
  isWindowed: boolean,
): Promise<LoggedIn | undefined> {
  await using owned = new Disposer();
  const place = await openSessionPlace(flags, terminal, owned);
  const chromium = { shown: isWindowed };
  const browsers = owned.add(
    createRemoteBrowsers({}, { warm: 0, max: 1, allow: flags.allow, chromium }),
  );
  const interactive = owned.add(
    createInteractiveSessions(
      { browsers, sessions: place.sessions },
      { lifetimeMs: LIFETIME, windowed: isWindowed },
    ),
  );
  const started = await begin(interactive, place.owner, { flags, terminal });
  if (isWindowed) {
    say(terminal, "Log in, then close the window or press Enter here. Ctrl+C saves nothing.");
  } else {
    const server = await openViewerServer(interactive, flags.port);
    owned.defer(() => server.close(GRACE));
    sayWhere(terminal, `${server.url}/login/${started.id}?token=${started.token}`, server.url);
  }
  const session = await saved(interactive, started, terminal);
  return session && { session, words: place.words(session) };
}

function sayWhere(terminal: Terminal, page: string, server: string): void {
  const { port } = new URL(server);
  say(terminal, "Open this page, log in there and press 'Save login', or Enter here:");
  say(terminal, `  ${page}`);
  say(terminal, `From another machine, first run: ssh -L ${port}:127.0.0.1:${port} THIS_MACHINE`);
  say(terminal, "Ctrl+C saves nothing.");
}

async function begin(
  interactive: InteractiveSessions,
  owner: string,
  { flags, terminal }: { readonly flags: LoginFlags; readonly terminal: Terminal },
): Promise<StartedInteractive> {
  const { url: websiteUrl, name, country } = flags;
  const { signal } = terminal;
  try {
    return await interactive.start({ owner, websiteUrl, name, country, signal });
  } catch (error) {
    if (isCdpProxyError(error, "DUPLICATE_NAME")) {
      throw new Error(`a session with the name '${name}' already exists`, { cause: error });
    }
    throw plain(error);
  }
}

/** Until somebody saves, by Enter, in the viewer or by closing the window; or it ends. */
async function saved(
  interactive: InteractiveSessions,
  { id, ended, whyEnded }: StartedInteractive,
  terminal: Terminal,
): Promise<SavedSession | undefined> {
  const { signal } = terminal;
  const failure = Promise.withResolvers<never>();
  const stop = onEnter(terminal.stdin, () => {
    interactive.save({ id, signal }).catch((error: unknown) => failure.reject(plain(error)));
  });
  const onAbort = (): void => failure.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const session = await Promise.race([ended, failure.promise]);
    if (whyEnded() !== "tooMuchStored") return session;
    throw new Error("the browser used more disk space than it is allowed; nothing was saved");
  } finally {
    stop();
    signal.removeEventListener("abort", onAbort);
  }
}

/** A missing browser is not an error of the command line. */
function plain(error: unknown): unknown {
  const cause = isCdpProxyError(error) ? (error.cause ?? error) : error;
  const isOurs = isCdpProxyError(cause) || isBrowserError(cause);
  return isOurs ? new Error(cause.message, { cause: error }) : error;
}
