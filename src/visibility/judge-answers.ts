import {
  isAiError,
  noUsage,
  SchemaJudge,
  type GenerateCollaborators,
  type TokenUsage,
} from "../ai/index.ts";
import { checkArgument, systemClock } from "../core/index.ts";
import { sentencesOf, type AnswerSentences } from "./answer-sentences.ts";
import { checkAnswers } from "./check-answers.ts";
import { checkEngineCall } from "./check-engine-call.ts";
import { readClaims, type Claim, type ReadClaim } from "./claims.ts";
import { compareClaims, type ClaimRelation } from "./compare-claims.ts";
import { isRefusal } from "./is-refusal.ts";
import { verdictsOf, type Verdict } from "./verdict.ts";

/** An answer that is compared with others. */
export interface JudgedAnswer {
  /** Whose it is; none twice. */
  readonly source: string;
  /** In Markdown. */
  readonly content: string;
  /** Whether its engine says that it refused; by its words when absent. */
  readonly isRefusal?: boolean | undefined;
}

/** The answers of every source that has completed. */
export interface AnswersQuestion {
  /** What was asked. */
  readonly query: string;
  /** At most 12. */
  readonly answers: readonly JudgedAnswer[];
}

/** What answers say of each other, and where each stands. */
export interface Comparison {
  /** By source, for each answer. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** At most eight of each answer. */
  readonly claims: readonly Claim[];
  /** The matrix: each claim against each other answer that was compared. */
  readonly relations: readonly ClaimRelation[];
  /** What was left out, cut or failed; sentences for people. */
  readonly notes: readonly string[];
  readonly usage: TokenUsage;
}

/** An answer that says something. */
interface Spoken extends AnswerSentences {
  readonly source: string;
}

/**
 * Compares answers to one question: a model lists the claims of each, our own readers judge each pair of
 * a claim and another answer first (numbers, dates, times and their zones, units, negations, opposites;
 * words in English, German, French and Spanish), the model what they leave open, and what they do not
 * know, as other units and zones; a strict majority of all answers that agree is the consensus, and who stands outside is
 * an outlier. Refusals and empty answers have no verdict, nor has any answer where there is no majority
 * or no model. What the model fails at is told and takes the verdict of the answer that it is about.
 * @throws VisibilityError `INVALID_QUERY`, `INVALID_ANSWERS`; AiError `INVALID_MODEL`; the signal's
 *   reason
 * @example
 * ```ts
 * const { verdicts, claims, relations } = await judgeAnswers({ model }, { query, answers });
 * ```
 */
