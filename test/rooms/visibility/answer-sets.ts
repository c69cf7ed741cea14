import type { JudgedAnswer, Verdict } from "dragline/visibility";
import { facts, offTopic, refusals, type Fact } from "./facts.ts";

/** Answers to a question, and the verdict that each is to have. */
export interface AnswerSet {
  readonly kind: string;
  readonly query: string;
  readonly answers: readonly JudgedAnswer[];
  readonly expected: Readonly<Record<string, Verdict>>;
  /** Whether the judge takes whatever is about the same for the same. */
  readonly isGullible: boolean;
}

type Told = readonly [content: string, verdict: Verdict];

const SOURCES = ["openai", "gemini", "perplexity", "anthropic", "xai"];

function setOf(kind: string, fact: Fact, told: readonly Told[]): AnswerSet {
  const named = told.map(([content, verdict], index) => {
    const source = SOURCES[index] ?? "mistral";
    return { source, content: index === 0 ? `${content} ${fact.aside}` : content, verdict };
  });
  return {
    kind,
    query: fact.query,
    answers: named.map(({ source, content }) => ({ source, content: content.trim() })),
    expected: Object.fromEntries(named.map(({ source, verdict }) => [source, verdict])),
    isGullible: kind === "changed number",
  };
}

const agreed = (...texts: readonly string[]): Told[] => texts.map((text) => [text, "consensus"]);
const alone = (...texts: readonly string[]): Told[] => texts.map((text) => [text, "outlier"]);
const none = (...texts: readonly string[]): Told[] => texts.map((text) => [text, null]);

/** The sets of one fact, one of each kind. */
function setsOf(fact: Fact, index: number): AnswerSet[] {
  const { right, wrong, changed, denied, foreign } = fact;
  const [first, second, third, fourth] = right;
  const isEven = index % 2 === 0;
  const refusal = refusals[index] ?? "";
  const off = offTopic[index % offTopic.length] ?? "";
  const make = (kind: string, ...told: readonly Told[]): AnswerSet => setOf(kind, fact, told);
  return [
    make("paraphrase", ...agreed(first, second, third, fourth), ...alone(wrong[0])),
    make("changed number", ...agreed(first, first, first), ...alone(changed)),
    make("negation", ...agreed(first, second, third), ...alone(denied)),
    make("other language", ...agreed(first, ...foreign), ...alone(wrong[1])),
    isEven
      ? make("refusal", ...agreed(first, second, third), ...none(refusal))
      : make("refusal", ...none(first, second, refusal), ...none(wrong[0])),
    isEven
      ? make("empty", ...agreed(first, second), ...none(""))
      : make("empty", ...none("", " \n", first, second)),
    isEven
      ? make("two camps", ...agreed(first, second, third), ...alone(wrong[0], wrong[1]))
      : make("two camps", ...none(first, second, wrong[0], wrong[1])),
    isEven
      ? make("near-tie", ...none(first, second, wrong[0], wrong[1], off))
      : make("near-tie", ...none(first, wrong[2])),
    make("off topic", ...agreed(first, second, fourth), ...alone(off)),
  ];
}

/** Nine sets of each kind. */
export const answerSets: readonly AnswerSet[] = facts.flatMap(setsOf);

/** What a sentence is about and what it says of it, by whoever understands it. */
export function meaningOf(sentence: string): { topic: string; says: string } | undefined {
  const text = bare(sentence);
  for (const fact of facts) {
    const { right, wrong, changed, denied, foreign, aside, query } = fact;
    if ([...right, ...foreign].some((each) => bare(each) === text))
      return { topic: query, says: "a" };
    if (wrong.some((each) => bare(each) === text)) return { topic: query, says: "b" };
    if (bare(changed) === text) return { topic: query, says: "c" };
    if (bare(denied) === text) return { topic: query, says: "d" };
    if (bare(aside) === text) return { topic: aside, says: "a" };
  }
  const off = offTopic.find((each) => bare(each) === text);
  return off === undefined ? undefined : { topic: off, says: "a" };
}

/** A sentence without Markdown and marks, as a judge is shown it. */
function bare(sentence: string): string {
  return sentence
    .replace(/\s?\(?\[source\]\([^)]*\)\)?/g, "")
    .replace(/\s?\[\d\]/g, "")
    .replace(/^- |\*\*/g, "")
    .replace(/\s*\(source\)/, "")
    .replace(/\s*[.:]$/, "")
    .trim();
}
