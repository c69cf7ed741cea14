import type { z } from "zod";
import type * as schema from "./schema.ts";

/** A part of what was asked, and what is searched for. */
export type SubQuestion = z.infer<typeof schema.subQuestion>;
/** What a plan came to. */
export type Plan = z.infer<typeof schema.plan>;
/** A page that a search found. */
export type FoundPage = z.infer<typeof schema.foundPage>;
/** A query with the question that it is made for. */
export type Query = z.infer<typeof schema.query>;
/** A page that can be cited. */
export type Source = z.infer<typeof schema.source>;
/** Values of a schema that a page tells by itself. */
export type PageValues = z.infer<typeof schema.pageValues>;
/** Words of a source that may answer a question. */
export type Fact = z.infer<typeof schema.fact>;
/** Facts that say different things. */
export type Conflict = z.infer<typeof schema.conflict>;
/** A sentence with what it rests on. */
export type CitedSentence = z.infer<typeof schema.citedSentence>;
/** A report before or after it was compared with its sources. */
export type Draft = z.infer<typeof schema.draft>;
/** Data by a schema, and where each value stands. */
export type Structured = z.infer<typeof schema.structured>;
/** What a stage gave, by stage. */
export type StageOutputs = {
  readonly [Stage in keyof typeof schema.outputs]: z.infer<(typeof schema.outputs)[Stage]>;
};
/** An entry of a journal. */
export type JournalEntry = z.infer<typeof schema.journalEntry>;
/** A page that was tried. */
export type PageEntry = Extract<JournalEntry, { readonly kind: "page" }>;
