import type { EngineAnswer } from "../../../visibility/index.ts";
import type { Json } from "../../../storage/index.ts";
import { isoTime, isSettled } from "../../jobs/job-view.ts";
import type { Job } from "../../jobs/job.ts";
import { OUT_OF_TIME } from "./source-failure.ts";
import type { SourceRow, SynthesisRow } from "./source-rows.ts";

/** Characters of a preview in an event (interface, part 6). */
const LONGEST_PREVIEW = 500;

/** What a search remembers of its request. */
interface AiSearchRequest {
  readonly query: string;
  /** Slugs, in the order in which they were asked for. */
  readonly sources: readonly string[];
}

/** The request as it is stored with the job. */
export function storedAiSearch({ query, sources }: AiSearchRequest): Json {
  return { query, sources };
}

/** The request of a search, as {@link storedAiSearch} wrote it. */
export function aiSearchRequest({ request }: Pick<Job, "request">): AiSearchRequest {
  return request as unknown as AiSearchRequest;
}

/** An answer as it is stored: what `full_content` has of it. */
export function storedAnswer({ content, sources, model, isRefusal }: EngineAnswer): string {
  return JSON.stringify({
    content,
    sources: sources.map(({ url, title, date, isRedirect }) => ({
      url,
      title,
      date,
      is_redirect: isRedirect,
    })),
    model,
    is_refusal: isRefusal,
  });
}

/** What judging needs of an answer, as {@link storedAnswer} wrote it. */
export function judgedAnswer(text: string): Pick<EngineAnswer, "content" | "isRefusal"> {
  const { content, is_refusal: isRefusal } = JSON.parse(text) as {
    readonly content: string;
    readonly is_refusal: boolean;
  };
  return { content, isRefusal };
}

/** What a synthesis needs of an answer, as {@link storedAnswer} wrote it. */
export function citedAnswer(text: string): Pick<EngineAnswer, "content" | "isRefusal" | "sources"> {
  const { sources } = JSON.parse(text) as Pick<EngineAnswer, "sources">;
  return { ...judgedAnswer(text), sources: sources.map(({ url, title }) => ({ url, title })) };
}

/** A claim of an answer, and how the other answers stand to it. */
interface ComparedClaim {
  readonly text: string;
  readonly evidence: string;
  readonly is_central: boolean;
  readonly others: readonly {
    readonly source: string;
    readonly relation: string;
    readonly evidence?: string;
    readonly by: string;
  }[];
}

/** What a source's answer was compared by, as `full_content` shows it. */
export interface StoredComparison {
  readonly claims: readonly ComparedClaim[];
  /** What was left out, cut or failed; sentences for people. */
  readonly notes: readonly string[];
}

/** A row with the text of its answer; null without one. */
export interface ReadSource {
  readonly row: SourceRow;
  readonly text: string | null;
}

/** A source's result (interface and decisions, 2.13). */
export function sourceResult(
  { row, text }: ReadSource,
  { job, rows }: { readonly job: Job; readonly rows: readonly SourceRow[] },
): object {
  const isCompleted = row.status === "completed";
  return {
    source: row.source,
    status: row.status,
    summary: row.summary,
    full_content: isCompleted ? fullContent(row, text ?? "{}", rows) : "",
    latency_ms: row.latencyMs,
    credits_used: creditsOf(job, row),
    verdict: row.verdict,
    ...(row.error !== null && { error: row.error }),
  };
}

function fullContent(row: SourceRow, text: string, rows: readonly SourceRow[]): string {
  const answer = JSON.parse(text) as object;
  return JSON.stringify({ ...answer, comparison: currentComparison(row, rows) });
}

/** A comparison without the answers that retries have replaced since. */
function currentComparison(row: SourceRow, rows: readonly SourceRow[]): StoredComparison | null {
  const comparison = row.comparison as unknown as StoredComparison | null;
  if (comparison === null) return null;
  const gone = rows.filter((other) => other.comparison === null).map(({ source }) => source);
  const { claims, notes } = comparison;
  const replaced = gone.filter((source) =>
    claims.some(({ others }) => others.some((other) => other.source === source)),
  );
  return {
    claims: claims.map((claim) => ({
      ...claim,
      others: claim.others.filter(({ source }) => !replaced.includes(source)),
    })),
    notes: [
      ...notes,
      ...replaced.map((source) => `The answer of ${source} was replaced after the comparison.`),
    ],
  };
}

