/**
 * Classes by which the large libraries of styles, content systems and shops keep text for screen
 * readers alone: Bootstrap, Tailwind, WordPress, Drupal, Foundation, Angular, Amazon and others.
 */
export const unseenNames: readonly string[] = Object.freeze([
  "a-offscreen",
  "assistive-text",
  "cdk-visually-hidden",
  "element-invisible",
  "govuk-visually-hidden",
  "hidden-visually",
  "is-visually-hidden",
  "mw-hidden-accessible",
  "offscreen",
  "screen-reader",
  "screen-reader-only",
  "screen-reader-text",
  "screenreader",
  "screenreader-only",
  "show-for-sr",
  "slds-assistive-text",
  "sr-only",
  "sr-only-focusable",
  "u-hidden-visually",
  "u-sr-only",
  "u-visually-hidden",
  "ui-helper-hidden-accessible",
  "usa-sr-only",
  "visually-hidden",
  "visually-hidden-focusable",
  "visuallyhidden",
]);

const SIZE = 4_096;
const SPACE = 32;

const names = new Set(unseenNames);

/** Whether a class says that its element is for screen readers alone, on a wide screen too. */
export function saysUnseen(value: string): boolean {
  const words = value.split(/\s+/);
  if (!words.some((word) => names.has(word))) return false;
  // Tailwind takes it back from a width on: `sm:not-sr-only`.
  return !words.some((word) => /^(?:(?:sm|md|lg|xl):)?not-sr-only$/.test(word));
}

/** Parts of {@link unseenNames}, one in each of them, all as long. */
const parts = "sr-only visuall offscre screen- screenr assisti accessi invisib how-for".split(" ");
const partCodes = parts.map((part) => Uint16Array.from(part, (letter) => letter.charCodeAt(0)));
const PART = 7;

/** By a pair of letters: how far one may go on where it ends a window (after Wu and Manber). */
const steps = new Uint8Array(SIZE).fill(PART - 1);
for (const part of parts) {
  for (let at = 1; at < PART; at++) {
    const pair = pairOf(part.charCodeAt(at - 1), part.charCodeAt(at));
    steps[pair] = Math.min(steps[pair] as number, PART - 1 - at);
  }
}

/** Whether a class may have one of {@link unseenNames}; looks at every sixth letter of most. */
export function mayBeUnseen(codes: Uint16Array, from: number, to: number): boolean {
  let at = from + PART - 1;
  while (at < to) {
    const step = steps[pairOf(codes[at - 1] as number, codes[at] as number)] as number;
    if (step === 0 && isPart(codes, at)) return true;
    at += Math.max(1, step);
  }
  return false;
}

/** Whether one of the parts ends with the letter at an offset. */
function isPart(codes: Uint16Array, last: number): boolean {
  return partCodes.some((part) => {
    let at = PART - 1;
    while (at >= 0 && codes[last - PART + 1 + at] === part[at]) at--;
    return at === -1;
  });
}

/** The names by small hashes, to pass over what is none without making strings. */
export class NameFilter {
  /** By the first two letters, and by all. */
  readonly #pairs = new Uint8Array(SIZE);
  readonly #bits = new Uint8Array(SIZE);

  constructor(all: Iterable<string>) {
    for (const name of all) {
      let hash = 0;
      for (let at = 0; at < name.length; at++) hash = next(hash, name.charCodeAt(at));
      this.#bits[hash & (SIZE - 1)] = 1;
      const second = name.length > 1 ? name.charCodeAt(1) : SPACE;
      this.#pairs[pairOf(name.charCodeAt(0), second)] = 1;
    }
  }

  /** Whether a list of words may have one of the names; words are separated by white space. */
  mayHave(codes: Uint16Array, from: number, to: number): boolean {
    let at = from;
    while (at < to) {
      const first = codes[at] as number;
      const second = at + 1 < to ? Math.max(codes[at + 1] as number, SPACE) : SPACE;
      const start = at;
      while (at < to && (codes[at] as number) > SPACE) at++;
      if (this.#pairs[pairOf(first, second)] === 1 && this.#isWord(codes, start, at)) return true;
      at++;
    }
    return false;
  }

  #isWord(codes: Uint16Array, from: number, to: number): boolean {
    let hash = 0;
    for (let at = from; at < to; at++) hash = next(hash, codes[at] as number);
    return this.#bits[hash & (SIZE - 1)] === 1;
  }
}

function pairOf(first: number, second: number): number {
  return ((first << 6) ^ second) & (SIZE - 1);
}

function next(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
