import { formsOf, type Question } from "./read-question.ts";
import { type PageStemming, termsOfWord } from "../../evidence/index.ts";
import { compoundsOf, type Spelling } from "./word-spellings.ts";

/** Asks an index whether forms of one word, or of two in a row, stand in it. */
type FormsKnown = (forms: readonly string[]) => Promise<ReadonlySet<string>>;

/** Pairs of forms that a spelling is looked for by. */
const MOST_PAIRS = 6;
/** Ways to know the halves of a word: those that most pages know theirs by. */
const stemmings: readonly PageStemming[] = ["english", "none", "de"];

/**
 * A question with the spellings that an index has as forms of its terms, and terms that stand nowhere
 * by the words that they are made of.
 */
export async function settleQuestion(question: Question, known: FormsKnown): Promise<Question> {
  const { terms, spellings } = question;
  const firsts = spellings.flatMap(({ words: [first = ""] }) => fewForms(first));
  const there = await known([...new Set([...terms.flatMap(({ forms }) => forms), ...firsts])]);
  const isThere = (word: string): boolean => fewForms(word).some((form) => there.has(form));
  const apart = spellings.filter(
    ({ words: [first, second] }) => second !== undefined && isThere(first ?? ""),
  );
  const seconds = apart.flatMap(({ words: [, second = ""] }) => fewForms(second));
  const others = await known([...new Set(seconds)]);
  const pairs = new Map(apart.map((spelling) => [spelling, pairsOf(spelling, there, others)]));
  const inRow = await known([...new Set([...pairs.values()].flat())]);
  const added = new Map<number, string[]>();
  for (const spelling of spellings) {
    const [first = "", second] = spelling.words;
    const forms =
      second === undefined
        ? fewForms(first).filter((form) => there.has(form))
        : (pairs.get(spelling) ?? []).filter((pair) => inRow.has(pair));
    for (const place of spelling.terms) added.set(place, [...(added.get(place) ?? []), ...forms]);
  }
  const settled = terms.map((term, place) => {
    const own = term.forms.filter((form) => there.has(form));
    const forms = [...new Set([...own, ...(added.get(place) ?? [])])];
    return { ...term, forms: forms.length > 0 ? forms : term.forms, isThere: forms.length > 0 };
  });
  return withCompounds({ ...question, spellings: [] }, settled, known);
}

function fewForms(word: string): string[] {
  return [...new Set(stemmings.flatMap((stemming) => termsOfWord(word, stemming)))];
}

/** Forms of two words that are there, both as pages of one kind have them. */
function pairsOf(
  { words: [one = "", two = ""] }: Spelling,
  firsts: ReadonlySet<string>,
  seconds: ReadonlySet<string>,
): string[] {
  const pairs = stemmings.flatMap((stemming) => {
    const [first, ...more] = termsOfWord(one, stemming);
    const [second, ...others] = termsOfWord(two, stemming);
    if (first === undefined || second === undefined || more.length + others.length > 0) return [];
    return firsts.has(first) && seconds.has(second) ? [`${first} ${second}`] : [];
  });
  return [...new Set(pairs)].slice(0, MOST_PAIRS);
}

/** A term, and whether an index has it. */
interface SettledTerm {
  readonly forms: readonly string[];
  readonly isStop: boolean;
  readonly word: string;
  readonly isThere: boolean;
}

async function withCompounds(
  question: Question,
  settled: readonly SettledTerm[],
  known: FormsKnown,
): Promise<Question> {
  const made = settled.map(({ isThere, word }) => (isThere ? [] : compoundsOf(word)));
  const asked = made.flatMap((pairs) => pairs.flatMap((pair) => pair.flatMap(fewForms)));
  const there = asked.length > 0 ? await known([...new Set(asked)]) : new Set<string>();
  const terms = settled.map(({ forms, isStop, word }) => ({ forms, isStop, word }));
  const places = new Map<number, number[]>();
  for (const [place, pairs] of made.entries()) {
    const pair = pairs.find((words) =>
      words.every((word) => fewForms(word).some((form) => there.has(form))),
    );
    if (pair === undefined) continue;
    const [first, second] = pair.map((word) => ({
      forms: formsOf(word)[0] ?? [],
      isStop: false,
      word,
    }));
    if (first === undefined || second === undefined) continue;
    terms[place] = first;
    places.set(place, [place, terms.push(second) - 1]);
  }
  const order = question.order.flatMap((place) => places.get(place) ?? [place]);
  return { ...question, terms, order };
}
