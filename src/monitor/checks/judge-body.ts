import type { Body, ContentMaker } from "../content/content.ts";
import type { ContentFilters } from "../content/content-filters.ts";
import { lookFailure, type LookFailure } from "./look.ts";

/** What was compared before, and what is there now. */
interface BodyPair {
  /** The `compared` of what was there before. */
  readonly before: string;
  readonly after: Body;
  readonly filters: ContentFilters;
}

/** How two bodies are beside each other. */
export interface BodyJudgement {
  readonly status: "judged";
  readonly counts: boolean;
  /** Whether later bodies are compared with the one after. */
  readonly moves: boolean;
  readonly stats: { readonly adds: number; readonly dels: number };
  /** Whether what it is compared with is gone. */
  readonly isGone: boolean;
}

const none = Object.freeze({ adds: 0, dels: 0 });

/**
 * Judges a difference. What is too small to count (`minimumChange`) is compared again with what comes
 * later, so that small changes add up; what only lacks a trigger is not, so that a text which goes
 * and comes again triggers again. While a body is blocked nothing moves.
 */
export async function judgeBody(
  maker: ContentMaker,
  pair: BodyPair,
  signal: AbortSignal,
): Promise<BodyJudgement | LookFailure> {
  const { before, after, filters } = pair;
  if (after.isBlocked)
    return { status: "judged", counts: false, moves: false, stats: none, isGone: false };
  if (before === after.compared)
    return { status: "judged", counts: false, moves: true, stats: none, isGone: false };
  const bodies = { before, after: after.compared, filters };
  const verdict = await maker.judge(bodies, signal);
  if (verdict.status === "failed") return lookFailure(verdict.code, verdict.error, verdict.cause);
  const { counts, stats } = verdict;
  const isEmpty = stats.adds + stats.dels === 0;
  if (counts && !isEmpty)
    return { status: "judged", counts: true, moves: true, stats, isGone: false };
  const moves = isEmpty || (await isUntriggered(maker, bodies, signal));
  return { status: "judged", counts: false, moves, stats, isGone: false };
}

/** Whether it would not count however large it were. */
async function isUntriggered(
  maker: ContentMaker,
  bodies: { readonly before: string; readonly after: string; readonly filters: ContentFilters },
  signal: AbortSignal,
): Promise<boolean> {
  const { triggerText = [], minimumChange = 0 } = bodies.filters;
  if (triggerText.length === 0) return false;
  if (minimumChange === 0) return true;
  const filters = { ...bodies.filters, minimumChange: 0 };
  const verdict = await maker.judge({ ...bodies, filters }, signal);
  return verdict.status === "made" && !verdict.counts;
}
