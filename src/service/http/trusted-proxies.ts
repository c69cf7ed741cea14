import { BlockList, isIP, SocketAddress } from "node:net";
import { CoreError } from "../../core/index.ts";

/** Says whether an address, as {@link plainAddress} spells it, is a proxy of the host's own. */
export type IsTrusted = (address: string) => boolean;

/**
 * Reads the addresses and CIDRs of trusted proxies.
 * @throws CoreError `INVALID_OPTION`
 */
export function trustedProxies(entries: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const entry of entries) {
    if (!addEntry(list, entry)) throw badEntry(entry);
  }
  if (entries.length === 0) return () => false;
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/**
 * The one spelling of an address: without zone, IPv4-mapped IPv6 as IPv4. Undefined when the text
 * is no address.
 */
export function plainAddress(text: string): string | undefined {
  const [address = ""] = text.split("%", 1);
  const family = isIP(address);
  if (family === 0) return undefined;
  if (family === 4) return address;
  const spelled = new SocketAddress({ address, family: "ipv6" }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(spelled)?.[1] ?? spelled;
}

function addEntry(list: BlockList, entry: string): boolean {
  const [text = "", prefix, ...rest] = entry.split("/");
  const address = plainAddress(text);
  if (address === undefined || rest.length > 0) return false;
  if (prefix === undefined) {
    list.addAddress(address, familyOf(address));
    return true;
  }
  const isMapped = text.includes(":") && !address.includes(":");
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) - (isMapped ? 96 : 0) : -1;
  if (bits < 0 || bits > (address.includes(":") ? 128 : 32)) return false;
  list.addSubnet(address, bits, familyOf(address));
  return true;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}

function badEntry(entry: string): CoreError {
  return new CoreError("INVALID_OPTION", {
    message: `Option 'trustedProxies' must contain IP addresses and CIDR ranges; got '${entry.slice(0, 100)}'.`,
    details: { option: "trustedProxies", value: entry },
  });
}
