import {
  isOrder,
  languageOf,
  type RuledLanguage,
  splitSentences,
  Statement,
} from "../evidence/index.ts";
import { plainLines } from "./answer-lead.ts";

/** Sentences of an answer that are compared. */
const MOST_SENTENCES = 80;
/** Characters of one: a longer one is cut. */
const LONGEST_SENTENCE = 600;

/** A sentence of an answer. */
export interface AnswerSentence {
  /** Verbatim: a part of the answer. */
  readonly text: string;
  /** Without Markdown and marks of citations. */
  readonly plain: string;
  /** As it is compared. */
  readonly statement: Statement;
}

/** What an answer is made of, as far as it is compared. */
export interface AnswerSentences {
  readonly sentences: readonly AnswerSentence[];
  /** By its small words; undefined when they do not tell. */
  readonly language: RuledLanguage | undefined;
  /** Whether there were more. */
  readonly isCut: boolean;
}

/**
 * The sentences of an answer in Markdown, each verbatim. Lines without words, and orders to models that
 * an engine has taken over from a page, are none.
 */
export function sentencesOf(content: string): AnswerSentences {
  const language = languageOf(content);
  const sentences: AnswerSentence[] = [];
  for (const line of content.split("\n")) {
    const bare = line.replace(/^\s*(?:(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+)*/, "");
    if (isOrder(bare)) continue;
    for (const whole of splitSentences(bare)) {
      const text = whole.slice(0, LONGEST_SENTENCE).toWellFormed();
      const plain = plainLines(text).trim();
      if (!/\p{L}{2}|\p{N}/u.test(plain)) continue;
      if (sentences.length === MOST_SENTENCES) return { sentences, language, isCut: true };
      sentences.push({ text, plain, statement: new Statement(plain, language) });
    }
  }
  return { sentences, language, isCut: false };
}

/** Sentences with their numbers, from 1, as a model is shown them. */
export function numbered(sentences: readonly Pick<AnswerSentence, "plain">[]): string {
  return sentences.map(({ plain }, index) => `${index + 1}. ${plain}`).join("\n");
}
