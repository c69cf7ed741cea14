import {
  isHeard,
  LeaseKeeper,
  neverAborts,
  tell,
  wait,
  WorkLoop,
  type Clock,
} from "../core/index.ts";
import type { AttemptParts } from "./look-ahead.ts";
import type { CrawlPage } from "./crawl-page.ts";
import type { Candidate, Claim, Frontier, FrontierState, HostWish } from "./frontier.ts";
import { HostGate } from "./host-gate.ts";
import { NextStep } from "./next-step.ts";
import { PageLine, type HandedPage } from "./page-line.ts";
import { PageVisits } from "./page-visits.ts";
import type { Politeness } from "./politeness/pace.ts";
import type { CrawlReason } from "./reason.ts";

/** What a crawl's loop works with. */
interface LoopParts {
  readonly id: string;
  readonly frontier: Frontier;
  readonly politeness: Politeness;
  readonly attempts: AttemptParts;
  /** URLs that the site's sitemaps name; read at the beginning of a crawl. */
  readonly sitemaps: AsyncIterable<string> | undefined;
  readonly clock: Clock;
  readonly leaseMs: number;
  /**
   * Pages that may be fetched at once, and that may wait for the caller before no more are fetched.
   * Politeness may allow more claims than that: they wait their turn here.
   */
  readonly maxConcurrency: number;
  /** Aborts what is being fetched. */
  readonly signal: AbortSignal;
  /** Is told of every page that the caller is done with. */
  readonly onTaken: (page: CrawlPage) => void;
  /** Is told now and then, when it is known anew how the crawl stands. */
  readonly onLook: () => void;
}

/** How often the frontier is asked how it stands. */
const LOOK_MS = 1_000;

/** URLs of sitemaps that may wait for the next step. */
const MOST_FED = 1_000;

/** Between two steps when no slot waits for the next: one that tells more costs hardly more. */
const PAUSE_MS = 10;

/** How soon it is asked again when nothing could be claimed and nothing runs here. */
const DRY_MS = 100;

/**
 * The loop of one worker on one crawl. It alone talks to the frontier: what happens between two
 * steps is reported in one, so that the store is written once for many pages.
 */
export class CrawlLoop {
  readonly line: PageLine;
  readonly #parts: LoopParts;
  readonly #gate: HostGate;
  readonly #loop: WorkLoop;
  readonly #next = new NextStep();
  readonly #visits: PageVisits;
  /** Steps are short and never cut off, so that it is always known what happened. */
  readonly #uncut = neverAborts();
  #state: FrontierState | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #feeding = false;
  #stepped = Promise.withResolvers<void>();
  #dry = false;
  #paused = false;
  #stopping = false;
  #end: "finished" | "stopped" | undefined;

