import { isNumberWord } from "../support/support-numbers.ts";
import type { SaidWord } from "../support/support-words.ts";

const ARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:the|a|an|its|his|her|their|our|this|that|these|those|all|both|some|any|no)$/,
  de: /^(?:der|die|das|dem|des|den|ein|eine|einem|einer|eines|einen|seine?|ihre?)$/,
  fr: /^(?:le|la|les|l|un|une|des|son|sa|ses|ce|cette)$/,
  es: /^(?:el|la|los|las|un|una|su|sus|este|esta)$/,
  it: /^(?:il|lo|la|i|gli|le|un|una|uno|suo|sua)$/,
  pt: /^(?:o|a|os|as|um|uma|seu|sua)$/,
  nl: /^(?:de|het|een|zijn|haar)$/,
};

const PREPOSITIONS: Readonly<Record<string, RegExp>> = {
  en: /^(?:in|at|on|of|to|from|by|with|for|than|into|onto|over|under|through|against|without|between|near|behind|before|after|during|since|until|within|inside|outside|towards?|across|along|around|about|above|below|beyond|up|down|off|per|via|like|as|among|because|despite|north|south|east|west)$/,
  de: /^(?:in|im|ins|an|am|ans|auf|von|vom|aus|nach|bei|beim|mit|zu|zum|zur|über|unter|für|gegen|ohne|zwischen|vor|hinter|seit|bis|durch|um|als|wegen|während|pro|je)$/,
  fr: /^(?:en|à|au|aux|de|d|du|dans|par|pour|sur|sous|avec|sans|contre|entre|vers|depuis|jusqu|chez|avant|après|que)$/,
  es: /^(?:en|a|al|de|del|por|para|con|sin|sobre|contra|entre|hacia|desde|hasta|ante|tras|que)$/,
  it: /^(?:in|a|al|alla|di|del|della|dei|da|dal|dalla|per|con|su|sul|sulla|tra|fra|nel|nella|senza|contro|che)$/,
  pt: /^(?:em|no|na|nos|nas|a|ao|à|de|do|da|dos|das|por|pelo|pela|para|com|sem|sobre|contra|entre|até|que)$/,
  nl: /^(?:in|op|van|naar|uit|bij|met|door|voor|tegen|zonder|tussen|aan|om|over|onder|tot|sinds|dan|te)$/,
};

/** Words back that a preposition may stand before a word. */
const REACH = 3;

/** The preposition that a word stands behind, with its article and its adjectives; empty for a bare word. */
export function roleOf(words: readonly SaidWord[], at: number, language: string): string {
  const prepositions = PREPOSITIONS[language];
  if (prepositions === undefined) return "";
  const first = Math.max(0, at - REACH - 1);
  for (let back = at - 1; back >= first; back -= 1) {
    const [word, next] = [words[back], words[back + 1]];
    if (word === undefined || next === undefined || isParted(word, next)) return "";
    if (prepositions.test(word.key)) return word.key;
    if (ARTICLES[language]?.test(word.key) === true) {
      return prepositionAt(words, back - 1, prepositions) ?? caseOf(word, language);
    }
    if (isEnd(word)) return "";
  }
  return "";
}

function prepositionAt(
  words: readonly SaidWord[],
  at: number,
  prepositions: RegExp,
): string | undefined {
  const key = words[at]?.key ?? "";
  return prepositions.test(key) ? key : undefined;
}

/** Whether no preposition before a word reaches behind it. */
function isEnd({ isFirst, isStop, key }: SaidWord): boolean {
  return isFirst || isStop || /^\d/.test(key) || isNumberWord(key);
}

/** German says by the article what is done to whom. */
function caseOf({ key }: SaidWord, language: string): string {
  return language === "de" && /^(?:den|einen)$/.test(key) ? "den" : "";
}

/** Whether a comma or the like stands between two words. */
function isParted(one: SaidWord, two: SaidWord): boolean {
  return two.start - one.start - one.text.length > 1;
}
