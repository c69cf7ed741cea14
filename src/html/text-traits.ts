import { isSpace } from "./attributes.ts";
import { NodeFlag } from "./tree.ts";

// Own constants, because the compiler folds them and not properties of what is exported.
const { blank: BLANK, plain: PLAIN, regular: REGULAR } = NodeFlag;

const RETURN = 13;
const SPACE = 32;
const POINT = 46;
const SLASH = 47;
const W = 119;

/** By code unit: whether a text with it needs a closer look; of three, only beside others. */
const watched: Uint8Array = makeWatched();

/**
 * White space, what has a meaning in HTML, markdown or another markup language, what is invisible,
 * and the parts of `://` and `www.`.
 */
function makeWatched(): Uint8Array {
  const set = new Uint8Array(65_536);
  set.fill(1, 0, SPACE + 1);
  set.fill(1, 0x7f, 0xa1);
  set.fill(1, 0x2000, 0x2010);
  set.fill(1, 0x2028, 0x2030);
  set.fill(1, 0x205f, 0x2070);
  for (const character of "&<[]\\`*_~|^./\u00ad\u1680\u180e\u3000\ufeff\ufffd") {
    set[character.charCodeAt(0)] = 1;
  }
  return set;
}

/** The {@link NodeFlag}s of a run of text: blank, plain, regular. */
export function textTraits(codes: Uint16Array, start: number, end: number): number {
  let from = start;
  while (from < end && isSpace(codes[from] as number)) from++;
  if (from === end) return BLANK;
  let to = end;
  while (isSpace(codes[to - 1] as number)) to--;
  let before = SPACE;
  for (let at = from; at < to; at++) {
    const code = codes[at] as number;
    if (watched[code] === 1 && isTelling(code, before)) {
      return isRegular(codes, start, end) ? REGULAR : 0;
    }
    before = code;
  }
  return PLAIN;
}

function isRegular(codes: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = codes[at] as number;
    if (code === RETURN || code === 0) return false;
  }
  return true;
}

/** Whether a watched character behind `before` needs a closer look. */
function isTelling(code: number, before: number): boolean {
  if (code === SPACE || code === SLASH) return before === code;
  return code !== POINT || (before | 32) === W;
}
