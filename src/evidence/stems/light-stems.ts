/**
 * Endings of inflected words, folded as words are (no accents, ß as ss), by language. What an ending
 * leaves must be long enough to tell words apart.
 */
const endings = {
  de: "ern em en er es e n s",
  nl: "eren en er e s",
  sv: "arna erna orna andet anden ande ar er or en et a e n s",
  da: "erne ene ende er en et es e s",
  no: "ene ane ende er en et a e s",
  fr: "issements ements ement euses eux ees es ee er ez s x e",
  es: "es os as o a e s",
  pt: "oes aes ao ais eis al el es os as o a e s",
  it: "zioni zione i e a o",
  ca: "cions cio es os as a e s",
  ro: "ilor elor urilor ului ele ile uri ul ii le a e i",
  cs: "ovych ovym ami emi ovi ove ata aty ech ich ach eho emu eti ou om em um im ym ho mi a e i o u y",
  sk: "ovych ovym ami emi ovi ove ata aty och ich ach eho emu ou om em um im ym ho mi a e i o u y",
  pl: "owych owego owej ami emi iami ach ech ego emu ych ich ymi imi owi ow om em am ie ia a e i o u y",
  hr: "ovima evima ima ama ovi evi om em og oj ih im a e i o u",
  sl: "oma ema ami ov ev om em im ih a e i o u",
  ru: "иями ями ами ыми ими ого его ому ему иях иям ием ах ях ов ев еи ои ыи ии ая яя ое ее ые ие ом ем ам ям ую юю ых их ым им ии ия а я о е ы и у ю ь",
  uk: "ями ами ими ого ому ах ях ів ів ев еи ои іи ии ая ое ом ем ам ям ую их им ія а я о е и і у ю ь",
  bg: "ите ата ята ото ета ове ия та то те ът ят а я о е и",
  fi: "issa issa ista illa ilta ille ssa ssa sta lla lta lle iden ien jen ja ia na ksi a n t",
  hu: "okat eket akat okban ekben okban ban ben bol rol tol nak nek hoz hez val vel ok ek ak at et ot k t",
  tr: "larinin lerinin larin lerin lari leri lar ler nin nun in un da de ta te a e i u",
  el: "ους εις ων ος ου οι ες ης ας α η ο ι",
} as const;

/** A language whose words are known without their endings. */
export type LightLanguage = keyof typeof endings;

/** Names of one language under another. */
const names: Readonly<Record<string, LightLanguage>> = { nb: "no", nn: "no", bs: "hr", sr: "hr" };

/** By the first code of a BCP 47 tag. */
export const lightLanguages = Object.keys(endings) as readonly LightLanguage[];

/** Letters that are left of a word, at least. */
const SHORTEST = 4;

const lists = new Map<string, readonly string[]>(
  Object.entries(endings).map(([language, list]) => [
    language,
    list.split(" ").toSorted((one, other) => other.length - one.length),
  ]),
);

/** The language of a tag, where its endings are known. */
export function lightLanguageOf(tag: string): LightLanguage | undefined {
  const [code = ""] = tag.toLowerCase().split(/[-_]/);
  return names[code] ?? lightLanguages.find((language) => language === code);
}

/** A folded word without its longest ending, so that singular and plural are one. */
export function stemLight(word: string, language: LightLanguage): string {
  const plural = withoutVowelChange(word, language);
  for (const ending of lists.get(language) ?? []) {
    if (plural.length - ending.length >= SHORTEST && plural.endsWith(ending)) {
      return plural.slice(0, -ending.length);
    }
  }
  return plural;
}

/** Plurals whose ends are not only longer. */
function withoutVowelChange(word: string, language: LightLanguage): string {
  if (language === "fr") return word.replace(/aux$/, "al");
  return language === "de" ? word.replace(/innen$/, "in") : word;
}
