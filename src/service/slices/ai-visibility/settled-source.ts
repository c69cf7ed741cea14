import type { SourceResult } from "../../../visibility/index.ts";
import type { Call } from "../../../storage/index.ts";
import { storedAnswer } from "./codec.ts";
import { sourceFailure } from "./source-failure.ts";
import type { SourceRow } from "./source-rows.ts";
import type { SourceStore } from "./source-store.ts";

/** What a row has of a result. */
export type SettledSource = Pick<
  SourceRow,
  | "status"
  | "summary"
  | "text"
  | "blob"
  | "error"
  | "latencyMs"
  | "credits"
  | "verdict"
  | "comparison"
  | "handle"
  | "asked"
>;

/**
 * What a result makes of its row; its answer is kept. A new result has no verdict.
 * @param price of a completed one
 * @throws StorageError; the signal's reason
 */
export async function settledSource(
  { sources, row }: { readonly sources: SourceStore; readonly row: SourceRow },
  { result, price }: { readonly result: SourceResult; readonly price: number },
  call: Call,
): Promise<SettledSource> {
  const { status, answer, latencyMs, handle } = result;
  const none = { summary: "", text: null, blob: null, credits: 0 };
  const unjudged = { verdict: null, comparison: null, asked: null } as const;
  if (answer === undefined) {
    const late = status === "timed_out" ? (handle ?? null) : null;
    return { ...none, ...unjudged, status, error: sourceFailure(result), latencyMs, handle: late };
  }
  const kept = await sources.keep(row, storedAnswer(answer), call);
  const { summary } = answer;
  return {
    ...unjudged,
    ...kept,
    status,
    summary,
    error: null,
    latencyMs,
    credits: price,
    handle: null,
  };
}
