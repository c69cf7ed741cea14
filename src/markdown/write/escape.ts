import { findAutolinks, isTrail, mayHoldAutolink } from "./autolink.ts";
import {
  Code,
  codeAt,
  isAsciiLetter,
  isAsciiPunctuation,
  TextClass,
  textClass,
  textClassAt,
  visibleBefore,
  withoutInvisible,
} from "./character.ts";
import { mayOpen } from "./flanking.ts";
import type { TextPlace } from "./autolink.ts";

/** A part of a longer string that begins and ends with visible characters. */
export interface Stretch {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The stretch with white space folded, invisible characters left out and a backslash before each
 * character that would be markup. Its last character is left alone when what follows it matters
 * ({@link isUndecided}): ask {@link needsEscape} about it once that is known.
 */
export function escapeText(stretch: Stretch, place: TextPlace): string {
  const text = escapeMarks(stretch, place);
  if (!place.gfm || place.before !== Code.bracket || !text.startsWith("^")) return text;
  // `[^1]` would be a footnote.
  if (place.breakAt >= 0) place.breakAt += 1;
  return `\\${text}`;
}

function escapeMarks(stretch: Stretch, place: TextPlace): string {
  const { value, start, end } = stretch;
  place.breakAt = -1;
  if (place.gfm && !place.inLink && mayHoldAutolink(value)) return escapeAround(stretch, place);
  const first = firstNotPlain(value, start, end);
  if (first === end) return value.slice(start, end);
  return new Escaper(stretch, place).upTo(end, first);
}

/** Where the first character is that cannot be copied as it is. */
function firstNotPlain(value: string, start: number, end: number): number {
  for (let index = start; index < end; index += 1) {
    const code = codeAt(value, index);
    const kind = textClass[code];
    if (kind === TextClass.plain) continue;
    if (code !== Code.space || isFoldedAt(value, index + 1)) return index;
  }
  return end;
}

/** Escapes text that may hold autolinks: clear ones stay as they are, others are broken. */
function escapeAround(stretch: Stretch, place: TextPlace): string {
  const { value, start, end } = stretch;
  const escaper = new Escaper(stretch, place);
  let text = "";
  let breakAt = -1;
  for (const link of findAutolinks(value, { start, end }, place)) {
    if (link.plain) {
      text += escaper.upTo(link.start);
      const back = text.length + link.breakAt - link.start;
      text += escaper.raw(link.end);
      breakAt = link.end === end || isTrail(value.slice(link.end, end)) ? back : -1;
    } else text += `${escaper.upTo(link.breakAt)}\\`;
  }
  text += escaper.upTo(end);
  place.breakAt = breakAt;
  return text;
}

class Escaper {
  readonly #stretch: Stretch;
  readonly #place: TextPlace;
  #index: number;

  constructor(stretch: Stretch, place: TextPlace) {
    this.#stretch = stretch;
    this.#place = place;
    this.#index = stretch.start;
  }

