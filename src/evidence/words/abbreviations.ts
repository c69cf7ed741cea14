/** What follows an abbreviation decides whether its point ends a sentence. */
type AbbreviationKind =
  /** A name follows: never an end. Written with a capital, or it is a word. */
  | "titles"
  /** Something follows: never an end. */
  | "leads"
  /** A number follows, or it is a word: an end unless there is one. */
  | "counts"
  /** Often the last word: an end where a new sentence visibly begins. */
  | "closes";

const lists: Readonly<Record<AbbreviationKind, string>> = {
  titles: [
    "mr mrs ms mx dr prof st mt ft gen rep sen gov capt cmdr lt col sgt maj pvt rev hon messrs pres supt",
    "hr hrn fr ing dipl mm mme mlle mgr pr sr sra srta dra dña exmo exma sig sigg dott avv dhr mevr drs",
  ].join(" "),
  leads: [
    "e.g i.e viz cf vs al esp incl",
    "z.b d.h u.a z.t bzw vgl ggf sog evtl inkl o.ä i.d.r",
    "p.ex c.-à-d av p.ej ud uds bijv d.w.z o.a np tzn tzw m.in ul f.eks bl.a",
    "им ул проф акад см т.е напр гр",
  ].join(" "),
  counts: [
    "p pp no nos fig figs vol vols ch chap sec art eq ex approx ca c para nr bd s abb kap pág núm cap stk стр рис табл гл",
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun",
  ].join(" "),
  closes: [
    "etc co inc ltd corp bros jr dept est ave blvd rd sq univ assn",
    "u.s u.k u.s.a e.u u.n d.c ee.uu a.m p.m b.c a.d ph.d m.d b.a m.a b.s m.s r.d",
    "usw ff ecc enz itd osv т.д т.п др г тыс млн млрд руб",
  ].join(" "),
};

const kinds = new Map<string, AbbreviationKind>(
  Object.entries(lists).flatMap(([kind, words]) =>
    words.split(" ").map((word): [string, AbbreviationKind] => [word, kind as AbbreviationKind]),
  ),
);

/** What kind of abbreviation a word is that a point follows; undefined when it is none. */
export function abbreviationKind(word: string): AbbreviationKind | undefined {
  const kind = kinds.get(word.toLowerCase());
  return kind === "titles" && /^\p{Ll}/u.test(word) ? undefined : kind;
}

const starters = new Set(
  [
    "the a an it he she they we i you this that these those there here how what when where who why which",
    "but and so or however in on at for as if after before then his her their our my its no yes not is are was were do does did can",
    "der die das er sie es wir ein eine im auf und aber",
    "le la les il elle ils elles un une ce cette mais",
    "el los las él ella este esta pero o os as ele ela um uma lo gli",
    "он она они это этот но и в на мы",
  ]
    .join(" ")
    .split(" "),
);

/** Whether a capitalised word is one that sentences begin with, and names do not. */
export function startsSentences(word: string): boolean {
  return starters.has(word.toLowerCase());
}

const months = new Set(
  "januar februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts jh".split(
    " ",
  ),
);

/** Whether a word follows an ordinal number with a point, as in German dates. */
export function followsOrdinal(word: string): boolean {
  return months.has(word.toLowerCase());
}
