/** Power of two; more words than that only make the estimate coarser. */
const PLACES = 8192;

/** The round in which a word with this hash was last seen; kept, since it is asked for each change. */
const lastSeen = new Int32Array(PLACES);
let round = 0;

/**
 * Characters of `after` whose words are somewhere in `before`, at most: as many as the two can have in
 * common. Made in one pass, so that texts without anything in common cost nearly nothing.
 */
export function mostShared(before: string, after: string): number {
  round = (round + 1) | 0;
  for (let at = 0; at < before.length;) {
    const end = pieceEnd(before, at);
    lastSeen[placeOf(before, at, end)] = round;
    at = end;
  }
  let common = 0;
  for (let at = 0; at < after.length;) {
    const end = pieceEnd(after, at);
    const isSeen = after.charCodeAt(at) > 0x20;
    if (isSeen && lastSeen[placeOf(after, at, end)] === round) common += end - at;
    at = end;
  }
  return common;
}

/** A run of ASCII letters and digits, or a single sign; words are made of whole ones. */
function pieceEnd(text: string, from: number): number {
  let at = from;
  while (isPlain(text.charCodeAt(at))) at += 1;
  return Math.max(at, from + 1);
}

function isPlain(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

function placeOf(text: string, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995);
  return (hash >>> 16) & (PLACES - 1);
}
