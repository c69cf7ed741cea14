import { splitSentences } from "../words/split-sentences.ts";
import { readWords, type SaidWord } from "../support/support-words.ts";
import { breaksOf } from "./clause-breaks.ts";
import { isContentWord } from "./content-words.ts";
import { readSigns, type Sign } from "./signs.ts";
import { roleOf } from "./word-roles.ts";

/** A word with its part in its clause. */
export interface Token extends SaidWord {
  /** Its place among the words of the text. */
  readonly at: number;
  readonly piece: number;
  /** The number of its clause in the text. */
  readonly clause: number;
  /** Whether it says something that no other reader of numbers, negations or signs reads. */
  readonly isContent: boolean;
  /** The preposition that it stands behind; empty for a bare one. */
  readonly role: string;
  /** Whether something of it follows: `Ann's`. */
  readonly isOwner: boolean;
}

/** A part of a text that says something by itself: up to the end of a sentence, a semicolon or a colon. */
export interface Piece {
  readonly words: readonly Token[];
  /** With places in the text's words. */
  readonly signs: readonly Sign[];
  /** Whether it asks, and says nothing. */
  readonly isAsked: boolean;
}

/** A text by its words. */
export interface SaidText {
  readonly text: string;
  readonly language: string;
  readonly words: readonly Token[];
  readonly pieces: readonly Piece[];
}

/** @param text in the form that `spellFacts` gives it */
export function readText(text: string, language: string): SaidText {
  const words: Token[] = [];
  const pieces: Piece[] = [];
  let clause = 0;
  for (const { start, own } of piecesOf(text, language)) {
    const from = words.length;
    const signs = readSigns(own, language);
    const ofSigns = new Set(signs.flatMap((sign) => rangeOf(sign)));
    const isTelling = own.map((_word, at) => !ofSigns.has(at) && isContentWord(own, at, language));
    const breaks = breaksOf(text, { start, words: own, isTelling, language });
    for (const [at, word] of own.entries()) {
      if (breaks.has(at)) clause += 1;
      words.push({
        ...word,
        start: word.start + start,
        at: from + at,
        piece: pieces.length,
        clause,
        isContent: isTelling[at] === true,
        role: roleOf(own, at, language),
        isOwner: /['’]s?$/.test(word.text),
      });
    }
    clause += 1;
    pieces.push({
      words: words.slice(from),
      signs: signs.map((sign) => ({ ...sign, at: sign.at + from, end: sign.end + from })),
      isAsked: isAskedAt(text, words.at(-1)),
    });
  }
  return { text, language, words, pieces };
}

/** Words of a piece; a text without ends of sentences is parted there. */
const MOST_WORDS = 150;

/** The pieces of a text by their words, with where the places of these are counted from. */
function piecesOf(text: string, language: string): { start: number; own: SaidWord[] }[] {
  return pieceSpans(text, language).flatMap(({ start, end }) => {
    const words = readWords(text.slice(start, end));
    const count = Math.ceil(words.length / MOST_WORDS);
    return Array.from({ length: count }, (_, index) => ({
      start,
      own: words.slice(index * MOST_WORDS, (index + 1) * MOST_WORDS),
    }));
  });
}

function isAskedAt(text: string, last: Token | undefined): boolean {
  if (last === undefined) return false;
  const end = last.start + last.text.length;
  return /^[\s"'”’»)]*[?？؟]/u.test(text.slice(end, end + 6));
}

function rangeOf({ at, end }: Sign): number[] {
  return Array.from({ length: end - at }, (_, index) => at + index);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What parts of a sentence say something each by itself. */
const PARTING = /[;；]|:\s|[—–]\s|\s[—–-]\s|[()[\]。！？]/u;

function pieceSpans(text: string, language: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const sentence of text.split("\n").flatMap((line) => splitSentences(line, language))) {
    for (const part of sentence.split(PARTING)) {
      const start = text.indexOf(part, at);
      at = start + part.length;
      if (part.trim() !== "") spans.push({ start, end: at });
    }
  }
  return spans;
}
