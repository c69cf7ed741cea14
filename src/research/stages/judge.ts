import type { JsonObject } from "../../ai/index.ts";
import { mayAnswer } from "../answers.ts";
import type { Conflict, Fact, FoundPage, Plan, Query, Source } from "../journal-entries.ts";
import { Relevance } from "../../citations/index.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";

/** What is judged. */
interface JudgeInput {
  readonly plan: Plan;
  readonly facts: readonly Fact[];
  readonly sources: readonly Source[];
  readonly made: readonly Query[];
  readonly found: readonly FoundPage[];
  readonly tried: readonly string[];
}

/** Words of a query that is made of what is missing. */
const MOST_WORDS = 8;
const MOST_QUERIES = 6;

const schema = Object.freeze({
  type: "object",
  properties: {
    queries: {
      type: "array",
      maxItems: MOST_QUERIES,
      description: "What is to be searched for yet; empty when the quotes answer all.",
      items: {
        type: "object",
        properties: {
          question: { type: "string", description: "The question's id, such as Q1." },
          query: { type: "string", minLength: 1, maxLength: 200 },
        },
        required: ["question", "query"],
        additionalProperties: false,
      },
    },
    conflicts: {
      type: "array",
      maxItems: 10,
      description: "Quotes that say different things of the same.",
      items: {
        type: "object",
        properties: {
          question: { type: "string" },
          quotes: { type: "array", minItems: 2, maxItems: 6, items: { type: "string" } },
        },
        required: ["question", "quotes"],
        additionalProperties: false,
      },
    },
  },
  required: ["queries", "conflicts"],
  additionalProperties: false,
});

const INSTRUCTIONS =
  "Judge a research: questions, and quotes from pages that are to answer them. Name what is still to be searched for, for each question that the quotes do not answer or answer in part: a query that was not made yet, in other words. Name quotes that contradict each other, by their ids. Both lists are empty when nothing is missing and nothing contradicts.";

/** Judges whether the facts are enough; what is missing is searched for in another round. */
export async function judge(input: JudgeInput, parts: StageParts): Promise<StageResult<"judge">> {
  const { budget, asker, notes, settings } = parts;
  const answer = await asker.ask(
    { schema, instructions: INSTRUCTIONS, data: partsOf(input), maxOutputTokens: 1500 },
    { notes, limit: budget.gathering, task: "judge what was read" },
  );
  const { queries, conflicts } = answer === undefined ? unanswered(input) : judged(answer, input);
  const isOpen = queries.length > 0 || hasGaps(input);
  if (budget.gathering.expired) {
    notes.push(`The time for gathering, four fifths of ${settings.maxTimeMs} ms, ran out.`);
    return { end: "cut", output: { queries: [], conflicts } };
  }
  const isWanted = queries.length > 0 || (answer === undefined && isOpen && hasUntried(input));
  if (!isWanted) return { output: { queries: [], conflicts } };
  if (!budget.hasRounds || !budget.hasPages || !budget.hasBytes) {
    const limit = budget.hasRounds ? "pages" : `${settings.maxRounds} rounds`;
    notes.push(`The limit of ${limit} was reached before everything was found.`);
    return { output: { queries: [], conflicts } };
  }
  parts.tell("Something is missing; another round begins.");
  return { end: "gaps", output: { queries: [...queries], conflicts } };
}

interface Judged {
  readonly queries: readonly Query[];
  readonly conflicts: Conflict[];
}

/** Queries that were not made yet, and conflicts among facts that there are. */
function judged(answer: JsonObject, { plan, facts, made }: JudgeInput): Judged {
  const { queries, conflicts } = answer as {
    readonly queries: readonly Query[];
    readonly conflicts: readonly { question: string; quotes: readonly string[] }[];
  };
  const isQuestion = (id: string): boolean => plan.questions.some((each) => each.id === id);
  const known = new Set(facts.map(({ id }) => id));
  return {
    queries: queries
      .filter(({ question, query }) => isQuestion(question) && isNew(query, made))
      .map(({ question, query }) => ({ question, query: query.replace(/\s+/g, " ").trim() })),
    conflicts: conflicts
      .map(({ question, quotes }) => ({ question, facts: quotes.filter((id) => known.has(id)) }))
      .filter(({ question, facts: own }) => isQuestion(question) && new Set(own).size > 1),
  };
}

function isNew(query: string, made: readonly Query[]): boolean {
  const key = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
  return /[\p{L}\p{N}]/u.test(query) && made.every((other) => key(other.query) !== key(query));
}

function hasGaps({ plan, sources }: JudgeInput): boolean {
  return plan.questions.some(({ text }) => !mayAnswer(text, sources));
}

function hasUntried({ found, tried }: JudgeInput): boolean {
  return found.some(({ url }) => !tried.includes(url));
}

/** Without a model: the words that no passage has are searched for by themselves. */
function unanswered({ plan, sources, made }: JudgeInput): Judged {
  const relevance = new Relevance(sources);
  const queries = plan.questions
    .filter(({ text }) => !mayAnswer(text, sources))
    .map(({ id, text }) => ({
      question: id,
      query: relevance.missing(text).slice(0, MOST_WORDS).join(" "),
    }))
    .filter(({ query }) => isNew(query, made));
  return { queries, conflicts: [] };
}

function partsOf({ plan, facts, made }: JudgeInput) {
  const questions = plan.questions.map(({ id, text }) => `${id}: ${text}`);
  const quotes = facts.map(({ id, question, source, quote }) => {
    return `${id} (${question}, ${source}): ${quote.replace(/\s+/g, " ").slice(0, 600)}`;
  });
  return [
    { label: "questions", text: questions.join("\n") },
    { label: "queries", text: made.map(({ query }) => query).join("\n") },
    { label: "quotes", text: quotes.join("\n") },
  ];
}
