import { setImmediate as turn } from "node:timers/promises";
import { backoff, wait, type Clock, type Ids } from "../../core/index.ts";
import { isStorageError, type Records } from "../../storage/index.ts";
import { CrawlError } from "../crawl-error.ts";
import type {
  Claim,
  Frontier,
  FrontierCall,
  FrontierLimits,
  FrontierState,
  FrontierStep,
  HostState,
  StepOutcome,
} from "../frontier.ts";
import { newCrawl, stateOf } from "./crawl-state.ts";
import { NEVER } from "./draft.ts";
import { finishCrawl } from "./finish-crawl.ts";
import type { CrawlRow } from "./frontier-collections.ts";
import type { FrontierCollaborators, FrontierOptions } from "./frontier-collaborators.ts";
import { FrontierStore } from "./frontier-store.ts";
import { hostState } from "./host-state.ts";
import { readToken, tokenOf } from "./lanes.ts";
import { releaseClaims } from "./release-claims.ts";
import { StepWriter, withoutRepeats, type CleanStep } from "./step-writer.ts";

/** What a frontier over records works with. */
interface RecordsFrontierCollaborators extends FrontierCollaborators {
  /** Where crawls are kept; left open. */
  readonly records: Records;
}

/** How a frontier over records is set up. */
interface RecordsFrontierOptions extends FrontierOptions {
  /** The crawl's name. */
  readonly crawl: string;
  /** What the crawl begins with; another worker's has to be the same. */
  readonly seed: string;
}

/** URLs that one step takes up; more would hold the event loop and the store for too long. */
const MOST_FOUND = 10_000;

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
  #crawl: { readonly limits: FrontierLimits; readonly writer: StepWriter } | undefined;

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
        message: `The crawl '${row.id.slice(0, 80)}' was started with another seed or other limits.`,
        details: { begunWith: { seed, maxPages, depth: maxDepth } },
      });
    }
    const { leaseMs } = this.#options;
    const parts = { store: this.#store, clock: this.#clock, limits, leaseMs };
    this.#crawl ??= { limits, writer: new StepWriter(parts) };
    await this.#release(takeOver ? NEVER : this.#clock.now(), call);
    return this.#state(call);
  }

  /** {@link Frontier.commit}; more than 10,000 found URLs are taken up by steps before this one. */
  async commit(step: FrontierStep, call: FrontierCall): Promise<StepOutcome> {
    const given = withoutRepeats(step);
    const hosts = new Map<string, HostState>();
    let refusals: StepOutcome["refusals"] = [];
    let from = 0;
    for (; given.add.length - from > MOST_FOUND; from += MOST_FOUND) {
      const add = given.add.slice(from, from + MOST_FOUND);
      const before = await this.#write({ add }, call);
      refusals = refusals.concat(before.refusals);
      for (const state of before.hosts) hosts.set(state.host, state);
      // A page of a million links does not stand in the way of everything else.
      await turn();
    }
    const last = await this.#write({ ...given, add: given.add.slice(from) }, call);
    for (const state of last.hosts) hosts.set(state.host, state);
    return { ...last, refusals: refusals.concat(last.refusals), hosts: [...hosts.values()] };
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
        finishCrawl(this.#store, this.#begun().limits, call),
      );
      if (finished !== "more") return finished;
    }
  }

  async #write(step: CleanStep, { signal }: FrontierCall): Promise<StepOutcome> {
    const call = { signal };
    const { writer } = this.#begun();
    let given = step;
    const { outcome, opens } = await this.#untilApplied(call, async (attempt) => {
      if (attempt > 1) given = await writer.withoutStale(given, call);
      return writer.write(given, call);
    });
    return opens ? { ...outcome, hosts: await this.#withWaiting(outcome.hosts, call) } : outcome;
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

  #begun(): { readonly limits: FrontierLimits; readonly writer: StepWriter } {
    if (this.#crawl === undefined) throw new TypeError("The frontier was not opened.");
    return this.#crawl;
  }

  async #inserted(row: CrawlRow, call: FrontierCall): Promise<boolean> {
    try {
      await this.#store.insert(row, call);
      return true;
    } catch (error) {
      if (isStorageError(error, "CONFLICT")) return false;
      throw error;
    }
  }

  async #withWaiting(
    hosts: StepOutcome["hosts"],
    call: FrontierCall,
  ): Promise<StepOutcome["hosts"]> {
    const touched = new Set(hosts.map(({ host }) => host));
    const others = (await this.#state(call)).hosts.filter(({ host }) => !touched.has(host));
    return [...hosts, ...others];
  }

  async #release(by: number, call: FrontierCall): Promise<void> {
    const { limits } = this.#begun();
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
}
