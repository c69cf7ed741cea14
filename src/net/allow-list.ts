import { bareHost } from "./host.ts";
import { inRange, parseIp, parseRange, type Ip, type IpRange } from "./ip.ts";
import { NetError } from "./net-error.ts";

/** What the operator has allowed besides the public internet. */
export interface AllowList {
  /** Whether the host name, or a wildcard above it, is listed. */
  hasName(name: string): boolean;
  /** Whether the address is listed, alone or within a CIDR. */
  hasIp(ip: Ip): boolean;
}

/**
 * Reads the operator's entries: a host name, `*.` and a domain (every name below it, not itself),
 * an address, or a CIDR.
 * @throws NetError `INVALID_ALLOW_ENTRY`
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const names = new Set<string>();
  const domains = new Set<string>();
  const ranges: IpRange[] = [];
  for (const entry of entries) {
    const range = parseRange(bareHost(entry));
    if (range !== undefined) ranges.push(range);
    else if (entry.startsWith("*.")) domains.add(parseName(entry.slice(2), entry));
    else names.add(parseName(entry, entry));
  }
  return {
    hasName: (name) => names.has(name) || (domains.size > 0 && isBelow(name, domains)),
    hasIp: (ip) => ranges.some((range) => inRange(ip, range)),
  };
}

function isBelow(name: string, domains: ReadonlySet<string>): boolean {
  let dot = name.indexOf(".");
  while (dot !== -1) {
    if (domains.has(name.slice(dot + 1))) return true;
    dot = name.indexOf(".", dot + 1);
  }
  return false;
}

/** Lets the URL parser spell the name, so that it is the same name that a URL will have. */
function parseName(text: string, entry: string): string {
  const url = /[\s/?#@:\\*%]/.test(text) ? null : URL.parse(`http://${text}/`);
  const name = url === null ? "" : bareHost(url.hostname);
  const isName = /^[^.]+(?:\.[^.]+)*$/.test(name) && parseIp(name) === undefined;
  if (isName) return name;
  throw new NetError("INVALID_ALLOW_ENTRY", {
    message: `Expected a host name, '*.domain', an address or a CIDR, without a scheme or port; got '${entry.slice(0, 253)}'.`,
    details: { host: entry },
  });
}
