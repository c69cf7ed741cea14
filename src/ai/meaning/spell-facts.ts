import { spellDates } from "../spell-dates.ts";
import { spellDays } from "./calendar.ts";
import type { RuledLanguage } from "./language-of.ts";
import { spellNumbers } from "./spell-numbers.ts";
import { readTimes, spellTimes, type SaidTime } from "./times-of-day.ts";
import { spellRates, spellUnits } from "./units.ts";

/** A text in the one form that its facts are read in. */
export interface SpelledText {
  /** With units, dates and numbers in one form, and spaces where times of day were. */
  readonly text: string;
  readonly times: readonly SaidTime[];
}

/** Gives units, dates and numbers of a text one form for all languages, and takes its times out. */
export function spellFacts(given: string, language: RuledLanguage | undefined): SpelledText {
  let text = spellTimes(given);
  const times = readTimes(text, language === undefined || language === "en");
  for (const { start, end } of times) {
    text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
  }
  text = text.replace(/(?<!\p{L})minus\s(?=\d)/giu, "-");
  const dated = spellDays(spellDates(text));
  return { text: spellRates(spellUnits(spellNumbers(dated, language))), times };
}
