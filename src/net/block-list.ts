import { BlockList } from "node:net";
import { METADATA_RANGES, SPECIAL_V4, SPECIAL_V6 } from "./address.ts";

/**
 * Every address that `judgeAddress` refuses, for Node's own matcher: a second layer under the
 * guard, which shares its tables and none of its code.
 */
export const refusedAddresses: BlockList = blockList([
  ...METADATA_RANGES,
  ...SPECIAL_V4,
  ...SPECIAL_V6,
]);

/**
 * All of IPv6 outside of 2000::/3. Node compares an IPv4 address with IPv6 rules in its mapped form
 * (::ffff:0:0/96), so that block must be left out, or every IPv4 address would be refused.
 */
refusedAddresses.addRange("::", "::fffe:ffff:ffff", "ipv6");
refusedAddresses.addRange("::1:0:0:0", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ipv6");
refusedAddresses.addRange("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ipv6");

/** The metadata addresses alone: for connections that the operator has allowed. */
export const metadataAddresses: BlockList = blockList(METADATA_RANGES);

function blockList(table: readonly (readonly [cidr: string, reason: string])[]): BlockList {
  const list = new BlockList();
  for (const [cidr] of table) {
    const family = cidr.includes(":") ? "ipv6" : "ipv4";
    const [base = "", prefix] = cidr.split("/");
    if (prefix === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(prefix), family);
  }
  return list;
}
