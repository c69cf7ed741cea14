/** Words that deny, by languages. */
const WORDS: Readonly<Record<string, string>> = {
  en: `not no never without cannot none neither nor nobody nothing nowhere hardly scarcely isn't aren't wasn't
    weren't don't doesn't didn't won't can't couldn't wouldn't shouldn't hasn't haven't hadn't mustn't needn't unlike`,
  de: `nicht kein keine keinen keinem keiner keines nie niemals niemand niemanden nichts nirgends ohne weder`,
  fr: "ne pas jamais aucun aucune rien sans ni nul nulle",
  es: "no sin nunca jamás nadie nada ningún ninguno ninguna tampoco ni",
  it: "non mai senza nessuno nessuna nessun niente nulla né neppure",
  pt: "não sem nunca ninguém nenhum nenhuma jamais nem nada",
  ca: "no mai cap ningú sense",
  nl: "niet geen nooit zonder niemand niets nergens",
  sv: "inte ej icke aldrig ingen inget inga utan",
  da: "ikke ej ingen intet aldrig uden hverken",
  nb: "ikke ei ingen intet ingenting aldri uten",
  fi: "ei en et emme ette eivät älä ilman",
  et: "ei mitte ilma pole",
  pl: "nie nigdy bez nikt nic żaden żadna żadne",
  cs: "ne není nejsou nikdy nikdo nic bez žádný žádná žádné nelze",
  sk: "nie nikdy nikto nič bez žiadny žiadna",
  ru: "не нет ни без никогда никто ничего нельзя",
  uk: "не ні немає без ніколи ніхто нічого",
  bg: "не няма без никога никой",
  tr: "değil yok yoktur hiç asla olmadan",
  hu: "nem sem nincs nincsenek soha senki nélkül ne",
  ro: "nu fără nici niciun nicio niciodată nimeni nimic n-a n-au",
  el: "δεν δε μην μη όχι χωρίς ποτέ κανείς κανένας καμία",
  ar: "ليس ليست ليسوا لا لم لن غير بدون دون",
  he: "לא אין אינו אינה בלי ללא אף אל",
  fa: "نیست نه بدون هیچ",
  hi: "नहीं न मत बिना",
  bn: "না নেই নয়",
  th: "ไม่ มิ ไร้ ไม่มี",
  vi: "không chưa chẳng",
  id: "tidak bukan belum tanpa jangan tak",
  zh: "没 没有 不 未 无 非 勿 莫 别 沒 沒有 無 別 不是 不会 不能 不得 不可 不再 从未 尚未 并非 毫无 并未 不會 從未",
  ja: "ない なかっ なかった なく ず ぬ ん ませ ません 未 非 無",
  ko: "못 안 없다 없었다 없는 없이 아니다 아닌 아니라",
};

/** Forms of words that deny, in languages that write it so. */
const FORMS: Readonly<Record<string, RegExp>> = {
  en: /n't$/,
  fr: /^n'/,
  cs: /^ne(?!b[eo]|j|m[oě]|p[oř]|rv|s[leo]|utr|zá|hod)\p{L}{2,}(?:l[aoiy]?|í|á|ou|uje|ený|eno)$/u,
  sk: /^ne\p{L}{3,}(?:l[aoi]?|ný|né)$/u,
  tr: /^\p{L}{2,}m(?:[ae](?:d[ıiuü]|m[ıiuü]ş|yacak|yecek|z|makta|mekte)|[ıiuü]yor)\p{L}{0,4}$/u,
  ko: /[지]?(?:않|못하|못했|없)\p{sc=Hang}*$/u,
};

const words: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(WORDS).map(([language, list]) => [language, new Set(list.split(/\s+/))]),
);

/** Whether a verb denies what follows it: "failed to reach", "stopped selling", "lacks a roof". */
export function isFailing(words: readonly { readonly key: string }[], at: number): boolean {
  const [key, next] = [words[at]?.key ?? "", words[at + 1]?.key ?? ""];
  if (/^(?:fail|refus|declin|neglect)(?:s|e|es|ed|ing)?$/.test(key)) return next === "to";
  if (/^(?:stop|ceas|quit)(?:s|e|es|ed|ped|ing|ping)?$/.test(key)) return next.endsWith("ing");
  return /^lack(?:s|ed|ing)?$/.test(key) && next !== "of";
}

/** Whether a folded word denies in a language (two letters). */
export function isNegator(key: string, language: string): boolean {
  return words.get(language)?.has(key) === true || FORMS[language]?.test(key) === true;
}
