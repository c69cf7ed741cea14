import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A page that answers a question, or a part of it. */
export interface SearchAnswer {
  /** URL in the corpus. */
  readonly page: string;
  /** Words of the page that answer, white space folded. */
  readonly sentence: string;
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
export const searchQuestions = JSON.parse(
  readFileSync(join(import.meta.dirname, "questions.json"), "utf8"),
) as readonly SearchQuestion[];
