import { amountWords } from "./amount-words.ts";
import { signWords } from "./sign-words.ts";

/** How far a sign reaches: its whole sentence, its clause, or the next word of substance. */
type SignReach = "sentence" | "clause" | "next";

const REACH: ReadonlyMap<string, SignReach> = new Map([
  ...["unreal", "condition", "exception", "reported", "told"].map(
    (kind) => [kind, "sentence"] as const,
  ),
  ...["maybe", "planned", "future", "ability", "until", "duty", "only"].map(
    (kind) => [kind, "clause"] as const,
  ),
]);
/** Kinds that tell of how many something holds. */
const OF_MANY = new Set(["all", "most", "many", "some", "few", "half", "both"]);

const kinds: ReadonlyMap<string, string> = new Map(
  [signWords, amountWords]
    .flatMap((table) => table.trim().split("\n\n"))
    .flatMap((entry) => {
      const [kind = "", ...lines] = entry.split("\n");
      return lines.flatMap((line) => {
        const [language = "", ...words] = line.split(" ");
        return words.map((word) => [`${language} ${word.replaceAll("_", " ")}`, kind] as const);
      });
    }),
);
/** Words of the longest phrase. */
const LONGEST = 3;

/** What changes how far, of how many, or by whose word a sentence holds, where a text says it. */
export interface Sign {
  /** That of a line in `signWords`: `only`, `reported`. */
  readonly kind: string;
  readonly reach: SignReach;
  readonly isOfMany: boolean;
  readonly text: string;
  /** The places of its first word and behind its last one. */
  readonly at: number;
  readonly end: number;
}

interface SignWord {
  readonly text: string;
  readonly key: string;
}

/** The signs among words of a language, in their order. */
export function readSigns(words: readonly SignWord[], language: string): Sign[] {
  const signs: Sign[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const sign = signAt(words, at, language);
    if (sign === undefined) continue;
    signs.push(sign);
    at = sign.end - 1;
  }
  return signs;
}

function signAt(words: readonly SignWord[], at: number, language: string): Sign | undefined {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
    const text = words
      .slice(at, at + length)
      .map(({ key }) => key)
      .join(" ");
    const kind = kinds.get(`${language} ${text}`);
    if (kind === undefined || isOtherWord(words, at, kind)) continue;
    const reach = REACH.get(kind) ?? "next";
    return { kind, reach, isOfMany: OF_MANY.has(kind), text, at, end: at + length };
  }
  return undefined;
}

/** What is told of so many of each: "every hour" says when, and not of how many. */
const PERIOD =
  /^(?:days?|nights?|weeks?|months?|years?|hours?|minutes?|times?|mornings?|evenings?|summers?|winters?|tage?|wochen?|monate?|jahre?|stunden?|jours?|semaines?|mois|ans?|années?|heures?|días?|años?|mes|horas?|semanas?)$/;

/** Whether a word that signs are written with says something else here. */
function isOtherWord(words: readonly SignWord[], at: number, kind: string): boolean {
  const [before, key, next] = [at - 1, at, at + 1].map((place) => words[place]?.key ?? "") as [
    string,
    string,
    string,
  ];
  // The month of May, and Will as a name.
  if (key === "may" || key === "will") return words[at]?.text !== key;
  // Of a number it is read with the number.
  if (/^(?:almost|some)$/.test(kind) && /^\d/.test(next)) return true;
  return OF_MANY.has(kind) && (isBound(before, key) || PERIOD.test(next) || next === "other");
}

/** "At most", "as many as", "no fewer": bounds of numbers. */
function isBound(before: string, key: string): boolean {
  return /^(?:at|as|no|after|above|the)$/.test(before) && key !== "few";
}
