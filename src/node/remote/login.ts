import {
  isClientError,
  type Client,
  type ManualStarted,
  type Session,
} from "../../client/index.ts";
import { deadline, systemClock, wait, type Clock } from "../../core/index.ts";
import { onEnter } from "../login/enter-pressed.ts";
import type { LoginFlags } from "../login/login-flags.ts";
import { countText } from "../terminal/count-text.ts";
import { printableLine } from "../terminal/printable.ts";
import { exitCodes, print, say, type Terminal } from "../terminal/terminal.ts";
import { addressOf, atService } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

/** Milliseconds between two looks whether the login was saved in the page. */
const LOOK_MS = 5_000;
/** Milliseconds in which the service is to end the browser of a login that was given up. */
const GIVE_UP_MS = 2_000;
/** Characters of an address and of a name. */
const LONGEST_LINE = 2_000;

/** What a person logs in to. */
interface RemoteLogin {
  readonly flags: Pick<LoginFlags, "url" | "name" | "country">;
  /** @default systemClock */
  readonly clock?: Clock;
}

/** `dragline login --remote`: a person logs in in a browser of a service, which keeps the session. */
export function logInAt(
  place: RemotePlace,
  { flags: asked, clock = systemClock }: RemoteLogin,
  terminal: Terminal,
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const { url: websiteUrl, name, country = "us" } = asked;
    const { signal } = terminal;
    const started = await client.startManualSession({ websiteUrl, name, country }, { signal });
    sayWhere(started, terminal);
    const session = await saved(client, started, { clock, terminal });
    if (session === undefined) {
      say(terminal, "The login ended; nothing was saved.");
      return exitCodes.failed;
    }
    const own = printableLine(session.name, LONGEST_LINE);
    const at = addressOf(client);
    say(terminal, `Saved as '${own}' at ${at}: ${countText(session.cookieCount, "cookie")}.`);
    const flags = `--remote ${quoted(at)} --session ${quoted(own)}`;
    say(terminal, `Use it: dragline scrape ${quoted(websiteUrl)} ${flags}`);
    await print(terminal, `${session.name}\n`);
    return exitCodes.ok;
  });
}

/** One word of a shell's command line, whatever the service said. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function sayWhere({ novncUrl, expiresIn }: ManualStarted, terminal: Terminal): void {
  const minutes = countText(Math.floor(expiresIn / 60), "minute");
  say(
    terminal,
    `Open this page within ${minutes}, log in there and press 'Save login', or Enter here:`,
  );
  say(terminal, `  ${printableLine(novncUrl, LONGEST_LINE)}`);
  say(terminal, "Ctrl+C saves nothing.");
}

/** What is waited with. */
interface Waiting {
  readonly clock: Clock;
  readonly terminal: Terminal;
}

/** Until somebody saves, by Enter or in the page; undefined when the browser ended before. */
async function saved(
  client: Client,
  { sessionId: id, expiresIn }: ManualStarted,
  { clock, terminal }: Waiting,
): Promise<Session | undefined> {
  using limit = deadline(clock, expiresIn * 1000, terminal.signal);
  const left = new AbortController();
  const signal = AbortSignal.any([limit.signal, left.signal]);
  const pressed = Promise.withResolvers<Session | undefined>();
  const stop = onEnter(terminal.stdin, () => {
    stop();
    pressed.resolve(save(client, id, terminal.signal));
  });
  try {
    return await Promise.race([pressed.promise, savedInPage({ client, id, clock }, signal)]);
  } catch (error) {
    if (limit.expired) return await savedSession(client, id, terminal.signal);
    await giveUp(client, id, terminal);
    throw error;
  } finally {
    stop();
    left.abort();
  }
}

/** Saves the login; where its browser has ended, gives what was saved in the page before. */
async function save(client: Client, id: string, signal: AbortSignal): Promise<Session | undefined> {
  try {
    return await client.saveManualSession({ sessionId: id }, { signal });
  } catch (error) {
    if (!isClientError(error, "NOT_FOUND")) throw error;
    return await savedSession(client, id, signal);
  }
}

async function savedInPage(
  { client, id, clock }: { readonly client: Client; readonly id: string; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Session> {
  for (;;) {
    await wait(clock, LOOK_MS, signal);
    const session = await savedSession(client, id, signal);
    if (session !== undefined) return session;
  }
}

async function savedSession(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<Session | undefined> {
  const sessions = await client.listSessions(undefined, { signal });
  return sessions.find((session) => session.id === id && session.isActive);
}

/** Ends the browser at the service, unless the login was saved meanwhile. */
async function giveUp(client: Client, id: string, terminal: Terminal): Promise<void> {
  using limit = deadline(systemClock, GIVE_UP_MS);
  const { signal } = limit;
  try {
    if ((await savedSession(client, id, signal)) === undefined) {
      await client.deleteSession({ id }, { signal });
    }
  } catch {
    say(terminal, "The service could not be told to end the browser; it ends by itself.");
  }
}
