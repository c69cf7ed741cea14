import { checkArgument } from "./arguments.ts";
import {
  decodeOnce,
  fold,
  lettersOf,
  plainView,
  withoutMarkup,
  type TextView,
} from "./text-view.ts";

/** What stands for a secret wherever it would be shown. */
const MASK = "***";
/** Shorter values are masked only where they stand by themselves: they occur in other words. */
const SHORT = 4;
/** Values of as many characters are found across markup and white space too. */
const LONG = 6;
/** Characters that are looked at together: each takes a multiple of its memory. */
const PIECE = 1 << 19;
/** Characters that are looked at twice, so that a secret on a border is found whole. */
const OVERLAP = 1 << 14;
/** Encodings within encodings that are undone. */
const ROUNDS = 4;
/** Characters of a value that are looked for; what follows of it is masked with them. */
const PROBE = 64;
/** Characters of an encoded form that occur by chance no more. */
const ENCODED = 5;
/** What may be a word, or a number, of a sentence. */
const USUAL = /^(?:\p{L}{1,15}|\p{N}{1,3}|.{1,3})$/u;
/** What a sentence has from outside. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'|[a-z][a-z0-9+.-]{0,30}:\/\/\S+/giu;

/** A spelling that is looked for, folded. */
interface Spelling {
  readonly text: string;
  /** Whether it counts only where no letter or digit stands beside it. */
  readonly isAlone: boolean;
}

/** A part of a text, from its first character to that after its last. */
type Range = readonly [start: number, end: number];

/**
 * Values that are shown to nobody, and texts without them: whatever is shown is decoded
 * (percent-encoding, form encoding, entities of HTML, escapes of JSON, each within each) and compared.
 * A value that has signs is also found where others stand for these or none do, as in a file's name.
 * Values of fewer than 4 characters are masked only where they stand alone.
 */
export class SecretMask {
  readonly #spellings: readonly Spelling[];
  /** As they are without white space and markup. */
  readonly #joined: readonly Spelling[];
  /** Of values that have signs, as they are without any. */
  readonly #letters: readonly Spelling[];
  /** Without the values that are words; undefined when none is. */
  readonly #unusual: SecretMask | undefined;

  constructor(values: Iterable<string>) {
    const known = [...new Set(values)].filter((value) => value !== "");
    const unusual = known.filter((value) => !USUAL.test(value));
    this.#unusual = unusual.length < known.length ? new SecretMask(unusual) : undefined;
    this.#spellings = longestFirst(known.flatMap(spellingsOf));
    this.#joined = longestFirst(known.flatMap(joinedSpellings));
    this.#letters = longestFirst(known.flatMap(letterSpellings));
  }

