import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A page that answers a question, or a part of it. */
export interface SearchAnswer {
  /** URL in the corpus. */
  readonly page: string;
  /** Words of the page that answer, white space folded. */
  readonly sentence: string;
  /** Other words of the page that say the same. */
  readonly or?: readonly string[];
  /** Which part of a question of several parts; the only one when absent. */
  readonly part?: number;
}

/** A question as a person would type it, with the pages that answer it. */
export interface SearchQuestion {
  /** From 1. What is tuned by odd ones is judged by even ones. */
  readonly id: number;
  readonly question: string;
  /** `docs`, the kind of a labelled page, or `news`. */
  readonly kind: string;
  /** Empty when no page of the corpus answers. */
  readonly answers: readonly SearchAnswer[];
  /** Pages that are on the topic and do not answer. */
  readonly alsoRelevant?: readonly string[];
  /** Of a question without an answer: pages that look as if they had one. */
  readonly near?: readonly string[];
}

/** Questions of our own; a model wrote them from the pages of the corpus. */
export const searchQuestions = read("questions.json");

/**
 * Questions for one fact each, whose `sentence` is as short as an answer can be: a snippet must have
 * it. Their ids are odd or even by a hash of the question.
 */
export const factQuestions = read("facts.json");

function read(name: string): readonly SearchQuestion[] {
  const text = readFileSync(join(import.meta.dirname, name), "utf8");
  return JSON.parse(text) as readonly SearchQuestion[];
}