  /** The text up to `end` as it is, but for invisible characters. */
  raw(end: number): string {
    const start = this.#index;
    this.#index = end;
    return withoutInvisible(this.#stretch.value.slice(start, end));
  }

  /** The text up to `end`, escaped. What is before `from` needs no escape. */
  upTo(end: number, from: number = this.#index): string {
    const { value } = this.#stretch;
    let written = "";
    let copied = this.#index;
    let index = from;
    while (index < end) {
      const kind = textClassAt(value, index);
      if (kind === TextClass.plain) {
        index += 1;
      } else if (kind === TextClass.special) {
        if (this.#isMarkup(index)) {
          written += `${value.slice(copied, index)}\\`;
          copied = index;
        }
        index += 1;
      } else {
        const next = foldedEnd(value, index);
        if (next > index + 1 || codeAt(value, index) !== Code.space) {
          written += value.slice(copied, index) + (isSpaced(value, index, next) ? " " : "");
          copied = next;
        }
        index = next;
      }
    }
    this.#index = end;
    return written === "" ? value.slice(copied, end) : written + value.slice(copied, end);
  }

  #isMarkup(index: number): boolean {
    const { value, start, end } = this.#stretch;
    const code = codeAt(value, index);
    if (index === end - 1 && isUndecided(code)) return false;
    if (code === Code.ampersand) {
      entity.lastIndex = index;
      return entity.test(value);
    }
    const place = this.#place;
    const { before } = place;
    if (index > start && flanks(code)) {
      place.before = visibleBefore(value, index, start) ?? before;
    }
    place.after = visibleAfter(value, index);
    const answer = needsEscape(code, place);
    place.before = before;
    return answer;
  }
}

/** Whether it matters what is before the character. */
function flanks(code: number): boolean {
  return code === Code.star || code === Code.underscore || code === Code.tilde;
}

const entity = /&#?[a-z0-9]+;/iy;

function visibleAfter(value: string, index: number): number {
  let at = index + 1;
  const { length } = value;
  while (at < length && textClassAt(value, at) === TextClass.invisible) at += 1;
  if (at >= length || textClassAt(value, at) === TextClass.space) return Code.space;
  return codeAt(value, at);
}

/** Where the white space and invisible characters from `from` on end. */
export function foldedEnd(value: string, from = 0): number {
  let index = from;
  const { length } = value;
  while (index < length && isFoldedAt(value, index)) index += 1;
  return index;
}

/** Whether a character is white space or invisible. */
export function isFoldedAt(value: string, index: number): boolean {
  const kind = textClassAt(value, index);
  return kind === TextClass.space || kind === TextClass.invisible;
}

/** Whether a run of folded characters holds white space. */
export function isSpaced(value: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (textClassAt(value, index) === TextClass.space) return true;
  }
  return false;
}

/** Whether it depends on the next character if a character is markup. */
export function isUndecided(code: number): boolean {
  return code === Code.bang || (textClass[code] === TextClass.special && !isDecided(code));
}

function isDecided(code: number): boolean {
  return code === Code.backtick || code === Code.bar;
}

/**
 * Whether a character would be markup between its neighbours. Of `&` nothing but a letter, number
 * sign or semicolon behind it, or behind the name it begins, is asked.
 */
// oxlint-disable-next-line complexity -- one case per character
export function needsEscape(code: number, place: TextPlace): boolean {
  const { before, after } = place;
  switch (code) {
    case Code.backslash:
      return isAsciiPunctuation(after);
    case Code.star:
    case Code.underscore:
      if (place.inMark && before > Code.space && mayOpen(code, after, before)) return true;
      return before === code || after === code || mayOpen(code, before, after);
    case Code.tilde:
      if (place.inMark || after === code || before === code) return true;
      return mayOpen(code, after, before);
    case Code.bracket:
      return place.inLink || place.hasDefinitions || (place.gfm && after === Code.caret);
    case Code.closeBracket:
      if (place.inLink) return true;
      return after === Code.parenthesis || after === Code.bracket || after === Code.colon;
    case Code.less:
      if (after === Code.slash || after === Code.bang) return true;
      return isAsciiLetter(after) || after === Code.question;
    case Code.bang:
      return after === Code.bracket;
    case Code.ampersand:
      return (
        isAsciiLetter(after) ||
        isDigit(after) ||
        after === Code.numberSign ||
        after === Code.semicolon
      );
    case Code.bar:
      return place.inCell;
    default:
      return code === Code.backtick;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A text that needs neither folding nor escaping. */
const plainLabel = /^[A-Za-z0-9,;?'()+%-]+(?: [A-Za-z0-9,;?'()+%-]+)*$/;

/** Text for the brackets of an image, folded and escaped on its own. */
export function escapeLabel(text: string, around: TextPlace): string {
  if (plainLabel.test(text)) return text;
  const value = text.trim();
  if (value === "") return "";
  const place: TextPlace = { ...around, inLink: true, before: Code.bracket };
  const escaped = escapeText({ value, start: 0, end: value.length }, place);
  const last = codeAt(value, value.length - 1);
  place.before = visibleBefore(value, value.length - 1, 0) ?? Code.bracket;
  place.after = Code.closeBracket;
  if (!isUndecided(last) || !needsEscape(last, place)) return escaped;
  return `${escaped.slice(0, -1)}\\${escaped.slice(-1)}`;
}