export async function judgeAnswers(
  parts: Partial<GenerateCollaborators>,
  question: AnswersQuestion,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Comparison> {
  checkArgument("collaborators of judgeAnswers({ model }, { query, answers })", parts, "object");
  checkArgument("question of judgeAnswers({ model }, { query, answers })", question, "object");
  const { query: asked, answers } = question;
  const { query } = checkEngineCall({ query: asked });
  checkAnswers(answers);
  signal?.throwIfAborted();
  const completed = answers.map(({ source }) => source);
  const verdicts = Object.fromEntries(completed.map((source): [string, Verdict] => [source, null]));
  const { model } = parts;
  if (model === undefined) {
    const notes = ["The answers were not compared: there is no model."];
    return { verdicts, claims: [], relations: [], notes, usage: noUsage };
  }
  const comparing = new AnswerComparing({ ...parts, model }, query, signal);
  const { matrix, compared, ...rest } = await comparing.run(answers);
  const found = verdictsOf({ completed, compared }, matrix);
  return { verdicts: { ...verdicts, ...Object.fromEntries(found) }, ...matrix, ...rest };
}

/** What comparing came to. */
interface Compared {
  readonly matrix: Pick<Comparison, "claims" | "relations">;
  /** Sources whose answers were compared. */
  readonly compared: readonly string[];
  readonly notes: readonly string[];
  readonly usage: TokenUsage;
}

/** The comparing of the answers to one question. */
class AnswerComparing {
  readonly #parts: GenerateCollaborators;
  readonly #query: string;
  readonly #signal: AbortSignal | undefined;
  readonly #notes: string[] = [];
  #usage = noUsage;

  constructor(parts: GenerateCollaborators, query: string, signal: AbortSignal | undefined) {
    const { judge = new SchemaJudge(parts.clock ?? systemClock) } = parts;
    this.#parts = { ...parts, judge };
    this.#query = query;
    this.#signal = signal;
  }

  async run(answers: readonly JudgedAnswer[]): Promise<Compared> {
    const spoken = answers.flatMap((answer) => this.#speak(answer));
    // One answer alone has none to be compared with.
    const candidates = spoken.length < 2 ? [] : spoken;
    const read = await Promise.all(candidates.map((answer) => this.#claimsOf(answer)));
    const claims = read.flatMap((each) => each ?? []);
    const withClaims = candidates.filter((_, index) => read[index] !== undefined);
    const found = await Promise.all(withClaims.map((answer) => this.#relationsOf(answer, claims)));
    const compared = withClaims.filter((_, index) => found[index] !== undefined);
    return {
      matrix: { claims: claims.map(told), relations: found.flatMap((each) => each ?? []) },
      compared: compared.map(({ source }) => source),
      notes: this.#notes,
      usage: this.#usage,
    };
  }

  /** An answer's sentences; none of what says nothing. */
  #speak({ source, content, isRefusal: refused }: JudgedAnswer): Spoken[] {
    if (refused ?? isRefusal(content)) {
      this.#notes.push(`The answer of ${source} is a refusal.`);
      return [];
    }
    const read = sentencesOf(content);
    if (read.sentences.length === 0) this.#notes.push(`The answer of ${source} is empty.`);
    const { length } = read.sentences;
    if (read.isCut) {
      this.#notes.push(`Only the first ${length} sentences of ${source} were compared.`);
    }
    return length === 0 ? [] : [{ source, ...read }];
  }

  async #claimsOf({
    source,
    sentences,
    language,
  }: Spoken): Promise<readonly ReadClaim[] | undefined> {
    const question = { source, query: this.#query, sentences, language };
    const read = await this.#attempt(`The claims of ${source} could not be listed`, () =>
      readClaims(this.#parts, question, this.#signal),
    );
    if (read === undefined) return undefined;
    if (read.dropped > 0) {
      this.#notes.push(
        `Claims of ${source} that its sentences do not support were left out: ${read.dropped}.`,
      );
    }
    return read.claims;
  }

  async #relationsOf(
    { source, sentences }: Spoken,
    claims: readonly ReadClaim[],
  ): Promise<readonly ClaimRelation[] | undefined> {
    const answer = { source, query: this.#query, sentences, claims };
    const read = await this.#attempt(`The answer of ${source} could not be compared`, () =>
      compareClaims(this.#parts, answer, this.#signal),
    );
    return read?.relations;
  }

  /** What the model does; undefined where it failed, which a note tells. */
  async #attempt<Result extends { readonly usage: TokenUsage }>(
    note: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      const result = await work();
      this.#count(result.usage);
      return result;
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (!isAiError(error) || error.code === "INVALID_MODEL") throw error;
      this.#count(error.details.usage ?? noUsage);
      this.#notes.push(`${note} (${error.code}).`);
      return undefined;
    }
  }

  #count({ inputTokens, outputTokens, calls }: TokenUsage): void {
    this.#usage = {
      inputTokens: this.#usage.inputTokens + inputTokens,
      outputTokens: this.#usage.outputTokens + outputTokens,
      calls: this.#usage.calls + calls,
    };
  }
}

/** A claim as it is told: what it is compared by is no part of it. */
function told({ source, text, evidence, support, isCentral }: ReadClaim): Claim {
  return { source, text, evidence, support, isCentral };
}
