import type { JsonObject } from "../../ai/index.ts";
import { mayAnswer } from "../answers.ts";
import type { CitedSentence, Draft, Fact, Plan, Source } from "../journal-entries.ts";
import { Relevance, type CitedSource } from "../../citations/index.ts";
import { sourcePart } from "../source-part.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";

/** What a report is written of. */
export interface WriteInput {
  readonly plan: Plan;
  readonly sources: readonly Source[];
  readonly facts: readonly Fact[];
}

const sentences = Object.freeze({
  type: "array",
  maxItems: 40,
  items: {
    type: "object",
    properties: {
      text: { type: "string", minLength: 1, maxLength: 1000 },
      citations: {
        type: "array",
        minItems: 1,
        maxItems: 4,
        items: {
          type: "object",
          properties: {
            source: { type: "string", description: "The source's id, such as S1." },
            quote: {
              type: "string",
              minLength: 1,
              maxLength: 1000,
              description: "Words of that source, copied exactly, that say what the sentence says.",
            },
          },
          required: ["source", "quote"],
          additionalProperties: false,
        },
      },
    },
    required: ["text", "citations"],
    additionalProperties: false,
  },
});

const schema = Object.freeze({
  type: "object",
  properties: {
    answered: { type: "boolean", description: "Whether the sources answer what was asked." },
    answer: {
      ...sentences,
      maxItems: 5,
      description: "The short answer; empty when there is none.",
    },
    sections: {
      type: "array",
      maxItems: 8,
      items: {
        type: "object",
        properties: {
          question: { type: "string", description: "The question's id, such as Q1." },
          sentences,
        },
        required: ["question", "sentences"],
        additionalProperties: false,
      },
    },
  },
  required: ["answered", "answer", "sections"],
  additionalProperties: false,
});

const INSTRUCTIONS =
  "Write a report that answers the questions from the sources, and from nothing else. Every sentence is plain text and says only what its citations say: each citation is the id of a source and words copied exactly from it. Keep names, numbers, dates and who did what as the source has them, and stay near its words; sentences are in the sources' language. Write no URL, no link and no citation mark in a sentence. When the sources do not answer, say answered: false and leave the answer empty; do not answer from what you know.";

/** Tokens of a report. */
const MOST_TOKENS = 8000;

/** Writes the report: a model from facts and their passages, else their verbatim sentences. */
export async function write(input: WriteInput, parts: StageParts): Promise<StageResult<"write">> {
  const { asker, budget, notes } = parts;
  const { sources, facts } = input;
  const end = budget.asking.expired ? "cut" : "finished";
  if (sources.length === 0) return { end, output: nothing(asker.hasModel) };
  if (asker.hasModel && facts.length === 0) return { end, output: unanswered(input, "model") };
  const answer = await asker.ask(
    {
      schema,
      instructions: INSTRUCTIONS,
      data: partsOf(input, parts.prompt),
      maxOutputTokens: MOST_TOKENS,
    },
    { notes, limit: budget.asking, task: "write the report" },
  );
  return { end, output: answer === undefined ? writeExtract(input) : draftOf(answer, input) };
}

function nothing(hasModel: boolean): Draft {
  const source = hasModel ? "model" : "extractive";
  return { source, answered: false, answer: [], sections: [], unchecked: [] };
}

/** What the model wrote. */
interface Written {
  readonly answered: boolean;
  readonly answer: readonly CitedSentence[];
  readonly sections: readonly {
    readonly question: string;
    readonly sentences: readonly CitedSentence[];
  }[];
}

function draftOf(answer: JsonObject, input: WriteInput): Draft {
  const given = answer as unknown as Written;
  if (!given.answered) return unanswered(input, "model");
  const isQuestion = (id: string): boolean => input.plan.questions.some((each) => each.id === id);
  const { answered, answer: short, sections } = given;
  return {
    source: "model",
    answered,
    answer: unread(short),
    sections: sections
      .filter(({ question }) => isQuestion(question))
      .map((section) => ({ ...section, sentences: unread(section.sentences) })),
    unchecked: [],
  };
}

/** Sentences that nobody has compared with what they cite. */
function unread(sentences: readonly CitedSentence[]): Draft["answer"] {
  return sentences.map((sentence) => ({ ...sentence, support: "unchecked" }));
}

/** What is nearest to a question that nothing answers. */
function unanswered({ plan, sources }: WriteInput, source: Draft["source"]): Draft {
  const isAlone = plan.questions.length === 1;
  // Where nobody could read them, a person will want to.
  const most = source === "extractive" && isAlone ? NEAREST : FEW_NEAREST;
  const relevance = new Relevance(sources);
  const sections = plan.questions.map(({ id, text }) => ({
    question: id,
    sentences: relevance.excerpts(text, most).map(verbatim),
  }));
  return {
    source,
    answered: false,
    answer: [],
    sections: sections.filter((each) => each.sentences.length > 0),
    unchecked: [],
  };
}

/** Passages that are shown as the nearest ones. */
const NEAREST = 14;
const FEW_NEAREST = 3;

/** Characters of a passage that is cited as a whole. */
const LONGEST_PASSAGE = 2000;

/** Sentences as they stand, citing the whole passage that they are of. */
function verbatim({
  source,
  text,
}: {
  readonly source: CitedSource;
  readonly text: string;
}): Draft["answer"][number] {
  const passage = source.passages.find((each) => each.text.includes(text))?.text ?? text;
  const quote = passage.length > LONGEST_PASSAGE ? text : passage;
  return { text, citations: [{ source: source.id, quote }], support: "quoted" };
}

/** Passages of a report of several questions, by question; one alone has more. */
const FEW = 5;

/** What a passage must cover of a question, as a share of what the best one does. */
const FITTING = 0.4;

/** Without those that share a word or two with the question and no more. */
function fitting(facts: readonly Fact[]): Fact[] {
  const best = facts.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  return facts.filter(({ coverage }) => coverage >= FITTING * best);
}

/** A report of sentences as they stand in the sources. */
export function writeExtract(input: WriteInput): Draft {
  const { plan, facts, sources } = input;
  const answered = plan.questions.filter(({ text }) => mayAnswer(text, sources));
  if (answered.length === 0) return unanswered(input, "extractive");
  const most = plan.questions.length === 1 ? Infinity : FEW;
  const sections = answered.map(({ id }) => ({
    question: id,
    sentences: fitting(facts.filter(({ question }) => question === id))
      .slice(0, most)
      .flatMap(({ source: id, quote }) => {
        const source = sources.find((each) => each.id === id);
        return source === undefined ? [] : [verbatim({ source, text: quote })];
      }),
  }));
  const [first] = sections.flatMap((section) => section.sentences.slice(0, 1));
  return {
    source: "extractive",
    answered: true,
    answer: first === undefined ? [] : [first],
    sections,
    unchecked: [],
  };
}

function partsOf({ plan, sources, facts }: WriteInput, prompt: string) {
  const questions = plan.questions.map(({ id, text }) => `${id}: ${text}`).join("\n");
  const cited = sources.filter(({ id }) => facts.some(({ source }) => source === id));
  return [
    { label: "prompt", text: prompt },
    { label: "questions", text: questions },
    ...cited.map((source) => sourcePart(source, passagesWith(source, facts))),
  ];
}

/** The passages of a source that facts stand in. */
function passagesWith({ id, passages }: Source, facts: readonly Fact[]): number[] {
  const quotes = facts.filter(({ source }) => source === id).map(({ quote }) => quote);
  return passages.flatMap(({ text }, index) =>
    quotes.some((quote) => text.includes(quote)) ? [index] : [],
  );
}
