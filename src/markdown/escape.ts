import { Code, isAsciiLetter, isAsciiPunctuation, TextClass, textClass } from "./character.ts";
import { mayOpen } from "./flanking.ts";

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
}

/** A part of a longer string. */
export interface Stretch {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The stretch with white space folded, invisible characters left out and a backslash before each
 * character that would be markup. It has to begin and end with visible characters. Its last
 * character is left alone when what follows it matters ({@link isUndecided}): ask
 * {@link needsEscape} about it once that is known.
 */
export function escapeText(stretch: Stretch, place: TextPlace): string {
  const { value, start, end } = stretch;
  let written = "";
  let copied = start;
  let word = start;
  let autolink = false;
  for (let index = start; index < end;) {
    const kind = textClass[value.charCodeAt(index)] as number;
    if (kind === TextClass.plain) {
      index += 1;
    } else if (kind === TextClass.special) {
      if (word >= 0) [autolink, word] = [isAutolink(value, word, place), -1];
      if (!autolink && isMarkup(stretch, index, place)) {
        written += `${value.slice(copied, index)}\\`;
        copied = index;
      }
      index += 1;
    } else {
      const next = foldedEnd(value, index);
      if (next > index + 1 || value.charCodeAt(index) !== Code.space) {
        written += value.slice(copied, index) + (isSpaced(value, index, next) ? " " : "");
        copied = next;
      }
      index = word = next;
    }
  }
  return written === "" && copied === start
    ? value.slice(start, end)
    : written + value.slice(copied, end);
}

/** Where the white space and invisible characters from `from` on end. */
export function foldedEnd(value: string, from = 0): number {
  let index = from;
  for (; index < value.length; index += 1) {
    const kind = textClass[value.charCodeAt(index)];
    if (kind !== TextClass.space && kind !== TextClass.invisible) break;
  }
  return index;
}

/** Whether the character is white space or invisible. NaN, behind the end, is neither. */
export function isFolded(code: number): boolean {
  const kind = textClass[code];
  return kind === TextClass.space || kind === TextClass.invisible;
}

/** Whether a run of folded characters holds white space. */
export function isSpaced(value: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (textClass[value.charCodeAt(index)] === TextClass.space) return true;
  }
  return false;
}

/**
 * Whether the word at `start` holds a literal autolink of GFM, in which backslashes are not
 * escapes and nothing is markup.
 */
function isAutolink(value: string, start: number, place: TextPlace): boolean {
  if (!place.gfm || place.inLink || place.inCell) return false;
  autolinkStart.lastIndex = start;
  return autolinkStart.test(value);
}

const autolinkStart = /[("'[]*(?:https?:\/\/|www\.)[\p{L}\p{N}]/iuy;

function isMarkup(stretch: Stretch, index: number, place: TextPlace): boolean {
  const { value, start, end } = stretch;
  const code = value.charCodeAt(index);
  if (code === Code.ampersand) {
    entity.lastIndex = index;
    return entity.test(value);
  }
  if (index === end - 1 && isUndecided(code)) return false;
  const { before } = place;
  if (index > start) place.before = value.charCodeAt(index - 1);
  place.after = value.charCodeAt(index + 1);
  const answer = needsEscape(code, place);
  place.before = before;
  return answer;
}

const entity = /&#?[a-z0-9]*(?:;|$)/iy;

/** Whether it depends on the next character if a character is markup. */
export function isUndecided(code: number): boolean {
  return code === Code.bang || (textClass[code] === TextClass.special && !isDecided(code));
}

function isDecided(code: number): boolean {
  return code === Code.backtick || code === Code.bar || code === Code.ampersand;
}

/** Whether a character, other than `&`, would be markup between its neighbours. */
// oxlint-disable-next-line complexity -- one case per character
export function needsEscape(code: number, place: TextPlace): boolean {
  const { before, after } = place;
  switch (code) {
    case Code.backslash:
      return isAsciiPunctuation(after) || after === Code.newline;
    case Code.star:
    case Code.underscore:
      return (
        after === code || mayOpen(code, before, after) || (place.inMark && before !== Code.space)
      );
    case Code.tilde:
      return after === code || before === code || place.inMark || before > Code.space;
    case Code.bracket:
      return place.inLink || place.hasDefinitions || (place.gfm && after === Code.caret);
    case Code.closeBracket:
      return (
        place.inLink || after === Code.parenthesis || after === Code.bracket || after === Code.colon
      );
    case Code.less:
      return (
        isAsciiLetter(after) ||
        after === Code.slash ||
        after === Code.bang ||
        after === Code.question
      );
    case Code.bang:
      return after === Code.bracket;
    case Code.bar:
      return place.inCell;
    default:
      return code === Code.backtick;
  }
}

/** Text for the brackets of an image, folded and escaped on its own. */
export function escapeLabel(text: string, around: TextPlace): string {
  const value = text.trim();
  const place: TextPlace = { ...around, inLink: true, before: Code.bracket };
  const escaped = escapeText({ value, start: 0, end: value.length }, place);
  const last = value.charCodeAt(value.length - 1);
  place.before = value.length > 1 ? value.charCodeAt(value.length - 2) : Code.bracket;
  place.after = Code.closeBracket;
  if (!isUndecided(last) || !needsEscape(last, place)) return escaped;
  return `${escaped.slice(0, -1)}\\${escaped.slice(-1)}`;
}
