import { findQuote } from "../../evidence/index.ts";
import type { JsonObject } from "../../ai/index.ts";
import type { Fact, Plan, Source, SubQuestion } from "../journal-entries.ts";
import { Relevance, type RankedPassage } from "../../citations/index.ts";
import { sourcePart } from "../source-part.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";

/** What is read, and for what. */
interface ReadInput {
  readonly plan: Plan;
  readonly sources: readonly Source[];
}

/** Passages that a report without a model is made of, for a question … */
const MOST_PASSAGES = 14;
/** … and that a model reads. */
const MOST_READ = 24;
const MOST_FACTS = 12;

const schema = Object.freeze({
  type: "object",
  properties: {
    facts: {
      type: "array",
      maxItems: MOST_FACTS,
      items: {
        type: "object",
        properties: {
          source: { type: "string", description: "The source's id, such as S1." },
          quote: {
            type: "string",
            minLength: 1,
            maxLength: 1000,
            description: "Words of that source, copied exactly, that answer the question.",
          },
        },
        required: ["source", "quote"],
        additionalProperties: false,
      },
    },
  },
  required: ["facts"],
  additionalProperties: false,
});

/**
 * Reads the sources by question: words that may answer it, verbatim. What a model quotes counts only
 * when it stands in the source.
 */
export async function read(
  { plan, sources }: ReadInput,
  parts: StageParts,
): Promise<StageResult<"read">> {
  const relevance = new Relevance(sources);
  const facts: Fact[] = [];
  let invented = 0;
  for (const question of plan.questions) {
    const own = await readFor(question, { relevance, sources }, parts);
    invented += own.invented;
    for (const fact of own.facts) facts.push({ ...fact, id: `F${facts.length + 1}` });
  }
  if (invented > 0) {
    parts.notes.push(
      `Quotations of the model that are not in their source, left out: ${invented}.`,
    );
  }
  parts.tell(`${facts.length} passages of ${sources.length} sources are about what is asked.`);
  return { end: parts.budget.gathering.expired ? "cut" : "finished", output: { facts } };
}

interface Reading {
  readonly relevance: Relevance;
  readonly sources: readonly Source[];
}

interface Found {
  readonly facts: readonly Omit<Fact, "id">[];
  readonly invented: number;
}

async function readFor(
  question: SubQuestion,
  { relevance, sources }: Reading,
  { asker, budget, notes }: StageParts,
): Promise<Found> {
  const ranked = relevance.rank(question.text).slice(0, MOST_READ);
  const ofModel =
    ranked.length === 0
      ? undefined
      : await asker.ask(
          {
            schema,
            instructions: `Find what answers this question in the numbered passages: ${JSON.stringify(question.text)}\nQuote the words that answer it exactly as they stand, whole sentences where there are some, with the id of their source. Quote nothing that only has to do with it; when no passage answers, the list is empty.`,
            data: partsOf(ranked),
            maxOutputTokens: 3000,
          },
          { notes, limit: budget.gathering, task: "read the sources" },
        );
  if (ofModel !== undefined) return quotedFacts(question, ofModel, { ranked, sources });
  const facts = relevance
    .excerpts(question.text, MOST_PASSAGES)
    .map(({ source, text, coverage }) => ({
      question: question.id,
      source: source.id,
      quote: text,
      coverage,
    }));
  return { facts, invented: 0 };
}

function partsOf(ranked: readonly RankedPassage[]) {
  const bySource = Map.groupBy(ranked, ({ source }) => source);
  return [...bySource].map(([source, own]) =>
    sourcePart(
      source,
      own.map(({ index }) => index),
    ),
  );
}

function quotedFacts(
  question: SubQuestion,
  answer: JsonObject,
  {
    ranked,
    sources,
  }: { readonly ranked: readonly RankedPassage[]; readonly sources: readonly Source[] },
): Found {
  const { facts: quoted } = answer as {
    readonly facts: readonly { source: string; quote: string }[];
  };
  const facts: Omit<Fact, "id">[] = [];
  for (const { source: id, quote } of quoted) {
    const source = sources.find((each) => each.id === id.trim());
    const place = source === undefined ? undefined : placeIn(source, quote);
    if (source === undefined || place === undefined) continue;
    const passage = ranked.find(
      (each) => each.source.id === source.id && each.index === place.index,
    );
    facts.push({
      question: question.id,
      source: source.id,
      quote: place.quote,
      coverage: passage?.coverage ?? 0,
    });
  }
  return { facts, invented: quoted.length - facts.length };
}

function placeIn(source: Source, quote: string): { index: number; quote: string } | undefined {
  for (const [index, { text }] of source.passages.entries()) {
    const place = findQuote(text, quote);
    if (place !== undefined) return { index, quote: text.slice(place.start, place.end) };
  }
  return undefined;
}
