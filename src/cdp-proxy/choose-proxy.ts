import type { ConnectionProxies } from "./proxy-collaborators.ts";

/** The country of the interface, when none fits (4.5). */
const USUAL_COUNTRY = "US";

/** Where a connection goes through. */
export interface ConnectionWay {
  readonly country: string;
  /** Direct without one. */
  readonly proxy: URL | undefined;
}

/** What it is chosen by. */
interface WayOrder {
  readonly country: string | undefined;
  /** Connections of one session leave by one address. */
  readonly session: string;
  /** The website, where it is known. */
  readonly url: string | undefined;
  /** The proxy that a loaded session remembers. */
  readonly remembered: URL | undefined;
}

/**
 * The proxy of the country asked for, else of the US; a remembered one wins.
 * @throws what the provider throws
 */
export async function chooseProxy(
  proxies: ConnectionProxies | undefined,
  order: WayOrder,
): Promise<ConnectionWay> {
  const asked = order.country?.toUpperCase() ?? "";
  const country = /^[A-Z]{2}$/.test(asked) ? asked : USUAL_COUNTRY;
  if (order.remembered !== undefined) return { country, proxy: order.remembered };
  if (proxies === undefined) return { country: USUAL_COUNTRY, proxy: undefined };
  const query = { session: order.session, url: new URL(order.url ?? "about:blank") };
  const proxy = await proxies.proxyFor({ ...query, country });
  if (proxy !== undefined || country === USUAL_COUNTRY) return { country, proxy };
  const usual = await proxies.proxyFor({ ...query, country: USUAL_COUNTRY });
  return { country: USUAL_COUNTRY, proxy: usual };
}
