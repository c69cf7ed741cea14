import type {
  Candidate,
  Claim,
  Frontier,
  FrontierLimits,
  FrontierState,
  HostWish,
  Settlement,
} from "../crawler/index.ts";
import { neverAborts } from "../core/index.ts";

/** A frontier under test, of a crawl that was never opened, and its time. */
export interface FrontierSubject extends AsyncDisposable {
  readonly frontier: Frontier;
  /** A second worker on the same crawl, as another process would be; ended with the subject. */
  another(): Frontier | Promise<Frontier>;
  /** Milliseconds since 1970, as the frontier sees them. */
  now(): number;
  /** Moves time forward and lets what waits for it act. */
  advance(ms: number): Promise<void>;
  /** Milliseconds that a claim lasts. */
  readonly leaseMs: number;
}

/** Makes a subject. */
export type MakeFrontier = () => Promise<FrontierSubject>;

/** Promises by their sentences, and what shows that a subject keeps them. */
export type FrontierChecks = Readonly<Record<string, (subject: FrontierSubject) => Promise<void>>>;

/** A call that nobody cancels. */
export const call = Object.freeze({ signal: neverAborts() });

const unlimited: FrontierLimits = Object.freeze({ maxPages: Infinity, depth: Infinity });

/** Opens the crawl. */
export function opened(
  frontier: Frontier,
  limits: Partial<FrontierLimits> = {},
): Promise<FrontierState> {
  return frontier.open({ ...unlimited, ...limits }, { ...call, takeOver: false });
}

/** A second worker that has opened the crawl too. */
export async function joined(
  subject: FrontierSubject,
  limits: Partial<FrontierLimits> = {},
): Promise<Frontier> {
  const frontier = await subject.another();
  await opened(frontier, limits);
  return frontier;
}

/** The host of the cases that need but one. */
export const HOST = "a.example";

/** Candidates of {@link HOST} by their paths. */
export function found(depth: number, ...paths: readonly string[]): Candidate[] {
  return paths.map((path) => candidate(`http://${HOST}/${path}`, depth));
}

/** A candidate. */
export function candidate(url: string, depth = 0): Candidate {
  return { url, depth, hops: 0, from: depth === 0 ? null : `http://${HOST}/from` };
}

/** A wish for as many of {@link HOST} as are wanted, gently as the case says. */
export function wish(count: number, gently: Partial<HostWish> = {}): readonly HostWish[] {
  return [{ host: HOST, count, cap: 10_000, gapMs: 0, ...gently }];
}

/** Claims of {@link HOST}. */
export async function claimed(frontier: Frontier, count = 1): Promise<readonly Claim[]> {
  return (await frontier.commit({ claim: wish(count) }, call)).claims;
}

/** The one claim that there is. */
export async function claimedOne(frontier: Frontier): Promise<Claim> {
  const [claim] = await claimed(frontier);
  if (claim === undefined) throw new Error("Nothing could be claimed");
  return claim;
}

/** Claims as settled. */
export function settled(
  claims: readonly Claim[],
  reason: Settlement["reason"] = "completed",
  slot: Settlement["slot"] = "spent",
): Settlement[] {
  return claims.map((claim) => ({ claim, reason, slot }));
}

/** The paths of claims. */
export function paths(claims: readonly Candidate[]): string[] {
  return claims.map(({ url }) => new URL(url).pathname.slice(1));
}

/** All that was found, by the counts, less what was said to be found. */
export function unaccounted({
  found: total,
  waiting,
  claimed: open,
  counts,
}: FrontierState): number {
  return total - waiting - open - Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Waits for calls of several workers, moving time for those that wait for each other. */
export async function together<Result>(
  subject: FrontierSubject,
  calls: readonly Promise<Result>[],
): Promise<Result[]> {
  const outcome = { settled: false };
  const all = Promise.all(calls);
  const mark = (): void => {
    outcome.settled = true;
  };
  all.then(mark, mark);
  while (!outcome.settled) {
    await subject.advance(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return all;
}
