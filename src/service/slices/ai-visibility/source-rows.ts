import { collection, type Row } from "../../../storage/index.ts";

/** The sources of searches, each with what it came to last. */
export const sourceRows = collection({
  name: "service_ai_sources",
  fields: {
    search: "string",
    source: "string",
    account: "string",
    // In the order in which they were asked for, from 0.
    place: "number",
    // `open` until it has come to something; then `completed`, `failed` or `timed_out`.
    status: "string",
    summary: "string",
    // The answer as JSON: here, or in the blob of this key; neither unless completed.
    text: "string?",
    blob: "string?",
    error: "string?",
    latencyMs: "number",
    // What the shown result costs, and what retries have cost in all.
    credits: "number",
    spent: "number",
    verdict: "string?",
    // The claims of its answer with what other answers say of them; null unless compared.
    comparison: "json?",
    // The job at the engine of a result that timed out: what finds its late answer.
    handle: "string?",
    // The job at the engine of the asking under way: what another process goes on with.
    asked: "string?",
    // Runs that were begun for it: each keeps its answer under a key of its own.
    attempts: "number",
    // Retries that have ended; names the next one.
    retries: "number",
  },
  key: ["search", "source"],
  indexes: [["account"]],
});

/** A source of a search as it is stored. */
export type SourceRow = Row<typeof sourceRows>;

/** Short answers over the answers of searches. */
export const synthesisRows = collection({
  name: "service_ai_syntheses",
  fields: {
    search: "string",
    account: "string",
    text: "string",
    // The sources whose answers say it.
    sources: "json",
  },
  key: ["search"],
  indexes: [["account"]],
});

/** A synthesis as it is stored. */
export type SynthesisRow = Row<typeof synthesisRows>;
