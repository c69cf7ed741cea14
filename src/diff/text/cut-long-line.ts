/** Characters of a unit at most; a longer line is several units. */
export const LONGEST_UNIT = 4000;

/** Characters before a piece may end, so that what ends it is a window of its own text. */
const SHORTEST_PIECE = 64;

/** One of 32 spaces ends a piece, one of 1,024 characters where there are no spaces. */
const SPACE_BITS = 27;
const CHARACTER_BITS = 22;

/**
 * Where a long line is cut: after each sentence; a sentence that is too long itself after words, a
 * word that is too long anywhere. Those places depend on the text around them and not on how far in
 * they are, so that what is put in at one place does not move all cuts behind it.
 * @returns ends of the pieces, in order, the line's end included
 */
export function cutLongLine(line: string): number[] {
  const ends: number[] = [];
  let from = 0;
  const cutTo = (to: number): void => {
    while (from < to) {
      from = nextCut(line, from, to);
      ends.push(from);
    }
  };
  while (from < line.length) cutTo(sentenceEnd(line, from));
  return ends;
}

/** Behind the signs that end a sentence, what closes it, and the white space behind. */
function sentenceEnd(line: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (isWideStop(code)) return at + 1;
    if (!isStop(code)) continue;
    let to = at + 1;
    while (to < line.length && isClosing(line.charCodeAt(to))) to += 1;
    const closed = to;
    while (to < line.length && isSpace(line.charCodeAt(to))) to += 1;
    if (to > closed) return to;
    at = closed - 1;
  }
  return line.length;
}

/** `.` `!` `?` `…` */
function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
}

/** The stops of Chinese and Japanese, which need no space. */
function isWideStop(code: number): boolean {
  return code === 0x3002 || code === 0xff01 || code === 0xff1f;
}

function isClosing(code: number): boolean {
  return `)]}"'»”’`.includes(String.fromCharCode(code));
}

function nextCut(line: string, from: number, to: number): number {
  if (to - from <= LONGEST_UNIT) return to;
  return afterSpace(line, from) ?? afterCharacter(line, from);
}

function afterSpace(line: string, from: number): number | undefined {
  let hash = 0;
  let last: number | undefined;
  for (let at = from; at < from + LONGEST_UNIT; at += 1) {
    const code = line.charCodeAt(at);
    hash = rolled(hash, code);
    if (!isSpace(code)) continue;
    last = at + 1;
    if (last - from >= SHORTEST_PIECE && hash >>> SPACE_BITS === 0) return last;
  }
  return last;
}

function afterCharacter(line: string, from: number): number {
  let hash = 0;
  for (let at = from; at < from + LONGEST_UNIT - 1; at += 1) {
    hash = rolled(hash, line.charCodeAt(at));
    const isEnd = at - from >= SHORTEST_PIECE && hash >>> CHARACTER_BITS === 0;
    if (isEnd && !isPair(line, at)) return at + 1;
  }
  const end = from + LONGEST_UNIT;
  return isPair(line, end - 1) ? end - 1 : end;
}

/** A hash of the last 32 characters: each is shifted out in the end. */
function rolled(hash: number, code: number): number {
  return ((hash << 1) + Math.imul(code + 1, 0x9e3779b1)) | 0;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0 || code === 0x3000;
}

/** Whether a cut behind the unit at `at` would part a surrogate pair. */
function isPair(line: string, at: number): boolean {
  return (line.charCodeAt(at) & 0xfc00) === 0xd800 && (line.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
