import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metadataAddresses, refusedAddresses } from "../../../src/net/block-list.ts";
import { judgeAddress } from "../../../src/net/index.ts";

/** What is not public of IPv4, by first and last address and not by CIDR. */
const closedV4 = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "255.255.255.255"],
].map((pair) => pair.map((text) => numberOf(text.split(".").map(Number), 256n)));

/** What is public of IPv6 but closed again, by first and last address. */
const closedV6 = [
  ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
].map((pair) =>
  pair.map((text) => {
    const groups = text.split(":").filter((group) => group !== "");
    const padded = [...groups, "0", "0", "0", "0", "0", "0", "0"].slice(0, 8);
    return numberOf(
      padded.map((group) => Number.parseInt(group, 16)),
      65_536n,
    );
  }),
);

function numberOf(parts: readonly number[], base: bigint): bigint {
  return parts.reduce((sum, part) => sum * base + BigInt(part), 0n);
}

function isOutside(closed: readonly bigint[][], address: bigint): boolean {
  return closed.every(([first = 0n, last = 0n]) => address < first || address > last);
}

function isPublicV4(octets: readonly number[]): boolean {
  return isOutside(closedV4, numberOf(octets, 256n));
}

function isPublicV6(groups: readonly number[]): boolean {
  const [first = 0] = groups;
  return first >= 0x2000 && first <= 0x3fff && isOutside(closedV6, numberOf(groups, 65_536n));
}

/** Numbers near the edges of the ranges, else any. */
const octet = fc.oneof(
  fc.constantFrom(0, 1, 2, 9, 10, 11, 15, 16, 18, 19, 31, 32, 51, 52, 63, 64, 88, 99, 100),
  fc.constantFrom(113, 126, 127, 128, 129, 168, 169, 172, 175, 192, 193, 196, 198, 200, 203, 223),
  fc.constantFrom(224, 239, 240, 254, 255),
  fc.nat(255),
);
const group = fc.oneof(
  fc.constantFrom(0, 1, 0x4f, 0x64, 0x1ff, 0x200, 0xdb7, 0xdb8, 0xdb9, 0xfff, 0x1000, 0x1fff),
  fc.constantFrom(0x2000, 0x2001, 0x2002, 0x2003, 0x2620, 0x3ffe, 0x3fff, 0x4000, 0x5f00, 0x8000),
  fc.constantFrom(0x7f00, 0xa9fe, 0xfc00, 0xfd00, 0xfe80, 0xfec0, 0xff02, 0xff9b, 0xffff),
  fc.nat(0xffff),
);
const v4 = fc.tuple(octet, octet, octet, octet);
const v6 = fc.array(group, { minLength: 8, maxLength: 8 });
const textOf = (groups: readonly number[]): string => groups.map((n) => n.toString(16)).join(":");

describe("judgeAddress", () => {
  it("agrees with the registry of special IPv4 addresses", () => {
    fc.assert(
      fc.property(v4, (octets) => {
        expect(judgeAddress(octets.join(".")).allowed).toBe(isPublicV4(octets));
      }),
      { numRuns: 5000 },
    );
  });

  it("agrees with the registry of special IPv6 addresses", () => {
    fc.assert(
      fc.property(v6, (groups) => {
        expect(judgeAddress(textOf(groups)).allowed).toBe(isPublicV6(groups));
      }),
      { numRuns: 5000 },
    );
  });

  it("judges every spelling of an IPv6 address alike", () => {
    fc.assert(
      fc.property(v6, (groups) => {
        const text = textOf(groups);
        const short = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        const last = groups.slice(6).flatMap((n) => [n >>> 8, n & 0xff]);
        const dotted = `${textOf(groups.slice(0, 6))}:${last.join(".")}`;
        const verdict = judgeAddress(text);
        expect(judgeAddress(short)).toEqual(verdict);
        expect(judgeAddress(dotted.toUpperCase())).toEqual(verdict);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["127.0.0.1", "loopback"],
    ["10.1.2.3", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["0.0.0.0", "this-network"],
    ["100.64.0.1", "carrier-shared"],
    ["169.254.1.1", "link-local"],
    ["169.254.169.254", "metadata"],
    ["169.254.170.2", "metadata"],
    ["168.63.129.16", "metadata"],
    ["100.100.100.200", "metadata"],
    ["224.0.0.1", "multicast"],
    ["255.255.255.255", "broadcast"],
    ["::1", "loopback"],
    ["::", "unspecified"],
    ["::ffff:10.0.0.1", "IPv4-mapped"],
    ["::10.0.0.1", "IPv4-compatible"],
    ["64:ff9b::1", "NAT64"],
    ["2002:a00:1::", "6to4"],
    ["2001:0:1::", "Teredo"],
    ["fd00::1", "private"],
    ["fe80::1", "link-local"],
    ["fd00:ec2::254", "metadata"],
    ["4000::1", "reserved"],
  ])("says of %s that it is %s", (address, reason) => {
    expect(judgeAddress(address)).toEqual({ allowed: false, reason });
  });

  it.each([
    "::ffff:169.254.169.254",
    "::169.254.169.254",
    "::ffff:0:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "2001:0:0:0:0:0:5601:5601",
  ])("sees the metadata address inside %s", (address) => {
    expect(judgeAddress(address).reason).toBe("metadata");
  });

  it.each([
    "",
    "127.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "127.0.0.01",
    "2130706433",
    "1.2.3.4 ",
    "1.2.3.4.",
    "1.2.3.256",
    "[2606:4700::1]",
    "fe80::1%eth0",
    "2606:4700::1%1",
    "2606:4700:::1",
    "1:2:3:4:5:6:7:8:9",
    "example.com",
    "１.1.1.1",
    "1".repeat(1_000_000),
  ])("refuses %.20s as malformed", (address) => {
    expect(judgeAddress(address)).toEqual({ allowed: false, reason: "malformed" });
  });
});

describe("refusedAddresses", () => {
  it("is the same table to Node's own matcher", () => {
    fc.assert(
      fc.property(v4, (octets) => {
        const text = octets.join(".");
        expect(refusedAddresses.check(text, "ipv4")).toBe(!judgeAddress(text).allowed);
      }),
      { numRuns: 2000 },
    );
    const unmapped = v6.filter((groups) => textOf(groups.slice(0, 6)) !== "0:0:0:0:0:ffff");
    fc.assert(
      fc.property(unmapped, (groups) => {
        const text = textOf(groups);
        expect(refusedAddresses.check(text, "ipv6")).toBe(!judgeAddress(text).allowed);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("metadataAddresses", () => {
  it("refuses metadata and nothing else", () => {
    expect(metadataAddresses.check("169.254.169.254", "ipv4")).toBe(true);
    expect(metadataAddresses.check("fd00:ec2::254", "ipv6")).toBe(true);
    expect(metadataAddresses.check("127.0.0.1", "ipv4")).toBe(false);
    expect(metadataAddresses.check("::1", "ipv6")).toBe(false);
  });
});