  /** A text without the values. The time is linear in its length. */
  readonly mask = (text: string): string => {
    if (this.#spellings.length === 0 || text === "") return text;
    const ranges: Range[] = [];
    for (let start = 0; start < text.length; start += PIECE) {
      const piece = text.slice(start, start + PIECE + OVERLAP);
      for (const [from, to] of this.#rangesOf(piece)) {
        if (from < PIECE) ranges.push([start + from, start + to]);
      }
    }
    return ranges.length === 0 ? text : withMasks(text, ranges);
  };

  #rangesOf(text: string): Range[] {
    const plain = plainView(text);
    const ranges = decodings(plain).flatMap((view) => rangesIn(view, this.#spellings));
    if (this.#joined.length > 0) {
      for (const view of joinedViews(plain)) ranges.push(...rangesIn(view, this.#joined));
    }
    if (this.#letters.length > 0) {
      for (const view of letterViews(plain)) ranges.push(...rangesIn(view, this.#letters));
    }
    return ranges;
  }

  /**
   * A sentence of ours without the values. What it quotes, and addresses in it, may come from outside
   * and are masked as other texts; of our own words none is masked for a secret that is a usual word.
   */
  readonly maskSentence = (text: string): string => {
    if (this.#spellings.length === 0) return text;
    const quoted = text.replaceAll(QUOTED, (part) => this.mask(part));
    return (this.#unusual ?? this).mask(quoted);
  };
}

function spellingsOf(value: string): Spelling[] {
  const text = checkArgument("a secret", value, "string").toWellFormed();
  const isAlone = text.length < SHORT;
  const decoded = decodedWhole(text);
  const plain = [fold(text), fold(text.toUpperCase()), decoded];
  if (isAlone) return plain.map((spelling) => ({ text: spelling, isAlone }));
  const turned = text.length > SHORT ? plain.map(backwards) : [];
  const bytes = Buffer.from(text);
  const encoded = [...base64Of(bytes), bytes.toString("hex")].filter(
    (form) => form.length >= ENCODED,
  );
  const all = [...plain, ...turned, ...encoded.flatMap((form) => [fold(form), decodedWhole(form)])];
  return all.filter((each) => each !== "").map((each) => ({ text: each, isAlone: false }));
}

function joinedSpellings(value: string): Spelling[] {
  return joinedViews(plainView(value.toWellFormed()))
    .filter(({ text }) => text.length >= LONG)
    .flatMap(({ text }) => [text, backwards(text)])
    .map((text) => ({ text, isAlone: false }));
}

function letterSpellings(value: string): Spelling[] {
  const plain = plainView(value.toWellFormed());
  return letterViews(plain)
    .filter(({ text }) => text.length >= LONG && text !== plain.text)
    .map(({ text }) => ({ text, isAlone: false }));
}

/** A text's letters and digits, as they stand in its encodings and in it. */
function letterViews(plain: TextView): TextView[] {
  return [lettersOf(plain), lettersOf(decodings(plain).at(-1) ?? plain)];
}

/** A text without markup: where that stands in its encodings, and where they stand in it. */
function joinedViews(plain: TextView): TextView[] {
  const decoded = decodings(plain).at(-1) ?? plain;
  const joined = withoutMarkup(plain);
  return [withoutMarkup(decoded), withoutMarkup(decodings(joined).at(-1) ?? joined)];
}

/** A text as it is, and with each layer of encodings undone. */
function decodings(plain: TextView): [TextView, ...TextView[]] {
  const views: [TextView, ...TextView[]] = [plain];
  let view = decodeOnce(plain);
  while (view !== undefined && views.length <= ROUNDS) {
    views.push(view);
    view = decodeOnce(view);
  }
  return views;
}

/** A value with all that could be an encoding in it undone, as it is in a text that was decoded whole. */
function decodedWhole(value: string): string {
  return decodings(plainView(value)).at(-1)?.text ?? value;
}

function backwards(value: string): string {
  return Array.from(value).toReversed().join("");
}

/** How base64 of a longer text shows bytes: by where they begin in three. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const start = Math.ceil((offset * 4) / 3);
    const end = Math.floor((shifted.length * 4) / 3);
    const whole = shifted.toString("base64").slice(start, end);
    return [whole, whole.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function longestFirst(spellings: readonly Spelling[]): Spelling[] {
  const byText = new Map(spellings.map((one) => [one.text, one]));
  return [...byText.values()].toSorted((a, b) => b.text.length - a.text.length);
}

/** Where a view shows one of the spellings, in its source. */
function rangesIn(view: TextView, spellings: readonly Spelling[]): Range[] {
  const ranges: Range[] = [];
  const { text } = view;
  for (const spelling of spellings) {
    const probe = spelling.text.slice(0, PROBE);
    let at = text.indexOf(probe);
    while (at !== -1) {
      let end = at + probe.length;
      // More than this of a long secret is as secret, even where the rest of it was cut off.
      while (end < text.length && text[end] === spelling.text[end - at]) end += 1;
      if (!spelling.isAlone || standsAlone(text, at, end))
        ranges.push([view.starts[at] ?? 0, view.ends[end - 1] ?? 0]);
      at = text.indexOf(probe, end);
    }
  }
  return ranges;
}

function standsAlone(text: string, start: number, end: number): boolean {
  const isOfWord = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);
  return (
    !isOfWord(text.slice(Math.max(0, start - 1), start)) && !isOfWord(text.slice(end, end + 1))
  );
}

function withMasks(text: string, ranges: readonly Range[]): string {
  let masked = "";
  let told = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start >= told) masked += `${text.slice(told, start)}${MASK}`;
    told = Math.max(told, end);
  }
  return masked + text.slice(told);
}

/** Makes a function that masks secrets in all texts of plain data; without any it changes nothing. */
export function maskingTexts(secrets: readonly string[]): <Value>(value: Value) => Value {
  if (secrets.length === 0) return (value) => value;
  const { mask } = new SecretMask(secrets);
  return (value) => mapTexts(value, mask);
}

/**
 * Plain data with each of its texts changed, names of members too. What is neither plain nor a text
 * stays as it is.
 */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change)) as Value;
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [
    change(name),
    mapTexts(each, change),
  ]);
  return Object.fromEntries(members) as Value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
