import { backoff, wait, type Clock, type Ids } from "../../core/index.ts";
import { isStorageError, type Records } from "../../storage/index.ts";
import { CrawlError } from "../crawl-error.ts";
import type {
  Candidate,
  Claim,
  Frontier,
  FrontierCall,
  FrontierLimits,
  FrontierState,
  FrontierStep,
  StepOutcome,
} from "../frontier.ts";
import { Draft, NEVER } from "./draft.ts";
import { finishCrawl } from "./finish-crawl.ts";
import { newCrawl, stateOf } from "./crawl-state.ts";
import type { UrlRow } from "./frontier-collections.ts";
import type { FrontierCollaborators, FrontierOptions } from "./frontier-collaborators.ts";
import { FrontierStore } from "./frontier-store.ts";
import { hostOf } from "./host-of.ts";
import { hostState } from "./host-state.ts";
import { KnownUrls } from "./known-urls.ts";
import { readToken, tokenOf } from "./lanes.ts";
import { releaseClaims } from "./release-claims.ts";
import { LaneCounts } from "./step-context.ts";
import { isClaimed, planStep } from "./step-plan.ts";
import { wakeDelayed } from "./wake-delayed.ts";

/** What a frontier over records works with. */
export interface RecordsFrontierCollaborators extends FrontierCollaborators {
  /** Where crawls are kept; left open. */
  readonly records: Records;
}

/** How a frontier over records is set up. */
export interface RecordsFrontierOptions extends FrontierOptions {
  /** The crawl's name. */
  readonly crawl: string;
  /** What the crawl begins with; another worker's has to be the same. */
  readonly seed: string;
}

/** URLs that a worker remembers to be known. */
const MOST_KNOWN = 200_000;

/** Attempts at a step that are made at once when other workers are in the way. */
const AT_ONCE = 3;
const WAITS = Object.freeze({ baseMs: 2, maxMs: 100 });

/**
 * A frontier over any {@link Records}, as durable as they are, for workers in one process or many.
 * A step is planned on the crawl as it is read and written in one atomic call, which does not hold
 * when another worker's step in between matters; it is then planned anew. What is settled is never
 * read again but for one look when its URL is found and not remembered.
 */
export class RecordsFrontier implements Frontier {
  readonly #store: FrontierStore;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #options: RecordsFrontierOptions;
  readonly #known = new KnownUrls(MOST_KNOWN);
  #limits: FrontierLimits | undefined;
  #lastSeq = 0;

  constructor(collaborators: RecordsFrontierCollaborators, options: RecordsFrontierOptions) {
    const { records, clock, ids } = collaborators;
    this.#store = new FrontierStore(records, options.crawl);
    this.#clock = clock;
    this.#ids = ids;
    this.#options = options;
  }

