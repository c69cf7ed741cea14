import { plainAddress, type IsTrusted } from "./trusted-proxies.ts";

/**
 * The address that a request is counted under: the socket's, or, where that is a trusted proxy, the
 * right-most address of `X-Forwarded-For` that is none. What a client may have written itself is
 * never reached. Empty when the socket's address is unknown.
 */
export function clientAddress(
  remoteAddress: string | undefined,
  headers: Headers,
  isTrusted: IsTrusted,
): string {
  let address = plainAddress(remoteAddress ?? "") ?? "";
  if (!isTrusted(address)) return address;
  let rest = headers.get("x-forwarded-for") ?? "";
  while (rest !== "" && isTrusted(address)) {
    const comma = rest.lastIndexOf(",");
    const entry = forwarded(rest.slice(comma + 1).trim());
    if (entry === undefined) return address;
    address = entry;
    rest = comma === -1 ? "" : rest.slice(0, comma);
  }
  return address;
}

/** An entry is an address, in some proxies with a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function forwarded(entry: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry);
  return plainAddress(bare?.[1] ?? entry);
}

/** Whom an address is counted as: of IPv6 its /64, which one client has all of. */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const [front, back] = [groups(head), groups(tail)];
  const missing = address.includes("::") ? 8 - front.length - back.length : 0;
  const all = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return `${all.slice(0, 4).join(":")}::/64`;
}

function groups(text: string): string[] {
  return text === "" ? [] : text.split(":");
}
