import {
  generateObject,
  isAiError,
  noUsage,
  SchemaJudge,
  type GenerateCollaborators,
  type PromptPart,
  type TokenUsage,
} from "../ai/index.ts";
import { escapeMarkdown, SentenceProving, type ProvenSentence } from "../citations/index.ts";
import { systemClock } from "../core/index.ts";
import type { AnswerSource } from "./answer-engine.ts";
import { checkAnswers } from "./check-answers.ts";
import { checkEngineCall } from "./check-engine-call.ts";
import { isRefusal } from "./is-refusal.ts";
import {
  INSTRUCTIONS,
  LONGEST_ANSWER,
  pagesOf,
  promptParts,
  readAnswer,
  SCHEMA,
  writtenSentences,
  type ReadAnswer,
  type SynthesisAnswer,
  type WrittenSentence,
} from "./synthesis-prompt.ts";

/** The answers that a synthesis is made of. */
export interface SynthesisQuestion {
  /** What was asked. */
  readonly query: string;
  /** At most 12. */
  readonly answers: readonly SynthesisAnswer[];
}

/** A sentence of a synthesis. */
export interface SynthesisSentence {
  /** Plain text. */
  readonly text: string;
  /** Whose answers say it; at least one. */
  readonly sources: readonly string[];
  /** Places in the list of pages, from 1; at least one. */
  readonly pages: readonly number[];
}

/** One short answer over several. */
export interface Synthesis {
  /** In Markdown, each sentence with the numbers of its pages: `It is 330 m tall. [1][2]`; empty without one. */
  readonly text: string;
  readonly sentences: readonly SynthesisSentence[];
  /** The pages that are cited, in the order of their first mark. */
  readonly pages: readonly AnswerSource[];
  /** What was left out, cut or failed; sentences for people. */
  readonly notes: readonly string[];
  readonly usage: TokenUsage;
}

/**
 * A short answer over the answers of engines, by a model. Each sentence is proven by words of the
 * answers that it cites, as far as words can tell, and cites pages that the engines of those answers
 * have given: a citation that does not hold is removed, a sentence without any is left out, and notes
 * say how many were. Whether a page itself says it was not looked at. Nothing is said of refusals, and
 * of answers whose engines gave no page.
 * @throws VisibilityError `INVALID_QUERY`, `INVALID_ANSWERS`; AiError `INVALID_MODEL`; the signal's
 *   reason
 * @example
 * ```ts
 * const { text, pages } = await synthesizeAnswers({ model }, { query, answers });
 * ```
 */
export async function synthesizeAnswers(
  parts: GenerateCollaborators,
  { query: asked, answers }: SynthesisQuestion,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Synthesis> {
  const { query } = checkEngineCall({ query: asked });
  checkAnswers(answers);
  signal?.throwIfAborted();
  const { told, notes } = tellingOf(answers);
  if (told.length === 0) return { ...nothing, notes };
  const pages = pagesOf(told);
  const read = told.map((answer, index) => readAnswer(answer, `S${index + 1}`, pages));
  const cut = read.filter(({ isCut }) => isCut);
  notes.push(
    ...cut.map(
      ({ source }) => `Only the first ${LONGEST_ANSWER} characters of ${source} were read.`,
    ),
  );
  const data = promptParts(query, read, pages);
  const asking = await writtenByModel(parts, data, signal);
  const writing = new Writing(query, read, pages);
  const sentences = asking.sentences.flatMap((sentence) => writing.prove(sentence) ?? []);
  notes.push(...asking.notes, ...writing.notes);
  return { ...written(sentences, pages), notes, usage: asking.usage };
}

interface Asking {
  readonly sentences: readonly WrittenSentence[];
  readonly notes: readonly string[];
  readonly usage: TokenUsage;
}

/** What the model writes; nothing where it failed, which a note tells. */
async function writtenByModel(
  parts: GenerateCollaborators,
  data: readonly PromptPart[],
  signal: AbortSignal | undefined,
): Promise<Asking> {
  const { judge = new SchemaJudge(parts.clock ?? systemClock) } = parts;
  const request = { schema: SCHEMA, instructions: INSTRUCTIONS, data };
  try {
    const { object, usage } = await generateObject({ ...parts, judge }, request, { signal });
    const sentences = writtenSentences(object);
    const notes = sentences.length === 0 ? ["The model found no answer to write."] : [];
    return { sentences, notes, usage };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isAiError(error) || error.code === "INVALID_MODEL") throw error;
    const notes = [`The model wrote no synthesis (${error.code}).`];
    return { sentences: [], notes, usage: error.details.usage ?? noUsage };
  }
}

