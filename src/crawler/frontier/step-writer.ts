import type { Clock } from "../../core/index.ts";
import type {
  Candidate,
  Claim,
  FrontierCall,
  FrontierLimits,
  FrontierStep,
  StepOutcome,
} from "../frontier.ts";
import { Draft, type Seen } from "./draft.ts";
import type { UrlRow } from "./frontier-collections.ts";
import type { FrontierStore } from "./frontier-store.ts";
import { hostOf } from "./host-of.ts";
import { KnownUrls } from "./known-urls.ts";
import { readToken, tokenOf } from "./lanes.ts";
import { LaneCounts } from "./step-context.ts";
import { planStep } from "./step-plan.ts";
import { wakeDelayed } from "./wake-delayed.ts";

/** A step whose claims are each ended once. */
export type CleanStep = FrontierStep & { readonly add: readonly Candidate[] };

/** What came of a step, and whether other hosts' URLs may be claimed now that could not be before. */
interface WrittenStep {
  readonly outcome: StepOutcome;
  readonly opens: boolean;
}

/** What steps are written with. */
interface StepWriterParts {
  readonly store: FrontierStore;
  readonly clock: Clock;
  readonly limits: FrontierLimits;
  readonly leaseMs: number;
}

/** URLs that a worker remembers to be known. */
const MOST_KNOWN = 200_000;

/** Writes a worker's steps. */
export class StepWriter {
  readonly #parts: StepWriterParts;
  readonly #known = new KnownUrls(MOST_KNOWN);
  #lastSeq = 0;

  constructor(parts: StepWriterParts) {
    this.#parts = parts;
  }

  /**
   * Writes a step, its claims each ended once.
   * @returns undefined, and nothing happened, when another worker was in the way
   */
  async write(step: CleanStep, call: FrontierCall): Promise<WrittenStep | undefined> {
    const { store, clock, limits, leaseMs } = this.#parts;
    const now = clock.now();
    const keys = this.#novel(step.add);
    const names = hostsOf(step, keys.keys());
    const [rows, seen] = await Promise.all([
      store.urls([...keys.values()], call),
      this.#see(names, { step, now }, call),
    ]);
    const draft = new Draft(seen);
    const joining = new LaneCounts();
    const context = { draft, lanes: store.lanes, limits, now, leaseMs, joining };
    const found = { keys, rows, nextSeq: () => this.#nextSeq() };
    const plan = await planStep(step, { context, found, store, call });
    const written = await store.atomic(plan.operations, call);
    if (!written.applied) return undefined;
    for (const { url, depth } of plan.known) this.#known.add(url, this.#levelOf(depth));
    const { claimsFrom, claimOperations, refusals, hosts, opens } = plan;
    const claimed = written.rows.slice(claimsFrom, claimsFrom + claimOperations).flat();
    const claims = claimed.map((row) => claimOf(row as UrlRow));
    return { outcome: { refusals, claims, hosts }, opens };
  }

  /** The step without ends of claims that are no longer valid. */
  async withoutStale(step: CleanStep, call: FrontierCall): Promise<CleanStep> {
    const { store } = this.#parts;
    const { settle = [], retry = [] } = step;
    const keys = [...settle, ...retry].map(({ claim }) => readToken(claim.token).key);
    const rows = await store.urls(keys, call);
    const isValid = ({ claim }: { readonly claim: Claim }): boolean => {
      const { key, attempt } = readToken(claim.token);
      const row = rows.get(key);
      return row?.attempt === attempt && row.lane === store.lanes.claimed;
    };
    return { ...step, settle: settle.filter(isValid), retry: retry.filter(isValid) };
  }

  /** The crawl and its hosts, when what is due by now has been woken on the hosts to claim from. */
  async #see(
    names: ReadonlySet<string>,
    { step, now }: { readonly step: FrontierStep; readonly now: number },
    call: FrontierCall,
  ): Promise<Seen> {
    const { store, limits } = this.#parts;
    const seen = await store.see(names, limits, call);
    const due = (step.claim ?? [])
      .map(({ host }) => seen.hosts.get(host))
      .filter((row) => row !== undefined)
      .filter(({ delayed, dueAt }) => delayed > 0 && dueAt <= now);
    if (due.length === 0) return seen;
    for (const row of due) await wakeDelayed(store, row, { now, call });
    return store.see(names, limits, call);
  }

  /** Keys of the URLs that are not remembered to be known. */
  #novel(candidates: readonly Candidate[]): Map<string, string> {
    const keys = new Map<string, string>();
    for (const { url, depth } of candidates) {
      if (this.#known.has(url, this.#levelOf(depth)) || keys.has(url)) continue;
      keys.set(url, this.#parts.store.lanes.keyOf(url));
    }
    return keys;
  }

  /** The depth where depths count. */
  #levelOf(depth: number): number {
    return this.#parts.limits.depth === Infinity ? 0 : depth;
  }

  /** Larger than all before and, as far as clocks agree, than those of other workers. */
  #nextSeq(): number {
    this.#lastSeq = Math.max(this.#lastSeq + 1, this.#parts.clock.now() * 1000);
    return this.#lastSeq;
  }
}

function claimOf({ key, url, depth, hops, from, attempt }: UrlRow): Claim {
  return { url, depth, hops, from, host: hostOf(url), attempt, token: tokenOf(key, attempt) };
}

/** The step, each of its claims ended once: the first end counts. */
export function withoutRepeats(step: FrontierStep): CleanStep {
  const ended = new Set<string>();
  const isFirst = ({ claim }: { readonly claim: Claim }): boolean => {
    const { size } = ended;
    return ended.add(claim.token).size > size;
  };
  const { add = [], settle = [], retry = [] } = step;
  return { ...step, add, settle: settle.filter(isFirst), retry: retry.filter(isFirst) };
}

/** The hosts that a step is about. */
function hostsOf(step: FrontierStep, urls: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const url of urls) names.add(hostOf(url));
  for (const { claim } of step.settle ?? []) names.add(claim.host);
  for (const { claim } of step.retry ?? []) names.add(claim.host);
  for (const { host } of step.pause ?? []) names.add(host);
  for (const { host } of step.claim ?? []) names.add(host);
  return names;
}
