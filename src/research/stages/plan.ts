import { condensePrompt } from "../../search/index.ts";
import { splitSentences } from "../../evidence/index.ts";
import type { JsonObject } from "../../ai/index.ts";
import type { Plan, SubQuestion } from "../journal-entries.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";

/** Questions of a plan, and queries of each. */
const MOST_QUESTIONS = 5;
const MOST_QUERIES = 3;
/** Characters of a question and of a query. */
const LONGEST_QUESTION = 300;
const LONGEST_QUERY = 200;

const schema = Object.freeze({
  type: "object",
  properties: {
    questions: {
      type: "array",
      minItems: 1,
      maxItems: MOST_QUESTIONS,
      items: {
        type: "object",
        properties: {
          question: { type: "string", minLength: 1, maxLength: LONGEST_QUESTION },
          queries: {
            type: "array",
            minItems: 1,
            maxItems: MOST_QUERIES,
            items: { type: "string", minLength: 1, maxLength: LONGEST_QUERY },
          },
        },
        required: ["question", "queries"],
        additionalProperties: false,
      },
    },
  },
  required: ["questions"],
  additionalProperties: false,
});

const INSTRUCTIONS = `Plan a research. Split what the prompt asks into the questions that have to be answered, ${MOST_QUESTIONS} at most and one when one is enough; write each so that it is understood alone, in the prompt's language. Give each the queries, ${MOST_QUERIES} at most, with which a person would search for its answer: a few words of substance, names and numbers as the prompt writes them. Add nothing that the prompt does not ask for.`;

/** Splits what is asked into questions, with what is searched for. */
export async function plan({
  prompt,
  asker,
  budget,
  notes,
}: StageParts): Promise<StageResult<"plan">> {
  const request = {
    schema,
    instructions: INSTRUCTIONS,
    data: [{ label: "prompt", text: prompt }],
    maxOutputTokens: 1500,
  };
  const answer = await asker.ask(request, {
    notes,
    limit: budget.gathering,
    task: "plan the research",
  });
  const end = budget.gathering.expired ? "cut" : "finished";
  const questions = answer === undefined ? [] : questionsOf(answer);
  if (questions.length > 0) return { end, output: { questions, source: "model" } };
  return { end, output: condensed(prompt) };
}

function questionsOf(answer: JsonObject): SubQuestion[] {
  const { questions } = answer as unknown as { readonly questions: readonly Planned[] };
  return questions
    .map(({ question, queries }) => ({ text: folded(question), queries: queries.map(folded) }))
    .filter(({ text, queries }) => text !== "" && queries.some(isQuery))
    .map(({ text, queries }, index) => ({
      id: `Q${index + 1}`,
      text,
      queries: [...new Set(queries.filter(isQuery))],
    }));
}

interface Planned {
  readonly question: string;
  readonly queries: readonly string[];
}

function isQuery(query: string): boolean {
  return /[\p{L}\p{N}]/u.test(query);
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Without a model: each question of the prompt, else what its queries were made of. */
function condensed(prompt: string): Plan {
  const sentences = prompt.split("\n").flatMap((line) => splitSentences(line));
  const asked = sentences.filter((each) => /[?？؟]$/.test(each) && each.length <= LONGEST_QUESTION);
  const parts =
    asked.length > 1 ? asked.slice(0, MOST_QUESTIONS).map(questionOf) : partsOf(prompt, sentences);
  const questions = parts.map((part, index) => ({ id: `Q${index + 1}`, ...part }));
  return { questions, source: "condensed" };
}

type Part = Omit<SubQuestion, "id">;

function questionOf(sentence: string): Part {
  return { text: folded(sentence), queries: condensePrompt(sentence, { limit: 1 }) };
}

function partsOf(prompt: string, sentences: readonly string[]): Part[] {
  const queries = condensePrompt(prompt, { limit: MOST_QUESTIONS });
  if (queries.length === 1 && prompt.length <= LONGEST_QUESTION) {
    return [{ text: folded(prompt), queries }];
  }
  return queries.map((query) => ({ text: sentenceOf(query, sentences), queries: [query] }));
}

/** The sentence of the prompt that a query was made of; the query itself when none is short enough. */
function sentenceOf(query: string, sentences: readonly string[]): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const share = (sentence: string): number => {
    const small = sentence.toLowerCase();
    return words.filter((word) => small.includes(word)).length / words.length;
  };
  const fitting = sentences.filter((each) => each.length <= LONGEST_QUESTION && share(each) >= 0.8);
  const [best] = fitting.toSorted((a, b) => share(b) - share(a) || a.length - b.length);
  return folded(best ?? query);
}
