import { isSameWord } from "../support/support-words.ts";

/** English words whose forms are no endings: the base, and its other forms. */
const IRREGULAR = `be am is are was were been being; beat beaten; become became; begin began begun; bend bent; bind bound; bite bit bitten;
blow blew blown; break broke broken; bring brought; build built; burn burnt; buy bought; catch caught;
choose chose chosen; come came; creep crept; deal dealt; dig dug; do did done does; draw drew drawn;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought;
find found; flee fled; fly flew flown; forbid forbade forbidden; forget forgot forgotten; freeze froze frozen;
get got gotten; give gave given; go went gone goes; grow grew grown; hang hung; have has had; hear heard;
hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led; leave left; lend lent; lie lay lain lying;
lose lost; make made; mean meant; meet met; pay paid; ride rode ridden; ring rang rung; rise rose risen;
run ran; say said; see saw seen; seek sought; sell sold; send sent; shake shook shaken; shine shone;
shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept;
speak spoke spoken; spend spent; spring sprang sprung; stand stood; steal stole stolen; stick stuck;
strike struck; swear swore sworn; sweep swept; swim swam swum; swing swung; take took taken; teach taught;
tear tore torn; tell told; think thought; throw threw thrown; understand understood; wake woke woken;
wear wore worn; weave wove woven; win won; wind wound; withdraw withdrew withdrawn; write wrote written;
child children; foot feet; goose geese; man men; mouse mice; person people; tooth teeth; woman women;
wife wives; half halves; life lives; shelf shelves; wolf wolves; leaf leaves; thief thieves; loaf loaves`;

const bases: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(/;\s*/).flatMap((row) => {
    const [base = "", ...others] = row.split(/\s+/);
    return others.map((form) => [form, base] as const);
  }),
);

/** Words that end as forms do, and are none. */
const WHOLE = new Set(
  "news species series always during evening morning spring string king".split(" "),
);

type Ending = readonly [end: RegExp, instead: string];

/** Endings of English words, and what may stand in their place. */
const ENDINGS: readonly Ending[] = [
  [/(?<=[^s])s$/, ""],
  [/es$/, ""],
  [/ie[sd]$/, "y"],
  [/ed$/, ""],
  [/(?<=e)d$/, ""],
  [/ing$/, ""],
  [/ing$/, "e"],
  [/([bdfglmnprt])\1(?:ed|ing)$/, "$1"],
  [/(?<=e)n$/, ""],
  [/(?:at)?ions?$/, ""],
  [/(?:at)?ions?$/, "e"],
  [/ations?$/, "ate"],
  [/ments?$/, ""],
  [/(?<=iv)als?$/, "e"],
  [/ly$/, ""],
  [/ily$/, "y"],
];
/** Letters of a stem. */
const SHORTEST = 3;

/** What an English word, folded, may be a form of; itself among them. */
export function stemsOf(key: string): ReadonlySet<string> {
  const base = bases.get(key);
  const stems = new Set(base === undefined ? [key] : [key, base]);
  if (WHOLE.has(key) || !/^[a-z][a-z\d]*$/.test(key)) return stems;
  for (const [end, instead] of ENDINGS) {
    const stem = key.replace(end, instead);
    if (stem !== key && stem.length >= SHORTEST) stems.add(stem);
  }
  return stems;
}

/**
 * Whether two folded words are forms of one: of English ones only inflections and nouns of what is done
 * (`repair`, `repaired`; `inspected`, `inspection`), since `larger` and `painter` say something else.
 */
export function isFormOf(one: string, two: string, isEnglish: boolean): boolean {
  if (one === two) return true;
  if (!isEnglish) return isSameWord(one, two);
  const other = stemsOf(two);
  return [...stemsOf(one)].some((stem) => other.has(stem));
}
