import { isStopWord } from "../words/stop-words.ts";
import { isNumberWord } from "../support/support-numbers.ts";
import type { SaidWord } from "../support/support-words.ts";
import { isFailing, isNegator } from "./negators.ts";
import { isTimeMark } from "./time-mark.ts";
import { isSmallWord } from "./text-language.ts";
import { measuresOf } from "./units.ts";

/** Words of the list of stop words that say something where a text says them of its subject. */
const TELLING = new Set(
  `report reports information list search question questions answer answers help research focus expert
  analyst detail details compare overview summary read tell know name find look thank thanks know understand need finde nenne schreibe suche zeige bericht überblick`.split(
    /\s+/,
  ),
);
/** Words that stand for what a number or a name says already. */
const LIGHT =
  /^(?:is|be|was|became|become|becomes|located|situated|amounts?|amounted|measures?|measured|costs?|called|named|also|there|someone|people|years?|o'clock|uhr|heures?|cost|takes?|took|place)$/;

/** Small English words that the list lacks: they are read as what they stand before. */
const MORE =
  /^(?:since|behind|along|across|near|despite|towards?|upon|onto|off|within|beneath|beside|besides|unlike|whose|whom|whether|yet|still|already|almost|ones?)$/;

/** Whether a word says something that no reader of numbers and of negations reads. */
export function isContentWord(words: readonly SaidWord[], at: number, language: string): boolean {
  const word = words[at];
  if (word === undefined || isDenying(words, at, language)) return false;
  if (isNumber(word.key) || isBound(words, at) || isUnit(word.key, words[at - 1]?.key ?? ""))
    return false;
  if (SILENT.test(word.key)) return false;
  return !isSmall(word.key, language) || (isNameLike(word) && language !== "de");
}

function isDenying(words: readonly SaidWord[], at: number, language: string): boolean {
  return isNegator(words[at]?.key ?? "", language) || (language === "en" && isFailing(words, at));
}

/** Endings and particles of Japanese, as dictionaries of words part them. */
const SILENT = /^\p{sc=Hira}{0,3}$/u;

/** A name may be a small word: Kim, May. */
function isNameLike({ isNamed, isFirst, key }: SaidWord): boolean {
  return isNamed && !isFirst && key.length > 1;
}

const NUMBER =
  /^[\d.,]+(?:k|m|bn|mn|km|cm|mm|kg|mg|g|h|min|s|ml|l|kw|kwh|mw|gb|mb|tb|hz|khz|mhz|ghz|v|w)?$/;
/** What a number is the least or the most of; read with the number. */
const BOUND =
  /^(?:least|minimum|maximum|larger|bigger|greater|higher|longer|older|exceeds?|exceeding|mindestens|wenigstens|höchstens|maximal|moins|maximum|mínimo|máximo)$/;

/** Whether a word limits a number that stands behind it, a word between them or none. */
function isBound(words: readonly SaidWord[], at: number): boolean {
  const key = words[at]?.key ?? "";
  return BOUND.test(key) && words.slice(at + 1, at + 3).some((word) => isNumber(word.key));
}

function isNumber(key: string): boolean {
  return NUMBER.test(key) || isNumberWord(key) || isTimeMark(key);
}

/** What is said to be so often in it counts, also where no number stands before: "twice a day". */
const PERIOD = /^(?:second|minute|hour|day|night|week|month|year)$/;

function isUnit(key: string, before: string): boolean {
  return (
    measuresOf(key).length > 0 && (isNumber(before) || (before === "per" && !PERIOD.test(key)))
  );
}

function isSmall(key: string, language: string): boolean {
  // Small words may lean on it: `l'usine`.
  if (LIGHT.test(key) || (language === "en" && MORE.test(key))) return true;
  const bare = key.replace(/^\p{L}{1,2}'/u, "");
  return [key, bare].some(
    (each) => (isStopWord(each, language) && !TELLING.has(each)) || isSmallWord(each, language),
  );
}
