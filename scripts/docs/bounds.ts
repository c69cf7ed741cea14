// What a comment says of an option's unit and bounds.
import { sentencesOf } from "./comment.ts";

const units: readonly (readonly [RegExp, string])[] = [
  [/Ms$/, "ms"],
  [/Seconds$/, "s"],
  [/Bytes$/, "bytes"],
  [/Tokens$/, "tokens"],
];

const NUMBER = String.raw`\d[\d,.]*(?: ?(?:[KMG]i?B|%|ms|s|bytes|characters|seconds|minutes|hours|days))?`;
const RANGE = `(?:from |more than )?${NUMBER} (?:to ${NUMBER}|or (?:more|less|fewer|above))`;
const EDGE = `(?:from|at most|at least|up to|below|above|more than|no more than) ${NUMBER}`;

/** A clause that is a bound, or what a value at the edge stands for. */
const clause = new RegExp(
  `^(?:(?:a|an) (?:whole )?(?:number|length|size|share),? )?(?:${RANGE}|${EDGE}|(?:0|\`?Infinity\`?|null|empty) (?:for|is|means|turns|breaks|keeps|ends|never|reads)\\b)`,
  "i",
);
/** A bound at a clause's end: `…, 20 or more`. */
const tail = new RegExp(`,? (${RANGE}|from ${NUMBER})(?=$)`, "i");

/** An option's comment, told apart. */
export interface BoundsSplit {
  /** Its unit, and the clauses that say what values it may have. */
  readonly bounds: string;
  /** The rest of its first sentence. */
  readonly meaning: string;
}

/** Takes the unit and the bounds out of an option's comment. */
export function splitBounds(name: string, text: string): BoundsSplit {
  const unit = units.find(([ending]) => ending.test(name))?.[1];
  const bounds = unit === undefined ? [] : [unit];
  const sentences = sentencesOf(text).map((sentence) => {
    const [end = ""] = /[.:]$/.exec(sentence) ?? [];
    const clauses = sentence.slice(0, sentence.length - end.length).split(/;\s+/);
    const rest = clauses.flatMap((part) => takeBound(part, bounds) ?? []);
    return rest.length === 0 ? "" : `${rest.join("; ")}${end}`;
  });
  return { bounds: bounds.join("; "), meaning: sentences.find((rest) => rest !== "") ?? "" };
}

/** What is left of a clause when its bound was taken out; undefined when all of it was one. */
function takeBound(part: string, bounds: string[]): string | undefined {
  // "0 for none, 1 for moderate" says what each number means.
  if (clause.test(part) && !/, \d+ for /.test(part)) {
    bounds.push(part.startsWith("Inf") ? part : part.charAt(0).toLowerCase() + part.slice(1));
    return undefined;
  }
  const found = tail.exec(part);
  const rest = part.slice(0, found?.index);
  // "made of 1 to 10" loses its sense without the numbers.
  if (
    found === null ||
    !/[\w)`"]$/.test(rest) ||
    /\b(?:at|be|by|for|has|in|is|of|than|to)$/.test(rest)
  ) {
    return part;
  }
  bounds.push(found[1] ?? "");
  return rest;
}
