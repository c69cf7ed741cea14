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
