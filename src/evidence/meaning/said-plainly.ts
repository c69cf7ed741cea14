import { readWords, type SaidWord } from "../support/support-words.ts";
import { readDenial } from "./negation.ts";
import { operatorOf } from "./operators.ts";

/** Words of substance that a clause may have besides those that are looked for. */
const MOST_OTHERS = 2;

/**
 * Whether a clause says of some words that it is so (`Pets are allowed in all rooms`) or that it is not
 * (`No pets allowed`): the words stand in their order with nothing of substance between them. Undefined
 * where it says something else, or on a condition. In English, German, French and Spanish.
 * @param wanted folded, in the form in which `inForm` gives words
 */
export function saysPlainly(
  clause: string,
  wanted: readonly string[],
  inForm: (word: string) => string,
): boolean | undefined {
  if (/\p{N}|[?？]\s*$/u.test(clause)) return undefined;
  const words = readWords(clause);
  if (words.some((word) => operatorOf(word) !== undefined)) return undefined;
  const denial = readDenial(words);
  const substance = words.filter((word) => !word.isStop && !isDenying(word));
  const forms = substance.map(({ key }) => inForm(key));
  const at = forms.findIndex((_, index) => wanted.every((each, on) => forms[index + on] === each));
  const isPlain = at !== -1 && forms.length <= wanted.length + MOST_OTHERS && !denial.isCompared;
  return isPlain ? !denial.isNegated : undefined;
}

function isDenying(word: SaidWord): boolean {
  return readDenial([word]).isNegated;
}
