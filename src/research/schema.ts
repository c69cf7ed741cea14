import { z } from "zod";
import { sentenceSupports } from "../evidence/index.ts";
import type { Json } from "../storage/index.ts";
import { researchStages } from "./research.ts";

// What a research keeps in its journal, and works on between its stages.

const text = z.string();
const id = z.string().max(16);
const count = z.number().min(0);
const json = z.json() as z.ZodType<Json>;

/** A part of what was asked, and what is searched for. */
export const subQuestion = z.object({ id, text, queries: z.array(text) });

/** What a plan came to. */
export const plan = z.object({
  questions: z.array(subQuestion).min(1),
  source: z.enum(["model", "condensed"]),
});

/** A page that a search found. */
export const foundPage = z.object({
  url: text,
  title: text,
  snippet: text,
  /** The question that found it first. */
  question: id,
});

/** A query that was made or is to be made. */
export const query = z.object({ question: id, query: text });

const passage = z.object({ heading: text, text });

/** Values of a schema that a page tells by itself. */
export const pageValues = z.object({
  data: z.record(text, json),
  /** By dotted path, the words that tell it. */
  evidence: z.record(text, text),
});

/** A page that can be cited. */
export const source = z.object({
  id,
  url: text,
  title: text,
  language: text.optional(),
  date: text.optional(),
  /** In page order, those that have to do with what was asked. */
  passages: z.array(passage),
  values: pageValues.optional(),
});

/** Words of a source that may answer a question. */
export const fact = z.object({
  id,
  question: id,
  source: id,
  /** Verbatim. */
  quote: text,
  /** How much of the question's words its passage has, from 0 to 1. */
  coverage: count,
});

/** Facts that say different things. */
export const conflict = z.object({ question: id, facts: z.array(id).min(2) });

const citation = z.object({ source: id, quote: text });

/** A sentence with what it rests on. */
export const citedSentence = z.object({ text, citations: z.array(citation) });

/** The same with how well it is supported; what nobody has looked at is unchecked. */
const supportedSentence = citedSentence.extend({
  support: z.enum(sentenceSupports).default("unchecked"),
});

/** A report before or after it was compared with its sources. */
export const draft = z.object({
  source: z.enum(["model", "extractive"]),
  answered: z.boolean(),
  answer: z.array(supportedSentence),
  sections: z.array(z.object({ question: id, sentences: z.array(supportedSentence) })),
  /** Of one that was compared with its sources: what is in neither of the two. */
  unchecked: z.array(supportedSentence).default([]),
});

/** Data by a schema, and where each value stands. */
export const structured = z.object({
  summary: text,
  data: z.union([z.record(text, json), z.array(json)]),
  schema: z.record(text, json),
  evidence: z.array(z.object({ path: text, url: text, quote: text })),
});

const spent = z.object({
  rounds: count,
  pages: count,
  bytes: count,
  tokens: z.object({ inputTokens: count, outputTokens: count, calls: count }),
  elapsedMs: count,
});

/** What a stage gave, by stage. */
export const outputs = {
  plan,
  search: z.object({ made: z.array(query), found: z.array(foundPage) }),
  scrape: z.object({}),
  read: z.object({ facts: z.array(fact) }),
  judge: z.object({ queries: z.array(query), conflicts: z.array(conflict) }),
  write: draft,
  verify: draft,
  extract: structured,
} as const satisfies Readonly<Record<(typeof researchStages)[number], z.ZodType>>;

const beginning = z.object({ kind: z.literal("research"), version: z.literal(1), asked: text });

/** A page that was tried; without a source it is none, and `note` says why. */
const page = z.object({
  kind: z.literal("page"),
  url: text,
  bytes: count,
  source: source.optional(),
  note: text.optional(),
  spent,
});

const stage = z.object({
  kind: z.literal("stage"),
  stage: z.enum(researchStages),
  end: z.enum(["finished", "gaps", "cut"]),
  output: z.unknown(),
  notes: z.array(text),
  spent,
});

/** An entry of a journal. */
export const journalEntry = z.discriminatedUnion("kind", [beginning, page, stage]);
