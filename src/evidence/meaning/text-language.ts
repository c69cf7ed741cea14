import { languageOf } from "./language-of.ts";

/** Scripts that one language, or one above all, is written in. */
const SCRIPTS: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, "ja"],
  [/\p{sc=Hang}/u, "ko"],
  [/\p{sc=Han}/u, "zh"],
  [/\p{sc=Thai}/u, "th"],
  [/\p{sc=Arab}/u, "ar"],
  [/\p{sc=Hebr}/u, "he"],
  [/\p{sc=Deva}/u, "hi"],
  [/\p{sc=Grek}{3}/u, "el"],
  [/[іїєґ]/iu, "uk"],
  [/\p{sc=Cyrl}{3}/u, "ru"],
];

/** Small words of languages in Latin script that the others do not have, or seldom. */
const SMALL: readonly (readonly [language: string, words: ReadonlySet<string>])[] = [
  [
    "it",
    setOf(
      "il lo gli è di che della dei nel alla sono stato stata stati state ha hanno fu da non con per una anche più",
    ),
  ],
  ["pt", setOf("o os um uma do da não em foi são com para pela pelo mais também à ao")],
  ["nl", setOf("het een van is zijn niet werd en op voor met geen naar ook wordt")],
  ["sv", setOf("och är inte ett att som på av för den till var från har")],
  ["da", setOf("og er ikke et at som på af til den fra har blev")],
  ["nb", setOf("og er ikke et at som på av til den fra har ble")],
  ["fi", setOf("ja on ei oli ole se että vuonna mutta myös ovat")],
  ["pl", setOf("i w jest nie się na został została został z że do roku przez")],
  ["cs", setOf("a v je není byl byla bylo se na že roce z pro do")],
  ["tr", setOf("ve bir bu değil için ile olarak yılında da de")],
  ["hu", setOf("a az és nem egy van volt hogy nincs meg")],
  ["ro", setOf("și este nu a fost pe în de cu din sunt")],
  ["id", setOf("itu yang dan tidak pada di dengan untuk dari ini adalah")],
  ["vi", setOf("không được là của và trong cho một các có")],
];

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Whether a folded word is a small word of a language (two letters). */
export function isSmallWord(key: string, language: string): boolean {
  return SMALL.some(([known, words]) => known === language && words.has(key));
}

/** Characters that are looked at. */
const LOOKED_AT = 600;

/** The language (two letters) of a text by its script and its small words; undefined when these tell none. */
export function textLanguageOf(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT);
  const script = SCRIPTS.find(([form]) => form.test(start));
  if (script !== undefined) return script[1];
  const words = start.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
  const ruled = languageOf(start);
  const [best] = SMALL.map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  })).toSorted((a, b) => b.count - a.count);
  if (ruled !== undefined) return ruled;
  return best !== undefined && best.count > 1 ? best.language : undefined;
}