  constructor(parts: LoopParts) {
    const { clock, politeness, attempts, signal } = parts;
    this.#parts = parts;
    this.#loop = new WorkLoop({ clock, step: () => this.#turn() });
    this.line = new PageLine((page) => this.#taken(page));
    this.#visits = new PageVisits({
      attempts,
      politeness,
      clock,
      signal,
      maxConcurrency: parts.maxConcurrency,
      next: this.#next,
      line: this.line,
      onEnd: () => this.#stir(),
      onError: (error) => this.#loop.fail(error),
    });
    const { protocol } = new URL(attempts.settings.seed);
    this.#gate = new HostGate({
      robots: attempts.robots,
      country: attempts.settings.country,
      politeness,
      pageOf: (host) => `${protocol}//${host}/`,
      signal,
      onKnown: () => this.#stir(),
    });
  }

  /** How the crawl stood when the frontier was last asked. */
  get state(): FrontierState | undefined {
    return this.#state;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    this.#stir();
  }

  stop(): void {
    this.#stopping = true;
    this.#stir();
  }

  /**
   * Works until nothing is left to do, or until it is stopped.
   * @throws the reason of the signal; StorageError
   */
  async run(): Promise<"finished" | "stopped"> {
    const { signal, frontier, attempts } = this.#parts;
    const { limits, takeOver } = attempts.settings;
    const opened = await frontier.open(limits, { takeOver, signal: this.#uncut });
    this.#note(opened);
    if (opened.finished) return "finished";
    const leases = this.#leases();
    try {
      this.#begin(opened);
      await this.#loop.run(signal);
      if (this.#end !== undefined) return this.#end;
      signal.throwIfAborted();
      await this.#loop.end();
      return "stopped";
    } finally {
      leases[Symbol.dispose]();
      await this.#handBack();
    }
  }

  #begin({ found }: FrontierState): void {
    const { attempts, sitemaps } = this.#parts;
    if (found > 0) return;
    this.#next.add({ url: attempts.settings.seed, depth: 0, hops: 0, from: null });
    if (sitemaps !== undefined) void this.#feed(sitemaps);
  }

  /** Does what there is to do; gives the milliseconds until there may be more. */
  async #turn(): Promise<number> {
    await this.#lookNowAndThen();
    const wishes = this.#wishes();
    if (!this.#next.isEmpty || wishes.length > 0) {
      await this.#step(wishes);
      if (this.#visits.hasReserve) await wait(this.#parts.clock, PAUSE_MS);
      return 0;
    }
    this.#end = await this.#ended();
    if (this.#end !== undefined) this.#loop.stop();
    const ms = this.#sleepMs();
    this.#dry = false;
    return ms;
  }

  /** How the work ended, when nothing of it is under way; else undefined. */
  async #ended(): Promise<"finished" | "stopped" | undefined> {
    if (!this.#isIdle()) return undefined;
    if (!this.#stopping) return (await this.#isOver()) ? "finished" : undefined;
    await this.#look();
    return "stopped";
  }

  /** Takes up the pages of the site's sitemaps as they come, as links of the seed. */
  async #feed(sitemaps: AsyncIterable<string>): Promise<void> {
    const { judge, seed } = this.#parts.attempts.settings;
    this.#feeding = true;
    try {
      for await (const reference of sitemaps) {
        const { url, refusal } = judge.judge(reference, false);
        if (refusal !== undefined) this.#next.refuse({ [refusal]: 1 });
        else this.#next.add({ url, depth: 1, hops: 0, from: seed });
        this.#loop.ring();
        if (this.#next.size >= MOST_FED) await this.#stepped.promise;
      }
    } catch (error) {
      if (!this.#parts.signal.aborted) this.#loop.fail(error);
    } finally {
      this.#feeding = false;
      this.#stir();
    }
  }

  /** Nothing of this worker's is under way. */
  #isIdle(): boolean {
    return (
      this.#visits.size === 0 &&
      this.line.size === 0 &&
      this.#gate.size === 0 &&
      !this.#feeding &&
      this.#next.isEmpty
    );
  }

  #wishes(): readonly HostWish[] {
    if (this.#paused || this.#stopping || this.#dry) return [];
    if (this.line.size >= this.#parts.maxConcurrency) return [];
    return this.#parts.politeness.wishes();
  }

  #sleepMs(): number {
    const idle = this.#visits.size === 0 && this.#dry ? DRY_MS : LOOK_MS;
    const wait = this.#paused || this.#stopping ? undefined : this.#parts.politeness.waitMs();
    return Math.max(1, Math.min(idle, wait ?? idle));
  }

  async #step(wishes: readonly HostWish[]): Promise<void> {
    const step = this.#next.take(wishes);
    const outcome = await this.#parts.frontier.commit(step, { signal: this.#uncut });
    if (isHeard("dragline:crawler:url")) {
      for (const { claim, reason } of step.settle ?? []) this.#told(claim, reason);
      for (const [index, reason] of outcome.refusals.entries()) {
        const candidate = step.add[index];
        if (reason !== undefined && candidate !== undefined) this.#told(candidate, reason);
      }
    }
    this.#stepped.resolve();
    this.#stepped = Promise.withResolvers();
    this.#gate.learn(outcome.hosts);
    const paced = new Set(wishes.filter(({ gapMs }) => gapMs > 0).map(({ host }) => host));
    for (const claim of outcome.claims) this.#visits.start(claim, paced.has(claim.host));
    this.#dry = wishes.length > 0 && outcome.claims.length === 0;
  }

  #told({ url, from }: Candidate, reason: CrawlReason): void {
    const crawl = this.#parts.id;
    tell("dragline:crawler:url", { crawl, url, reason, from: from ?? undefined });
  }

  #taken({ claim, page }: HandedPage): void {
    this.#next.settle({ claim, reason: page.status, slot: "spent" });
    this.#parts.onTaken(page);
    this.#loop.ring();
  }

  /** Whether nothing is left for any worker; what `maxPages` leaves over ends here. */
  async #isOver(): Promise<boolean> {
    const { waiting, claimed, started } = await this.#look();
    if (claimed > 0) return false;
    if (waiting > 0 && started < this.#parts.attempts.settings.limits.maxPages) return false;
    const finished = await this.#parts.frontier.finish({ signal: this.#uncut });
    if (finished) await this.#look();
    return finished;
  }

  async #lookNowAndThen(): Promise<void> {
    const { clock, onLook } = this.#parts;
    if (clock.monotonic() - this.#lookedAt < LOOK_MS) return;
    await this.#look();
    onLook();
  }

  async #look(): Promise<FrontierState> {
    const state = await this.#parts.frontier.look({ signal: this.#uncut });
    this.#note(state);
    this.#gate.learn(state.hosts);
    return state;
  }

  #note(state: FrontierState): void {
    this.#state = state;
    this.#lookedAt = this.#parts.clock.monotonic();
  }

  /** Of every claim, whatever this worker has by then; where they cannot be extended it ends. */
  #leases(): Disposable {
    const { clock, leaseMs, frontier } = this.#parts;
    const keeper = new LeaseKeeper<CrawlLoop>({
      clock,
      everyMs: leaseMs / 3,
      extend: async () => {
        this.#visits.drop(await frontier.extend(this.#held(), { signal: this.#uncut }));
        return [];
      },
      givesUp: () => true,
    });
    const lease = keeper.hold(this);
    const { signal } = lease;
    signal.addEventListener("abort", () => this.#loop.fail(signal.reason), { once: true });
    return lease;
  }

  /** Every claim that this worker has and has not settled. */
  #held(): Claim[] {
    return [...this.#visits.claims(), ...this.line.claims()];
  }

  /** Ends what runs, tells what is still to be told, and gives back what was not done. */
  async #handBack(): Promise<void> {
    await this.#visits.end();
    for (const claim of this.#held()) this.#next.retry({ claim, dueAt: 0 });
    if (this.#next.isEmpty) return;
    try {
      await this.#parts.frontier.commit(this.#next.take([]), { signal: this.#uncut });
    } catch {
      // Where the store is gone, leases end by themselves; what ended the loop is told.
    }
  }

  /** Something happened that may make claims possible. */
  #stir(): void {
    this.#dry = false;
    this.#loop.ring();
  }
}
