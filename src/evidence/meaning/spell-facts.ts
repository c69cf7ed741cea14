import { spellDates } from "../words/spell-dates.ts";
import { spellDays } from "./calendar.ts";
import type { RuledLanguage } from "./language-of.ts";
import { spellNumbers } from "./spell-numbers.ts";
import { readTimes, spellTimes, type SaidTime } from "./times-of-day.ts";
import { spellRates, spellUnits } from "./units.ts";

/** A text in the one form that its facts are read in. */
interface SpelledText {
  /** With units, dates and numbers in one form, and spaces where times of day were. */
  readonly text: string;
  readonly times: readonly SaidTime[];
}

/**
 * Gives units, dates and numbers of a text one form for all languages, and takes its times out.
 * @param mark what stands in the place of a time; spaces when absent
 */
export function spellFacts(
  given: string,
  language: RuledLanguage | undefined,
  mark = (_time: SaidTime): string => "",
): SpelledText {
  let text = spellTimes(given);
  const times = readTimes(text, language === undefined || language === "en");
  for (const time of times.toReversed()) {
    const { start, end } = time;
    text = text.slice(0, start) + mark(time).padEnd(end - start) + text.slice(end);
  }
  text = spellShares(text).replace(/(?<!\p{L})minus\s(?=\d)/giu, "-");
  const dated = spellDays(spellDates(text));
  return { text: spellRates(spellUnits(spellNumbers(dated, language))), times };
}

/** `8 points out of 9` as `8 of 9 points`, `half of the houses` as `50 % of the houses`, `daily` behind a number as `a day`,
 * `cannot have more than 9` as `can have at most 9`. */
function spellShares(text: string): string {
  return text
    .replace(/(\d)\s(\p{L}+)\s(?:out of|of)\s(\d[\d.,]*)(?![\d\s]*\p{L})/gu, "$1 of $3 $2")
    .replace(/(?<=\d\s)out of(?=\s\d)/gu, "of")
    .replace(/(?<!\p{L})(?:a |one )?half of(?=\s(?:the|all|its|their)\s)/giu, "50 % of")
    .replace(
      /(?<!\p{L})(?:cannot|can't|can not|must not|may not) (\p{L}+) (?:more|longer|higher) than(?=\s\d)/giu,
      "can $1 at most",
    )
    .replace(/(?<=\p{L})-(?=(?:thirds?|quarters?|fifths?|tenths?)(?!\p{L}))/giu, " ")
    .replace(/(?<=(?:times|once|twice)\s)daily(?!\p{L})/giu, "a day");
}
