import type { SchemaJudge } from "../../../ai/index.ts";
import { deadline, unlessAborted } from "../../../core/index.ts";
import {
  isVisibilityError,
  judgeAnswers,
  type Comparison,
  type Verdict,
} from "../../../visibility/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { judgedAnswer, type ReadSource, type StoredComparison } from "./codec.ts";

/** What answers are compared with. */
type CompareParts = Pick<KindParts, "model" | "clock" | "ids"> & {
  readonly judge: SchemaJudge;
};

/** Answers to one query. */
export interface CompareQuestion {
  readonly id: string;
  readonly query: string;
  readonly sources: readonly ReadSource[];
  /** Milliseconds that comparing may take. */
  readonly timeoutMs: number;
}

/** Where a source stands, and by which claims. */
interface ComparedSource {
  readonly verdict: Verdict;
  readonly comparison: StoredComparison;
}

/**
 * Compares the answers of a search; a comparison that fails is told and gives no verdict.
 * @throws the signal's reason
 */
export async function compareSources(
  parts: CompareParts,
  question: CompareQuestion,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ComparedSource>> {
  const found = await judgeInTime(parts, question, signal);
  return new Map(
    question.sources.map(({ row: { source } }) => {
      const verdict = found.verdicts[source] ?? null;
      const comparison = { claims: claimsOf(source, found), notes: found.notes };
      return [source, { verdict, comparison }];
    }),
  );
}

type Judged = Pick<Comparison, "verdicts" | "claims" | "relations" | "notes">;

async function judgeInTime(
  { model, clock, ids, judge }: CompareParts,
  { id, query, sources, timeoutMs }: CompareQuestion,
  signal: AbortSignal,
): Promise<Judged> {
  if (timeoutMs <= 0) return none("there was no time left");
  using limit = deadline(clock, timeoutMs, signal);
  const answers = sources.map(({ row, text }) => {
    return { source: row.source, ...judgedAnswer(text ?? "{}") };
  });
  try {
    const parts = { clock, ids, judge, ...(model && { model }) };
    const judging = judgeAnswers(parts, { query, answers }, { signal: limit.signal });
    return await unlessAborted(judging, limit.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.expired) return none("the model took too long");
    if (isVisibilityError(error, "INVALID_ANSWERS")) return none("there are too many");
    tellFailure(error, { jobId: id });
    return none("the model could not be reached");
  }
}

function none(why: string): Judged {
  const notes = [`The answers were not compared: ${why}.`];
  return { verdicts: {}, claims: [], relations: [], notes };
}

function claimsOf(source: string, { claims, relations }: Judged): StoredComparison["claims"] {
  return claims.flatMap((claim, place) => {
    if (claim.source !== source) return [];
    const others = relations.filter((relation) => relation.claim === place);
    const { text, evidence, isCentral } = claim;
    return {
      text,
      evidence,
      is_central: isCentral,
      others: others.map(({ source: other, relation, evidence: said, by }) => ({
        source: other,
        relation,
        ...(said !== undefined && { evidence: said }),
        by,
      })),
    };
  });
}
