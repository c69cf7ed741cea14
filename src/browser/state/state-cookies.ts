import { unlessAborted } from "../../core/index.ts";
import { browserSession } from "../open-session.ts";
import type { StateCookie } from "../storage-state.ts";
import type { StateContext } from "./state-context.ts";
import type { StateProblem } from "./state-problem.ts";

/** A cookie as CDP tells it (`Network.Cookie`). */
export interface CdpCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite?: StateCookie["sameSite"];
  readonly sourceScheme?: string;
  readonly sourcePort?: number;
  readonly partitionKey?: {
    readonly topLevelSite: string;
    readonly hasCrossSiteAncestor: boolean;
  };
  readonly partitionKeyOpaque?: boolean;
}

/**
 * The cookies of a context (CDP `Storage.getCookies`).
 * @throws the signal's reason; the driver's error
 */
export async function readCookies(
  context: StateContext,
  signal: AbortSignal | undefined,
): Promise<readonly CdpCookie[]> {
  const answer = await unlessAborted(send(context, "Storage.getCookies"), signal);
  const { cookies } = answer as { readonly cookies: readonly CdpCookie[] };
  return cookies.filter((cookie) => cookie.partitionKeyOpaque !== true);
}

/**
 * Gives cookies to a context (CDP `Storage.setCookies`). Those that the browser refuses are told
 * and do not keep the others out.
 * @throws the signal's reason; the driver's error
 */
export async function writeCookies(
  context: StateContext,
  cookies: readonly StateCookie[],
  call: { signal: AbortSignal | undefined; onProblem: (problem: StateProblem) => void },
): Promise<void> {
  if (cookies.length === 0) return;
  await unlessAborted(setSome(context, cookies), call.signal);
  const kept = new Set((await readCookies(context, call.signal)).map(toStateCookie).map(keyOf));
  for (const cookie of cookies) {
    if (kept.has(keyOf(cookie))) continue;
    const where = `${cookie.name} (${cookie.domain})`;
    call.onProblem({ kind: "cookie", where, reason: "the browser rejects it" });
  }
}

/** One bad cookie fails the whole command before any is set, so halves find it. */
async function setSome(context: StateContext, cookies: readonly StateCookie[]): Promise<void> {
  try {
    await send(context, "Storage.setCookies", { cookies: cookies.map(toCdpCookie) });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (cookies.length === 1) return;
    const half = Math.ceil(cookies.length / 2);
    await setSome(context, cookies.slice(0, half));
    await setSome(context, cookies.slice(half));
  }
}

/** "Invalid cookie fields" and the like, in contrast to a browser that is gone. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && /\): .*cookie/i.test(error.message);
}

/** The cookie in the words of a storage state. */
export function toStateCookie(cookie: CdpCookie): StateCookie {
  const { name, value, domain, path, expires, httpOnly, secure, partitionKey } = cookie;
  return {
    name,
    value,
    domain,
    path,
    expires: expires < 0 ? -1 : expires,
    httpOnly,
    secure,
    // A cookie without the attribute is treated as Lax.
    sameSite: cookie.sameSite ?? "Lax",
    ...(partitionKey !== undefined && {
      partitionKey: partitionKey.topLevelSite,
      _crHasCrossSiteAncestor: partitionKey.hasCrossSiteAncestor,
    }),
  };
}

function toCdpCookie(cookie: StateCookie): object {
  const { expires, partitionKey, _crHasCrossSiteAncestor: below, ...rest } = cookie;
  return {
    ...rest,
    ...(expires >= 0 && { expires }),
    ...(partitionKey !== undefined && {
      partitionKey: {
        topLevelSite: partitionKey,
        hasCrossSiteAncestor: below ?? isForeign(cookie.domain, partitionKey),
      },
    }),
  };
}

/** A cookie of another site than its partition's was set in a frame below it. */
function isForeign(domain: string, topLevelSite: string): boolean {
  const host = domain.replace(/^\./, "");
  const site = URL.parse(topLevelSite)?.hostname ?? "";
  return host !== site && !host.endsWith(`.${site}`);
}

/** What makes a cookie one and the same (RFC 6265, 5.3); Chromium spells domains in ASCII. */
function keyOf(cookie: StateCookie): string {
  const { name, domain, path, partitionKey = "" } = cookie;
  const dot = domain.startsWith(".") ? "." : "";
  const host = URL.parse(`http://${domain.slice(dot.length)}`)?.hostname ?? domain;
  return JSON.stringify([name, dot + host, path, partitionKey]);
}

async function send(
  context: StateContext,
  method: string,
  params: { readonly cookies?: readonly object[] } = {},
): Promise<unknown> {
  const session = await browserSession(context.browser());
  const scope = context.id === undefined ? {} : { browserContextId: context.id };
  return session.send(method, { ...scope, ...params });
}
