import { deadline, type Clock } from "../../core/index.ts";
import { redirectTarget, type Transport } from "../../fetcher/index.ts";
import { redirectLocation } from "../../fetcher/internal.ts";

/** Milliseconds for one address. */
const TIMEOUT = 5_000;
/** Redirects of one address that are followed. */
const MOST_HOPS = 3;
/** Addresses that are resolved for one answer. */
const MOST_ADDRESSES = 100;

/** What addresses are resolved with. */
interface RedirectParts {
  /** Over guarded sockets: the addresses are a vendor's word. */
  readonly transport: Transport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Whether an address is an engine's redirect to a source, which expires. */
export function isSourceRedirect(address: string): boolean {
  const url = URL.parse(address);
  return (
    url?.hostname === "vertexaisearch.cloud.google.com" &&
    url.pathname.startsWith("/grounding-api-redirect/")
  );
}

/**
 * Where redirects lead, by address: each is asked at once and only itself, never the page behind it.
 * What cannot be resolved is not among them.
 * @throws the signal's reason
 */
export async function resolveRedirects(
  addresses: readonly string[],
  parts: RedirectParts,
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(addresses.filter(isSourceRedirect))].slice(0, MOST_ADDRESSES);
  const found = await Promise.all(asked.map((address) => resolve(address, parts)));
  parts.signal.throwIfAborted();
  return new Map(
    asked.flatMap((address, index): [string, string][] => {
      const target = found[index];
      return target === undefined ? [] : [[address, target]];
    }),
  );
}

async function resolve(
  address: string,
  { transport, clock, signal }: RedirectParts,
): Promise<string | undefined> {
  using time = deadline(clock, TIMEOUT, signal);
  let url = address;
  try {
    for (let hop = 0; hop < MOST_HOPS && isSourceRedirect(url); hop++) {
      const headers = { "user-agent": "Dragline" };
      const request = { url: new URL(url), method: "GET", headers } as const;
      const { status, headers: told, body } = await transport.send(request, time.signal);
      await body[Symbol.asyncIterator]().return?.();
      const location = redirectLocation(status, told);
      if (location === undefined) return undefined;
      url = redirectTarget(request.url, location).href;
    }
  } catch {
    // An address that cannot be resolved stays what it is, which the source tells.
    return undefined;
  }
  return isSourceRedirect(url) ? undefined : url;
}
