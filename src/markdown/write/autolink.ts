import { visibleBefore, withoutInvisible } from "./character.ts";

/** What surrounds a character or a run of text; decides whether it would be markup there. */
export interface TextPlace {
  /** Code of the character before, as written; a space or newline at an edge. */
  before: number;
  /** Code of the character behind. */
  after: number;
  /** Inside the text of a link or image: brackets have to balance, so all are escaped. */
  inLink: boolean;
  /** Inside a table cell: bars are escaped. */
  inCell: boolean;
  /** Inside emphasis: a literal closing mark would end it. */
  inMark: boolean;
  /** The document has link definitions, so that `[1]` alone may be a link. */
  hasDefinitions: boolean;
  /** The reader knows GFM: literal autolinks and footnotes. */
  gfm: boolean;
  /**
   * Set by {@link escapeText} for text that ends in an autolink: where in it a backslash keeps it
   * from being one, should more follow directly. Else -1.
   */
  breakAt: number;
}

/** A URL in text that GFM links without markup (GFM 6.9). */
interface Autolink {
  readonly start: number;
  readonly end: number;
  /** Where a backslash keeps it from being a link. */
  readonly breakAt: number;
  /** Whether every reader sees the same link; else it has to be broken to be text. */
  readonly plain: boolean;
}

const beginning = /https?(?=:\/\/)|www(?=\.)/gi;
const name = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
// In the path no markup, no entity, no bracket; at its end no punctuation.
const path =
  "(?:[a-z0-9\\-./?=%+#:@,;!$']|&(?![a-z0-9#]+;)|(?<=[a-z0-9])_(?=[a-z0-9])|(?<=\\/)~(?=[a-z0-9]))*";
const url = new RegExp(
  `^(?:https?://|(?=www\\.))${name}(?:\\.${name})+(?::\\d+)?(?:[/?#](?:${path}[a-z0-9/=#%+$-])?)?$`,
  "i",
);
const email = /^[a-z0-9][a-z0-9.+_-]*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*\.[a-z]+$/i;

/** Behind the scheme: an entity, or what would be a URL when the first one is broken. */
const unclear = /&#?[a-z0-9]+;|:\/\/|[_~]www\./i;

/** Length of the longest scheme, `https://`. */
const SCHEME = 8;

/** The punctuation behind a URL that no reader counts to it. */
const TRAIL = "!\"'),.:;?";

/** Whether a search for autolinks is worth its while. */
export function mayHoldAutolink(value: string): boolean {
  if (value.length < 7) return false;
  return value.includes("://") || value.includes("ww.") || value.includes("WW.");
}

/** The autolinks in a part of a text, in order. `place` is what surrounds the part. */
export function findAutolinks(
  value: string,
  { start, end }: { readonly start: number; readonly end: number },
  place: TextPlace,
): Autolink[] {
  const found: Autolink[] = [];
  let stop = start;
  beginning.lastIndex = start;
  for (let match = beginning.exec(value); match !== null; match = beginning.exec(value)) {
    const at = match.index;
    if (at >= end) break;
    const before = String.fromCharCode(visibleBefore(value, at, start) ?? place.before);
    if (!canFollow(match[0], before)) continue;
    if (at >= stop) stop = wordEnd(value, at, end);
    const breakAt = at + match[0].length;
    const coreEnd = stop - at > MAX_LENGTH ? -1 : plainEnd(value, at, stop);
    found.push({ start: at, end: coreEnd, breakAt, plain: coreEnd >= 0 });
    beginning.lastIndex = Math.max(breakAt, coreEnd);
  }
  return found;
}

/** Longer words are text. */
const MAX_LENGTH = 2048;

function wordEnd(value: string, start: number, end: number): number {
  space.lastIndex = start;
  return Math.min(space.exec(value)?.index ?? end, end);
}

const space = /\s/g;

/** Where the URL in a word ends when every reader sees the same one; else -1. */
function plainEnd(value: string, start: number, end: number): number {
  let last = end;
  while (last > start && TRAIL.includes(value.charAt(last - 1))) last -= 1;
  const core = withoutInvisible(value.slice(start, last));
  return url.test(core) && !unclear.test(value.slice(start + SCHEME, end)) ? last : -1;
}

/** Whether GFM reads a link in `text`, a URL or address, behind the character `before`. */
export function canFollow(text: string, before: string): boolean {
  if (/^www/i.test(text)) return /[\s*_~([\]]/.test(before);
  return /^https?/i.test(text) ? !/[a-z]/i.test(before) : !/[a-z0-9.+_/-]/i.test(before);
}

/**
 * Whether a link can be written as its bare text, for GFM to link again: its text is its URL, or
 * the part of it that people write.
 */
export function isBareLink(text: string, href: string): boolean {
  // Most links say something else; this is much cheaper than the patterns.
  if (!href.endsWith(text)) return false;
  if (email.test(text)) return href === `mailto:${text}`;
  if (!url.test(text)) return false;
  return href === text || (/^www\./i.test(text) && href === `http://${text}`);
}

/** Whether text directly behind an autolink leaves it as it is. */
export function endsAutolink(text: string): boolean {
  return /^[!"'),.:;?]*(?:\s|$)/.test(text);
}

/** Whether such text is so short that what follows it counts too. */
export function isTrail(text: string): boolean {
  return /^[!"'),.:;?]+$/.test(text);
}
