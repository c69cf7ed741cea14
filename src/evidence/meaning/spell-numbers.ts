import type { RuledLanguage } from "./language-of.ts";

/** Numbers of which one sign may group or begin a fraction: `1.234`. */
const EITHER = /(?<![\p{L}\p{N}.,'’-])(\d{1,3})([.,])(\d{3})(?![\p{L}\d]|[.,'’]\d)/gu;

/** Signs of fractions, where a language has one. Spanish has both, by country. */
const FRACTION: Readonly<Record<RuledLanguage, string | undefined>> = {
  en: ".",
  de: ",",
  fr: ",",
  es: undefined,
};

/**
 * Numbers that may be read in two ways in the one that a language has: German `1.234` as `1234`, and
 * `1,234` as the fraction that it is. Others stay.
 */
export function spellNumbers(text: string, language: RuledLanguage | undefined): string {
  const fraction = language === undefined ? undefined : FRACTION[language];
  if (fraction === undefined) return text;
  return text.replace(EITHER, (number) => {
    const [whole = "", rest = ""] = number.split(/[.,]/);
    // A fraction of four digits groups nothing, in any language.
    return number.includes(fraction) ? `${whole}.${rest}0` : `${whole}${rest}`;
  });
}