const nothing = Object.freeze({ text: "", sentences: [], pages: [], usage: noUsage });

/** The answers that say something and rest on pages. */
function tellingOf(answers: readonly SynthesisAnswer[]) {
  const notes: string[] = [];
  const told = answers.filter(({ source, content, isRefusal: refused, sources }) => {
    if (refused ?? isRefusal(content)) notes.push(`The answer of ${source} is a refusal.`);
    else if (content.trim() === "") notes.push(`The answer of ${source} is empty.`);
    else if (sources.length === 0) notes.push(`The answer of ${source} names no page to cite.`);
    else return true;
    return false;
  });
  return { told, notes };
}

/** Proves the sentences of a model, and counts what was wrong with them. */
class Writing {
  readonly #proving: SentenceProving;
  readonly #answers: readonly ReadAnswer[];
  readonly #pages: readonly AnswerSource[];
  #ungiven = 0;
  #uncited = 0;

  constructor(query: string, answers: readonly ReadAnswer[], pages: readonly AnswerSource[]) {
    this.#proving = new SentenceProving(answers, [query]);
    this.#answers = answers;
    this.#pages = pages;
  }

  /** A sentence with the answers and pages that bear it; undefined where none does. */
  prove({ text, citations }: WrittenSentence): SynthesisSentence | undefined {
    const given = citations.map(({ answer, quote }) => ({ source: answer, quote }));
    const proven = this.#proving.prove({ text, citations: given });
    if (proven.sentence === undefined) return undefined;
    const saying = this.#saying(proven);
    const named = new Set(citations.flatMap(({ pages }) => pages.map(placeOf)));
    const pages = [...named].filter((place) => {
      const url = this.#pages[place - 1]?.url;
      return url !== undefined && saying.some(({ urls }) => urls.has(url));
    });
    this.#ungiven += named.size - pages.length;
    if (pages.length === 0) {
      this.#uncited += 1;
      return undefined;
    }
    const sources = saying.map(({ source }) => source);
    return { text: proven.sentence.text, sources, pages };
  }

  #saying({ supporting }: ProvenSentence): readonly ReadAnswer[] {
    return this.#answers.filter(({ id }) => supporting.some(({ source }) => source === id));
  }

  get notes(): string[] {
    const told = [
      [this.#ungiven, "Pages that the answers which say it did not give, left out"],
      [this.#uncited, "Sentences of the model's synthesis without a page that holds, left out"],
    ] as const;
    const own = told.flatMap(([count, what]) => (count > 0 ? [`${what}: ${count}.`] : []));
    return [...this.#proving.notes("synthesis"), ...own];
  }
}

/** The number of a page as models write it: `P2`, `[P2]`, `2`; 0 for what is none. */
function placeOf(page: string): number {
  return Number(/^\W*P?\s?(\d{1,3})\b/i.exec(page)?.[1] ?? 0);
}

/** Sentences with the pages that they cite, numbered anew by their first mark. */
function written(
  sentences: readonly SynthesisSentence[],
  all: readonly AnswerSource[],
): Pick<Synthesis, "text" | "sentences" | "pages"> {
  const cited = [...new Set(sentences.flatMap(({ pages }) => pages))];
  const numbered = sentences.map((sentence) => ({
    ...sentence,
    pages: sentence.pages.map((place) => cited.indexOf(place) + 1).toSorted((a, b) => a - b),
  }));
  const texts = numbered.map(({ text, pages }) => {
    return `${escapeMarkdown(text)} ${pages.map((page) => `[${page}]`).join("")}`;
  });
  return {
    text: texts.join(" "),
    sentences: numbered,
    pages: cited.flatMap((place) => all[place - 1] ?? []),
  };
}
