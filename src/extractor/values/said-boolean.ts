import { languageOf, saysPlainly } from "../../evidence/index.ts";
import { readName } from "../schema/names.ts";

/** Characters of a line that is read, and of a clause. */
const LONGEST_LINE = 2000;
const LONGEST_CLAUSE = 100;

/** Where a clause ends. */
const CLAUSE_END =
  /(?<=[?？])|[.,;:!()|•·\n]+(?=\s|$)|\s[–—-]\s|\s(?:but|and|aber|und|mais|et|pero|y)\s/iu;

/** Languages in which a denial is known. */
const READ = /^(?:en|de|fr|es)\b/i;

/** Words with which names of booleans begin and that say nothing. */
const AUXILIARY = new Set(["is", "has", "are", "have", "can", "does", "hat", "ist", "est", "es"]);

/** A clause of a page, and whether it says that something is so or that it is not. */
interface SaidBoolean {
  readonly value: boolean;
  readonly text: string;
}

/**
 * What a page says in its sentences of a property that is true or false, by the property's own words:
 * `Pets are allowed` of `petsAllowed`. Undefined where it says nothing or both, and for names of one word,
 * which may stand in any sentence.
 * @param language that of the page (BCP 47); empty where it is not known
 */
export function saidBoolean(
  lines: readonly string[],
  key: string,
  language: string,
): SaidBoolean | undefined {
  const wanted = wordsOf(key);
  const own = language || (languageOf(lines.join("\n")) ?? "en");
  if (wanted.length < 2 || !READ.test(own)) return undefined;
  const found = new Map<boolean, string>();
  const beginnings = wanted.map((word) => word.slice(0, 4));
  for (const clause of lines.flatMap(clausesOf)) {
    const plain = clause.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    if (!beginnings.every((beginning) => plain.includes(beginning))) continue;
    const value = saysPlainly(clause, wanted, inForm);
    if (value !== undefined && !found.has(value)) found.set(value, clause.trim());
  }
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? undefined : { value: only[0], text: only[1] };
}

function wordsOf(key: string): readonly string[] {
  const words = readName(key)?.words ?? [];
  return AUXILIARY.has(words[0] ?? "") ? words.slice(1) : words;
}

function inForm(word: string): string {
  return readName(word)?.words[0] ?? word;
}

function clausesOf(line: string): string[] {
  const clauses = line.slice(0, LONGEST_LINE).split(CLAUSE_END);
  return clauses.filter((clause) => clause.trim() !== "" && clause.length <= LONGEST_CLAUSE);
}
