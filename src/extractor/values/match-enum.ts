import { checkArgument } from "../../core/index.ts";
import { readBoolean } from "./read-boolean.ts";
import { listValuePhrases } from "./value-lexicon.ts";

/** Characters of a text that are compared. */
const LONGEST = 500;

/** Ways to compare, from the strictest on; the first by which one value fits decides. */
const WAYS: readonly ((text: string, value: string) => boolean)[] = [
  (text, value) => text === value,
  (text, value) => joined(text) === joined(value),
  (text, value) => singular(text) === singular(value),
  (text, value) => ` ${singular(text)} `.includes(` ${singular(value)} `),
  (text, value) => ` ${singular(value)} `.includes(` ${singular(text)} `),
];

/**
 * The allowed value that a text means: the same but for case, accents, `_`, `-` and spaces, joined
 * words (`InStock`), the address of schema.org, the plural; one that the text holds, or that holds
 * the text, in whole words; what means the same in about twenty languages (`Auf Lager` is
 * `in_stock`); or what both say of yes or no (`Sold out` is `no`). Undefined when none fits, or two
 * equally.
 * @example
 * ```ts
 * import { matchEnum } from "dragline/extractor";
 *
 * console.log(matchEnum("https://schema.org/InStock", ["in stock", "out of stock"]));
 * ```
 */
export function matchEnum<const Value>(text: string, allowed: readonly Value[]): Value | undefined {
  checkArgument("text of matchEnum(text, allowed)", text, "string");
  checkArgument("allowed of matchEnum(text, allowed)", allowed, "array");
  const exact = allowed.find((value) => value === text);
  if (exact !== undefined) return exact;
  const wanted = foldWords(text.slice(0, LONGEST));
  const values = allowed
    .filter((value) => value !== null && typeof value !== "object")
    .map((value) => ({ value, name: foldWords(String(value).slice(0, LONGEST)) }));
  for (const fits of WAYS) {
    const found = values.filter(
      ({ value, name }) =>
        wanted !== "" && name !== "" && fits(wanted, name) && !contradicts(text, String(value)),
    );
    if (found.length === 1) return found[0]?.value;
    if (found.length > 1) return longest(found);
  }
  return sameMeaning(wanted, values) ?? byMeaning(text, values);
}

interface Named<Value> {
  readonly value: Value;
  readonly name: string;
}

/** Of several that a text holds the one that holds the others: `out of stock`, not `stock`. */
function longest<Value>(found: readonly Named<Value>[]): Value | undefined {
  const widest = found.reduce((one, two) => (two.name.length > one.name.length ? two : one));
  const others = found.filter((each) => each !== widest);
  const holdsAll = others.every(
    ({ name }) => name !== widest.name && ` ${widest.name} `.includes(` ${name} `),
  );
  return holdsAll ? widest.value : undefined;
}

/** Whether one says yes and the other no: `not available` holds `available`. */
function contradicts(text: string, value: string): boolean {
  const [one, two] = [readBoolean(text), readBoolean(value)];
  return one !== undefined && two !== undefined && one !== two;
}

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** The meanings of a phrase, its words joined. */
function meaningsOf(phrase: string): readonly string[] {
  if (known === undefined) {
    const pairs = listValuePhrases().flatMap(([meaning, phrases]) =>
      [meaning, ...phrases].map((each) => [joined(foldWords(each)), meaning] as const),
    );
    const groups = Map.groupBy(pairs, ([key]) => key);
    known = new Map(
      Array.from(groups, ([key, list]) => [key, list.map(([, meaning]) => meaning)] as const),
    );
  }
  return known.get(joined(phrase)) ?? [];
}

/** Words of a phrase that has a meaning, at most. */
const LONGEST_PHRASE = 6;

/** The value of which a phrase in the text has the meaning; the longest phrase decides. */
function sameMeaning<Value>(text: string, values: readonly Named<Value>[]): Value | undefined {
  const meant = values.map(({ value, name }) => ({ value, meanings: meaningsOf(name) }));
  if (meant.every(({ meanings }) => meanings.length === 0)) return undefined;
  const words = text.split(" ").slice(0, 30);
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const said = meaningsOf(words.slice(at, at + length).join(" "));
      const found = meant.filter(({ meanings }) => meanings.some((each) => said.includes(each)));
      if (found.length === 1) return found[0]?.value;
      if (said.length > 0) return undefined;
    }
  }
  return undefined;
}

function byMeaning<Value>(text: string, values: readonly Named<Value>[]): Value | undefined {
  const said = readBoolean(text);
  if (said === undefined) return undefined;
  const found = values.filter(({ value }) => readBoolean(String(value)) === said);
  return found.length === 1 ? found[0]?.value : undefined;
}

/** A text as words in lower case, without accents and the address of schema.org. */
function foldWords(text: string): string {
  return text
    .replace(/^\s*https?:\/\/(?:www\.)?schema\.org\//, "")
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#%]+/gu, " ")
    .trim();
}

function joined(words: string): string {
  return words.replaceAll(" ", "");
}

function singular(words: string): string {
  return words
    .split(" ")
    .map((word) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/(?<=[^su])s$/, "") : word))
    .join(" ");
}
