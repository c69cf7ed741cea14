import { inRange, maskOf, parseIp, parseRange, type Ip, type IpRange } from "./ip.ts";

/** What the guard says of an address. */
export interface AddressVerdict {
  /** Whether the address is public, so that a stranger may name it. */
  readonly allowed: boolean;
  /** Why not, as an adjective: "loopback", "private", "metadata", …; absent when allowed. */
  readonly reason?: string;
}

interface Row {
  readonly range: IpRange;
  readonly verdict: AddressVerdict;
  /** The range's first word and its mask, which settle most comparisons. */
  readonly first: number;
  readonly mask: number;
}

type Table = readonly (readonly [cidr: string, reason: string])[];

/**
 * Where clouds serve credentials and configuration to anyone who asks. No allow-list re-enables them.
 * AWS, Azure, Google, DigitalOcean and others share 169.254.169.254.
 */
export const METADATA_RANGES: Table = [
  ["169.254.169.0/24", "metadata"],
  // AWS container credentials and EKS pod identity.
  ["169.254.170.0/24", "metadata"],
  // Tencent.
  ["169.254.0.23", "metadata"],
  ["169.254.10.10", "metadata"],
  // Scaleway.
  ["169.254.42.42", "metadata"],
  // Azure's wire server, a public address that is served inside.
  ["168.63.129.16", "metadata"],
  // Alibaba.
  ["100.100.100.200", "metadata"],
  // Oracle's first generation.
  ["192.0.0.192", "metadata"],
  // AWS, Google, Oracle and Scaleway over IPv6.
  ["fd00:ec2::/32", "metadata"],
  ["fd20:ce::254", "metadata"],
  ["fd00:c1::a9fe:a9fe", "metadata"],
  ["fd00:42::42", "metadata"],
];

/** The IANA registry of special-purpose IPv4 addresses (RFC 6890), multicast and class E. */
export const SPECIAL_V4: Table = [
  ["0.0.0.0/8", "this-network"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "carrier-shared"],
  ["127.0.0.0/8", "loopback"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "protocol-assigned"],
  ["192.0.2.0/24", "documentation"],
  ["192.31.196.0/24", "AS112"],
  ["192.52.193.0/24", "multicast-relay"],
  ["192.88.99.0/24", "6to4-relay"],
  ["192.168.0.0/16", "private"],
  ["192.175.48.0/24", "AS112"],
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["240.0.0.0/4", "reserved"],
];

/** Of IPv6 only global unicast is allowed (RFC 4291, 2.4, as IANA has opened it), minus these. */
const GLOBAL_V6 = "2000::/3";

/** The special-purpose blocks inside {@link GLOBAL_V6}. */
export const SPECIAL_V6: Table = [
  ["2001::/32", "Teredo"],
  ["2001::/23", "protocol-assigned"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "6to4"],
  ["2620:4f:8000::/48", "AS112"],
  ["3fff::/20", "documentation"],
];

/** Blocks outside {@link GLOBAL_V6} that have a name of their own; all others are "reserved". */
const NAMED_V6: Table = [
  ["::1", "loopback"],
  ["::", "unspecified"],
  ["::/96", "IPv4-compatible"],
  ["::ffff:0:0/96", "IPv4-mapped"],
  ["::ffff:0:0:0/96", "IPv4-translated"],
  ["64:ff9b::/96", "NAT64"],
  ["64:ff9b:1::/48", "NAT64"],
  ["100::/64", "discard-only"],
  ["5f00::/16", "segment-routing"],
  ["fc00::/7", "private"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "site-local"],
  ["ff00::/8", "multicast"],
];

const ALLOWED: AddressVerdict = Object.freeze({ allowed: true });
const MALFORMED: AddressVerdict = Object.freeze({ allowed: false, reason: "malformed" });
const RESERVED: AddressVerdict = Object.freeze({ allowed: false, reason: "reserved" });

const metadata = rowsOf(METADATA_RANGES);
const specialV4 = rowsOf(SPECIAL_V4);
const specialV6 = rowsOf([...NAMED_V6, ...SPECIAL_V6]);
const globalV6 = rangeOf(GLOBAL_V6);

/**
 * Judges a textual IPv4 or IPv6 address by table: IPv4 is allowed unless special, IPv6 is refused
 * unless global unicast and not special. That covers every form that carries an IPv4 address
 * within (mapped, compatible, translated, NAT64, 6to4, Teredo). Anything else than an address,
 * one with a zone or in brackets included, is refused as "malformed".
 */
export function judgeAddress(address: string): AddressVerdict {
  const ip = parseIp(address);
  return ip === undefined ? MALFORMED : judgeIp(ip);
}

/** {@link judgeAddress} for an address that is parsed already. */
export function judgeIp(ip: Ip): AddressVerdict {
  const row = metadataRow(ip) ?? find(ip.family === 4 ? specialV4 : specialV6, ip);
  if (row !== undefined) return row.verdict;
  return ip.family === 4 || inRange(ip, globalV6) ? ALLOWED : RESERVED;
}

/** Whether the address, or the IPv4 address that it carries, serves a cloud's metadata. */
export function isMetadataIp(ip: Ip): boolean {
  return metadataRow(ip) !== undefined;
}

function metadataRow(ip: Ip): Row | undefined {
  const carried = carriedV4(ip);
  return (
    find(metadata, ip) ??
    (carried === undefined ? undefined : find(metadata, { family: 4, words: [carried] }))
  );
}

/** The IPv4 address that a transition mechanism would take out of an IPv6 address. */
function carriedV4({ family, words }: Ip): number | undefined {
  if (family === 4) return undefined;
  const [first = 0, second = 0, third = 0, last = 0] = words;
  if (first === NAT64) return last;
  if (first === 0 && second === 0) return BEFORE_V4.has(third) ? last : undefined;
  if (first >>> 16 === SIX_TO_FOUR) return ((first << 16) | (second >>> 16)) >>> 0;
  // RFC 4380 (4) hides the client's address by inverting its bits.
  return first === TEREDO ? ~last >>> 0 : undefined;
}

/** The third word of IPv4-compatible, mapped and translated addresses. */
const BEFORE_V4 = new Set([0, 0xffff, 0xffff0000]);
const NAT64 = 0x0064ff9b;
const SIX_TO_FOUR = 0x2002;
const TEREDO = 0x20010000;

function find(rows: readonly Row[], ip: Ip): Row | undefined {
  const [word = 0] = ip.words;
  for (const row of rows) {
    if (((word ^ row.first) & row.mask) === 0 && inRange(ip, row.range)) return row;
  }
  return undefined;
}

function rowsOf(table: Table): Row[] {
  return table.map(([cidr, reason]) => {
    const range = rangeOf(cidr);
    const [first = 0] = range.words;
    return {
      range,
      verdict: Object.freeze({ allowed: false, reason }),
      first,
      mask: maskOf(range.prefix),
    };
  });
}

function rangeOf(cidr: string): IpRange {
  const range = parseRange(cidr);
  if (range === undefined) throw new TypeError(`${cidr} is not a CIDR`);
  return range;
}
