import { isIPv4, isIPv6 } from "node:net";

/** An IP address as numbers: one 32-bit word for IPv4, four for IPv6, most significant first. */
export interface Ip {
  readonly family: 4 | 6;
  readonly words: readonly number[];
}

/** A CIDR: the addresses of one family that share their first `prefix` bits. */
export interface IpRange extends Ip {
  readonly prefix: number;
}

/**
 * Reads a textual address: dotted decimal without leading zeros, or RFC 4291 (2.2). A zone
 * (`%eth0`), brackets and every other spelling of `inet_aton` give undefined.
 */
export function parseIp(text: string): Ip | undefined {
  if (isIPv4(text)) return { family: 4, words: [wordOfV4(text)] };
  if (isIPv6(text) && !text.includes("%")) return { family: 6, words: wordsOfV6(text) };
  return undefined;
}

/**
 * Reads `ADDRESS/PREFIX`, or an address alone as the range of just itself; undefined when it is
 * neither, or when bits are set behind the prefix.
 */
export function parseRange(text: string): IpRange | undefined {
  const slash = text.indexOf("/");
  const ip = parseIp(slash === -1 ? text : text.slice(0, slash));
  if (ip === undefined) return undefined;
  const width = ip.words.length * 32;
  if (slash === -1) return { ...ip, prefix: width };
  const length = text.slice(slash + 1);
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : width + 1;
  return prefix <= width && isBase(ip.words, prefix) ? { ...ip, prefix } : undefined;
}

/** Whether the address is one of the range. */
export function inRange(ip: Ip, range: IpRange): boolean {
  if (ip.family !== range.family) return false;
  let bits = range.prefix;
  for (let index = 0; bits > 0; index += 1) {
    const difference = wordAt(ip.words, index) ^ wordAt(range.words, index);
    if ((difference & maskOf(bits)) !== 0) return false;
    bits -= 32;
  }
  return true;
}

/** Whether two textual addresses are the same address, whatever their spelling. */
export function sameAddress(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [parseIp(one), parseIp(other)];
  if (first === undefined || second === undefined) return false;
  return inRange(first, { ...second, prefix: second.words.length * 32 });
}

function wordAt(words: readonly number[], index: number): number {
  return words[index] ?? 0;
}

/** A mask of the first `bits` of 32 bits; of none when negative, of all when more. */
export function maskOf(bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? -1 : -1 << (32 - bits);
}

function isBase(words: readonly number[], prefix: number): boolean {
  return words.every((word, index) => (word & ~maskOf(prefix - 32 * index)) === 0);
}

/** The text is known to be valid, so its digits can be summed up without splitting. */
function wordOfV4(text: string): number {
  let word = 0;
  let octet = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit >= 0) octet = octet * 10 + digit;
    else [word, octet] = [word * 256 + octet, 0];
  }
  return word * 256 + octet;
}

/** The text is known to be valid. */
function wordsOfV6(text: string): number[] {
  const gap = text.indexOf("::");
  if (gap === -1) return pairUp(groupsOf(text));
  const groups = groupsOf(text.slice(0, gap));
  const tail = groupsOf(text.slice(gap + 2));
  while (groups.length + tail.length < 8) groups.push(0);
  return pairUp(groups.concat(tail));
}

/** The 16-bit groups; a dotted IPv4 address at the end counts as two. */
function groupsOf(text: string): number[] {
  const groups: number[] = [];
  if (text === "") return groups;
  for (const group of text.split(":")) {
    const word = group.includes(".") ? wordOfV4(group) : Number.parseInt(group, 16);
    if (group.includes(".")) groups.push(word >>> 16);
    groups.push(word & 0xffff);
  }
  return groups;
}

function pairUp(groups: readonly number[]): number[] {
  const words: number[] = [];
  for (let index = 0; index < 8; index += 2) {
    words.push(((wordAt(groups, index) << 16) | wordAt(groups, index + 1)) >>> 0);
  }
  return words;
}