  async open(
    limits: FrontierLimits,
    { signal, takeOver }: FrontierCall & { readonly takeOver: boolean },
  ): Promise<FrontierState> {
    const call = { signal };
    signal.throwIfAborted();
    await this.#store.ensure(call);
    const row = newCrawl(this.#options, limits);
    const begun = await this.#untilApplied(call, async () => {
      const known = await this.#store.row(call);
      return known ?? ((await this.#inserted(row, call)) ? row : undefined);
    });
    const { seed, maxPages, maxDepth } = begun;
    if (seed !== row.seed || maxPages !== row.maxPages || maxDepth !== row.maxDepth) {
      throw new CrawlError("CRAWL_CHANGED", {
        message: `The crawl '${row.id.slice(0, 80)}' was begun with another seed or other limits.`,
        details: { begunWith: { seed, maxPages, depth: maxDepth } },
      });
    }
    this.#limits = limits;
    await this.#release(takeOver ? NEVER : this.#clock.now(), call);
    return this.#state(call);
  }

  commit(step: FrontierStep, { signal }: FrontierCall): Promise<StepOutcome> {
    const call = { signal };
    let given: FrontierStep & { readonly add: readonly Candidate[] } = withoutRepeats(step);
    return this.#untilApplied(call, async (attempt) => {
      if (attempt > 1) given = await this.#withoutStale(given, call);
      return this.#attempt(given, call);
    });
  }

  async look({ signal }: FrontierCall): Promise<FrontierState> {
    const call = { signal };
    signal.throwIfAborted();
    await this.#release(this.#clock.now(), call);
    return this.#state(call);
  }

  async extend(claims: readonly Claim[], { signal }: FrontierCall): Promise<readonly Claim[]> {
    signal.throwIfAborted();
    const until = this.#clock.now() + this.#options.leaseMs;
    const valid = new Set<string>();
    const byAttempt = Map.groupBy(claims, ({ token }) => readToken(token).attempt);
    for (const [attempt, ofAttempt] of byAttempt) {
      const keys = ofAttempt.map(({ token }) => readToken(token).key);
      const kept = await this.#store.extend({ keys, attempt }, until, { signal });
      for (const key of kept) valid.add(tokenOf(key, attempt));
    }
    return claims.filter(({ token }) => !valid.has(token));
  }

  async finish({ signal }: FrontierCall): Promise<boolean> {
    const call = { signal };
    for (;;) {
      const finished = await this.#untilApplied(call, () =>
        finishCrawl(this.#store, this.#begun(), call),
      );
      if (finished !== "more") return finished;
    }
  }

  /** Makes attempts until one is not in the way of another worker's. */
  async #untilApplied<Result>(
    { signal }: FrontierCall,
    work: (attempt: number) => Promise<Result | undefined>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const result = await work(attempt);
      if (result !== undefined) return result;
      if (attempt < AT_ONCE) continue;
      await wait(this.#clock, backoff(attempt, this.#ids.random(), WAITS), signal);
    }
  }

  #begun(): FrontierLimits {
    if (this.#limits === undefined) throw new TypeError("The frontier was not opened.");
    return this.#limits;
  }

  async #inserted(row: Parameters<FrontierStore["insert"]>[0], call: FrontierCall) {
    try {
      await this.#store.insert(row, call);
      return true;
    } catch (error) {
      if (isStorageError(error, "CONFLICT")) return false;
      throw error;
    }
  }

  async #attempt(
    step: FrontierStep & { readonly add: readonly Candidate[] },
    call: FrontierCall,
  ): Promise<StepOutcome | undefined> {
    const limits = this.#begun();
    const now = this.#clock.now();
    const store = this.#store;
    const keys = this.#novel(step.add);
    const names = hostsOf(step, keys.keys());
    const [rows, seen] = await Promise.all([
      store.urls([...keys.values()], call),
      this.#see(names, { step, now }, call),
    ]);
    const draft = new Draft(seen);
    const { leaseMs } = this.#options;
    const joining = new LaneCounts();
    const context = { draft, lanes: store.lanes, limits, now, leaseMs, joining };
    const found = { keys, rows, nextSeq: () => this.#nextSeq() };
    const plan = await planStep(step, { context, found, store, call });
    const outcome = await store.atomic(plan.operations, call);
    if (!outcome.applied) return undefined;
    for (const { url, depth } of plan.known) this.#known.add(url, depth);
    const { claimsFrom, claimOperations, refusals, hosts } = plan;
    const claimed = outcome.rows.slice(claimsFrom, claimsFrom + claimOperations).flat();
    return {
      refusals,
      claims: claimed.map((row) => claimOf(row as UrlRow)),
      hosts: plan.opens ? await this.#withWaiting(hosts, call) : hosts,
    };
  }

  /** The crawl and its hosts, when what is due by now has been woken on the hosts to claim from. */
  async #see(
    names: ReadonlySet<string>,
    { step, now }: { readonly step: FrontierStep; readonly now: number },
    call: FrontierCall,
  ) {
    const seen = await this.#store.see(names, this.#begun(), call);
    const due = (step.claim ?? [])
      .map(({ host }) => seen.hosts.get(host))
      .filter((row) => row !== undefined)
      .filter(({ delayed, dueAt }) => delayed > 0 && dueAt <= now);
    if (due.length === 0) return seen;
    for (const row of due) await wakeDelayed(this.#store, row, { now, call });
    return this.#store.see(names, this.#begun(), call);
  }

  /** Keys of the URLs that are not remembered to be known. */
  #novel(candidates: readonly Candidate[]): Map<string, string> {
    const keys = new Map<string, string>();
    for (const { url, depth } of candidates) {
      if (this.#known.has(url, depth) || keys.has(url)) continue;
      keys.set(url, this.#store.lanes.keyOf(url));
    }
    return keys;
  }

  async #withoutStale<Step extends FrontierStep>(step: Step, call: FrontierCall): Promise<Step> {
    const { settle = [], retry = [] } = step;
    const ends = [...settle, ...retry];
    const keys = ends.map(({ claim }) => readToken(claim.token).key);
    const rows = await this.#store.urls(keys, call);
    const isValid = ({ claim }: { readonly claim: Claim }): boolean => {
      const { key, attempt } = readToken(claim.token);
      return isClaimed(rows.get(key), attempt, this.#store.lanes.claimed);
    };
    return { ...step, settle: settle.filter(isValid), retry: retry.filter(isValid) };
  }

  async #withWaiting(hosts: StepOutcome["hosts"], call: FrontierCall) {
    const touched = new Set(hosts.map(({ host }) => host));
    const others = (await this.#state(call)).hosts.filter(({ host }) => !touched.has(host));
    return [...hosts, ...others];
  }

  async #release(by: number, call: FrontierCall): Promise<void> {
    const limits = this.#begun();
    for (;;) {
      const released = await this.#untilApplied(call, () =>
        releaseClaims(this.#store, { by, limits }, call),
      );
      if (released === "done") return;
    }
  }

  async #state(call: FrontierCall): Promise<FrontierState> {
    const [row, hosts] = await Promise.all([this.#store.row(call), this.#store.waitingHosts(call)]);
    if (row === undefined) throw new TypeError("The frontier was not opened.");
    const hasSlots = row.maxPages === null || row.started < row.maxPages;
    const now = this.#clock.now();
    return stateOf(
      row,
      hosts.map((host) => hostState(host, { now, hasSlots })),
    );
  }

  /** Larger than all before and, as far as clocks agree, than those of other workers. */
  #nextSeq(): number {
    this.#lastSeq = Math.max(this.#lastSeq + 1, this.#clock.now() * 1000);
    return this.#lastSeq;
  }
}

function claimOf({ key, url, depth, hops, from, attempt }: UrlRow): Claim {
  return { url, depth, hops, from, host: hostOf(url), attempt, token: tokenOf(key, attempt) };
}

/** The step, each of its claims ended once. */
function withoutRepeats(step: FrontierStep): FrontierStep & { readonly add: readonly Candidate[] } {
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