/** A search (decisions, 2.13). */
export function aiSearchRecord(
  job: Job,
  sources: readonly ReadSource[],
  synthesis?: SynthesisRow,
): object {
  const rows = sources.map(({ row }) => row);
  const shown = sources.map(({ row, text }) => ({ row: shownRow(job, row), text }));
  return {
    ...searchFields(job, rows),
    results: shown
      .filter(({ row }) => row.status !== "open")
      .map((source) => sourceResult(source, { job, rows })),
    ...(isSettled(job) && { completed_at: isoTime(job.completedAt ?? job.createdAt) }),
    ...currentSynthesis(rows, synthesis),
  };
}

/** A synthesis, unless a retry has replaced an answer that it stands on. */
function currentSynthesis(
  rows: readonly SourceRow[],
  row: SynthesisRow | undefined,
): { readonly synthesis?: string } {
  if (row === undefined) return {};
  const sources = row.sources as readonly string[];
  const isStanding = rows
    .filter(({ source }) => sources.includes(source))
    .every(({ comparison }) => comparison !== null);
  return isStanding ? { synthesis: row.text } : {};
}

/** A search in the list. */
export function aiSearchEntry(job: Job, rows: readonly SourceRow[]): object {
  const statuses = new Map(rows.map((row) => [row.source, shownRow(job, row).status]));
  const rest = isSettled(job) ? "timed_out" : "running";
  return {
    ...searchFields(job, rows),
    sources: aiSearchRequest(job).sources.map((source) => {
      const status = statuses.get(source) ?? rest;
      return { source, status: status === "open" ? rest : status };
    }),
  };
}

/** What the events of a search tell (interface, part 6; decisions, 6.5). */
export function aiSearchEvent(
  job: Job,
  rows: readonly SourceRow[],
  synthesis?: SynthesisRow,
): { readonly [name: string]: Json } {
  return {
    searchId: job.id,
    query: aiSearchRequest(job).query,
    status: job.status,
    country: job.country,
    sources: rows.map((row) => eventEntry(job, shownRow(job, row))),
    creditsUsed: job.creditsUsed ?? 0,
    ...currentSynthesis(rows, synthesis),
    completedAt: isoTime(job.completedAt ?? job.createdAt),
  };
}

function eventEntry(job: Job, row: SourceRow): Json {
  return {
    source: row.source,
    status: row.status,
    latencyMs: row.latencyMs,
    creditsUsed: creditsOf(job, row),
    summary: row.summary.slice(0, LONGEST_PREVIEW).replace(/[\uD800-\uDBFF]$/, ""),
    ...(row.error !== null && { error: row.error }),
    ...(row.verdict !== null && { verdict: row.verdict }),
  };
}

function searchFields(job: Job, rows: readonly SourceRow[]): object {
  const first = job.creditsUsed ?? rows.reduce((sum, row) => sum + creditsOf(job, row), 0);
  const names = { id: job.id, search_id: job.id };
  return {
    ...names,
    status: statusOf(job, rows),
    query: aiSearchRequest(job).query,
    country: job.country,
    created_at: isoTime(job.createdAt),
    credits_used: rows.reduce((sum, { spent }) => sum + spent, first),
  };
}

/** Recomputed from the results: retries change them (decisions, 3.1). */
function statusOf(job: Job, rows: readonly SourceRow[]): "running" | "completed" | "failed" {
  if (!isSettled(job)) return "running";
  const counts = rows.filter((row) => job.status === "completed" || row.retries > 0);
  return counts.some(({ status }) => status === "completed") ? "completed" : "failed";
}

/** A search that failed was refunded, whatever its sources had come to. */
function creditsOf(job: Job, row: SourceRow): number {
  return job.status === "failed" && row.retries === 0 ? 0 : row.credits;
}

/** A source as it is shown: what the end of its search left open has timed out. */
function shownRow(job: Job, row: SourceRow): SourceRow {
  if (row.status !== "open" || !isSettled(job)) return row;
  return { ...row, status: "timed_out", error: OUT_OF_TIME };
}
