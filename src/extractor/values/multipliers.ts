/** Words that multiply the number before them, by the power of ten that they stand for. */
const POWERS: Readonly<Record<number, string>> = {
  2: "百",
  3: "千 thousand tsd tsd. тыс тыс. тис тис. tys tys. tis. mille mil tusen tuhat tisíc ezer ألف هزار हज़ार",
  4: "万 萬 만",
  5: "lakh lakhs lac lacs लाख",
  6: "million millions millionen millones millón milhões milhão milioni milione miljoen milionów milion miliony mio mio. mil. mln mln. млн млн. миллион миллиона миллионов мільйон мільйонів mn mill. 百万 مليون میلیون",
  7: "crore crores cr cr. करोड़",
  8: "億 亿 억",
  9: "billion billions mrd mrd. mld mld. млрд млрд. bn bln milliarden milliarde milliards miliardów miliard میلیارد مليار",
  12: "trillion 兆 조 трлн трлн. biljoen billionen",
};

const powers = new Map(
  Object.entries(POWERS).flatMap(([power, words]) =>
    words.split(" ").map((word) => [word, Number(power)] as const),
  ),
);

/** Letters that multiply right behind a digit: `12k`, `1.2M`. */
const LETTERS: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6, B: 9, T: 12 };

const escaped = [...powers.keys()]
  .toSorted((one, two) => two.length - one.length)
  .map((word) => word.replace(".", "\\."));

const WORD = new RegExp(`^[ \\u00a0\\u202f]?(${escaped.join("|")})(?![a-zа-яё\\p{M}])`, "iu");
const LETTER = /^([kKMBT])(?!\.?[\p{L}\p{N}\p{M}/])/u;

/** A multiplier that a text begins with. */
interface Multiplier {
  /** The power of ten. */
  readonly power: number;
  /** Code units of it. */
  readonly length: number;
}

/** The multiplier that stands right behind a number: `k`, ` Mio.`, `万`, ` lakh`; power 0 for none. */
export function multiplierAt(behind: string): Multiplier {
  const letter = LETTER.exec(behind);
  if (letter !== null) return { power: LETTERS[letter[1] ?? ""] ?? 0, length: 1 };
  const word = WORD.exec(behind.slice(0, 24));
  if (word === null) return { power: 0, length: 0 };
  return { power: powers.get((word[1] ?? "").toLowerCase()) ?? 0, length: word[0].length };
}
