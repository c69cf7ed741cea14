import { checkArgument } from "../../core/index.ts";
/** Languages whose tables of words the rules have. */
export const ruledLanguages = ["en", "de", "fr", "es"] as const;

/** A language whose words the rules know, by its code of two letters. */
export type RuledLanguage = (typeof ruledLanguages)[number];

/** Small words of each that the others do not have, or seldom. */
const SMALL: Readonly<Record<RuledLanguage, ReadonlySet<string>>> = {
  en: setOf(`the of and is are was were to for with that not on at by it its from has have had be been
    an this or which will may can more than no`),
  de: setOf(`der die das und ist sind war waren nicht ein eine einen einem einer mit von vom am zu zum zur
    für auf den dem des es wird wurde hat haben bei um nach kein keine im ins sich oder auch darf`),
  fr: setOf(`le les des et est sont dans du une pas ne au aux pour avec sur il elle qui à été ce cette par
    plus ont l'est n'est d'une ou sans leur`),
  es: setOf(`el los las y son del una por para se su al está están fue más con en o unos sin muy también
    lo hay`),
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Characters that are looked at. */
const LOOKED_AT = 2000;

/** The language of a text by its small words; undefined when these do not tell one. */
export function languageOf(text: string): RuledLanguage | undefined {
  checkArgument("text of new Statement(text)", text, "string");
  const words =
    text
      .slice(0, LOOKED_AT)
      .toLowerCase()
      .match(/[\p{L}'’]+/gu) ?? [];
  const counts = ruledLanguages
    .map((language) => {
      const count = words.filter((word) => SMALL[language].has(word.replace("’", "'"))).length;
      return { language, count };
    })
    .toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first === undefined || first.count === (second?.count ?? 0) ? undefined : first.language;
}
