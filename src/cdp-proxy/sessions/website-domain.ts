import { domainToASCII } from "node:url";
import type { StateCookie, StorageState } from "../../browser/index.ts";

/** The host of a website's URL, lower case and without a point at its end; null of no such URL. */
export function domainOfUrl(url: string): string | null {
  return plainDomain(URL.parse(url)?.hostname ?? "") || null;
}

/** The host of the origin with most cookies; without origins, the domain that has most. */
export function domainOfState({ cookies, origins }: StorageState): string | null {
  const hosts = origins.map(({ origin }) => domainOfUrl(origin)).filter((host) => host !== null);
  const domains = cookies.map(({ domain }) => plainDomain(domain)).filter((host) => host !== "");
  const candidates = hosts.length > 0 ? hosts : domains;
  return mostCookies([...new Set(candidates)], cookies) ?? null;
}

/** Whether a session of that domain is meant; `example.com` means `www.example.com` too. */
export function isDomainOf(filter: string, domain: string | null): boolean {
  const wanted = plainDomain(filter);
  return domain !== null && (domain === wanted || domain.endsWith(`.${wanted}`));
}

function mostCookies(
  hosts: readonly string[],
  cookies: readonly StateCookie[],
): string | undefined {
  let most: { readonly host: string; readonly count: number } | undefined;
  for (const host of hosts) {
    const count = cookies.filter((cookie) => goesTo(cookie, host)).length;
    if (most === undefined || count > most.count) most = { host, count };
  }
  return most?.host;
}

function goesTo({ domain }: StateCookie, host: string): boolean {
  const plain = plainDomain(domain);
  return domain.startsWith(".") ? isDomainOf(plain, host) : plain === host;
}

/** Lower case, in ASCII, without points before or behind. */
function plainDomain(domain: string): string {
  const bare = domain.replace(/^\./, "").replace(/\.$/, "").toLowerCase();
  return domainToASCII(bare) || bare;
}
