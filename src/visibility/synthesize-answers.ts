import type { SentenceSupport } from "../evidence/index.ts";
import {
  generateObject,
  isAiError,
  noUsage,
  SchemaJudge,
  type GenerateCollaborators,
  type JsonObject,
  type ObjectRequest,
  type PromptPart,
  type TokenUsage,
} from "../ai/index.ts";
import type { AskModel } from "../ai/internal.ts";
import { escapeMarkdown, SentenceProving, type ProvenSentence } from "../citations/index.ts";
import { checkArgument, systemClock } from "../core/index.ts";
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
  readonly support: Exclude<SentenceSupport, "unchecked">;
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
 * A short answer over the answers of engines, by a model. Each sentence is the words of an answer, or was
 * checked: rules and the model, asked once more and shown no more than the sentence and the words of the
 * answers that it cites, agree that these say it. It cites pages that the engines of those answers have
 * given. A citation that does not hold is removed, a sentence without any and one that could not be
 * checked are left out, and notes say how many were. Whether a page itself says it was not looked at. Nothing is said of refusals, and
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
  question: SynthesisQuestion,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Synthesis> {
  checkArgument(
    "collaborators of synthesizeAnswers({ model }, { query, answers })",
    parts,
    "object",
  );
  checkArgument("question of synthesizeAnswers({ model }, { query, answers })", question, "object");
  const { query: asked, answers } = question;
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
  const asking = new Asking(parts, signal);
  const writing = new Writing(query, read, pages);
  const sentences = await writing.sentences(
    await writtenBy(asking, data),
    async (request) => await asking.ask(request, "did not check the synthesis"),
  );
  notes.push(...asking.notes, ...writing.notes);
  return { ...written(sentences, pages), notes, usage: asking.usage };
}

/** Asks the model; what it fails at is reported in a note. */
class Asking {
  readonly notes: string[] = [];
  usage: TokenUsage = noUsage;
  readonly #parts: GenerateCollaborators;
  readonly #signal: AbortSignal | undefined;

  constructor(parts: GenerateCollaborators, signal: AbortSignal | undefined) {
    const { judge = new SchemaJudge(parts.clock ?? systemClock) } = parts;
    this.#parts = { ...parts, judge };
    this.#signal = signal;
  }

  /**
   * @param failure as a note says it of the model: `wrote no synthesis`
   * @throws AiError `INVALID_MODEL`; the signal's reason
   */
  async ask(request: ObjectRequest, failure: string): Promise<JsonObject | undefined> {
    const signal = this.#signal;
    try {
      const { object, usage } = await generateObject(this.#parts, request, { signal });
      this.#add(usage);
      return object;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAiError(error) || error.code === "INVALID_MODEL") throw error;
      this.notes.push(`The model ${failure} (${error.code}).`);
      this.#add(error.details.usage ?? noUsage);
      return undefined;
    }
  }

  #add({ inputTokens, outputTokens, calls }: TokenUsage): void {
    this.usage = {
      inputTokens: this.usage.inputTokens + inputTokens,
      outputTokens: this.usage.outputTokens + outputTokens,
      calls: this.usage.calls + calls,
    };
  }
}

/** What the model writes. */
async function writtenBy(
  asking: Asking,
  data: readonly PromptPart[],
): Promise<readonly WrittenSentence[]> {
  const request = { schema: SCHEMA, instructions: INSTRUCTIONS, data };
  const object = await asking.ask(request, "wrote no synthesis");
  const sentences = object === undefined ? [] : writtenSentences(object);
  if (object !== undefined && sentences.length === 0) {
    asking.notes.push("The model found no answer to write.");
  }
  return sentences;
}

const nothing = Object.freeze({ text: "", sentences: [], pages: [], usage: noUsage });

/** The answers that say something and rest on pages. */
function tellingOf(answers: readonly SynthesisAnswer[]) {
  const notes: string[] = [];
  const told = answers.filter(({ source, content, isRefusal: refused, sources }) => {
    if (refused === true || isRefusal(content)) notes.push(`The answer of ${source} is a refusal.`);
    else if (content.trim() === "") notes.push(`The answer of ${source} is empty.`);
    else if (sources.length === 0) notes.push(`The answer of ${source} names no page to cite.`);
    else return true;
    return false;
  });
  return { told, notes };
}

/** A sentence that rules do not refuse, whose answers bear it each by itself, and its pages. */
interface Borne {
  readonly proven: ProvenSentence;
  readonly sources: readonly string[];
  readonly pages: readonly number[];
}

/** Compares the sentences of a model with what they cite, and counts what was wrong with them. */
class Writing {
  readonly #proving: SentenceProving;
  readonly #answers: readonly ReadAnswer[];
  readonly #pages: readonly AnswerSource[];
  #ungiven = 0;
  #uncited = 0;
  #unchecked = 0;

  constructor(query: string, answers: readonly ReadAnswer[], pages: readonly AnswerSource[]) {
    this.#proving = new SentenceProving(answers, [query]);
    this.#answers = answers;
    this.#pages = pages;
  }

  /** Sentences that are quoted or checked, with the answers and pages that bear them. */
  async sentences(
    given: readonly WrittenSentence[],
    ask: AskModel,
  ): Promise<readonly SynthesisSentence[]> {
    const borne = given.flatMap((sentence) => this.#borne(sentence) ?? []);
    const proven = borne.map((each) => each.proven);
    const checked = await this.#proving.check(proven, ask);
    return borne.flatMap(({ sources, pages }, index) => {
      const sentence = checked[index];
      if (sentence === undefined) return [];
      const { text, support } = sentence;
      if (support !== "unchecked") return [{ text, support, sources, pages }];
      this.#unchecked += 1;
      return [];
    });
  }

  /** Undefined where no answer or no page bears a sentence. */
  #borne({ text, citations }: WrittenSentence): Borne | undefined {
    const given = citations.map(({ answer, quote }) => ({ source: answer, quote }));
    const proven = this.#proving.prove({ text, citations: given });
    const bearing = proven.sentence === undefined ? proven.open?.citations : proven.supporting;
    if (bearing === undefined) return undefined;
    const saying = this.#answers.filter(({ id }) => bearing.some(({ source }) => source === id));
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
    return { proven, sources, pages };
  }

  get notes(): string[] {
    const told = [
      [this.#ungiven, "Pages that no answer saying the sentence gave, left out"],
      [
        this.#uncited,
        "Sentences of the model's synthesis without a page that supports them, left out",
      ],
      [this.#unchecked, "Sentences of the model's synthesis that could not be checked, left out"],
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
