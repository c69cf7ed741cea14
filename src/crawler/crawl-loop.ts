import { isHeard, tell, traced, type Clock } from "../core/index.ts";
import { attempt, type AttemptEnd, type AttemptParts } from "./attempt.ts";
import type { CrawlPage } from "./crawl-page.ts";
import type { Candidate, Claim, Frontier, FrontierState, HostWish } from "./frontier.ts";
import { HostGate } from "./host-gate.ts";
import { NextStep } from "./next-step.ts";
import { PageLine, type HandedPage } from "./page-line.ts";
import type { Politeness } from "./politeness/pace.ts";
import type { CrawlReason } from "./reason.ts";
import { Wake } from "./wake.ts";

/** What a crawl's loop works with. */
export interface LoopParts {
  readonly id: string;
  readonly frontier: Frontier;
  readonly politeness: Politeness;
  readonly attempts: AttemptParts;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** Pages that may wait for the caller before no more are fetched. */
  readonly maxWaiting: number;
  /** Aborts what is being fetched. */
  readonly signal: AbortSignal;
  /** Is told of every page that the caller is done with. */
  readonly onTaken: (page: CrawlPage) => void;
  /** Is told now and then, when it is known anew how the crawl stands. */
  readonly onLook: () => void;
}

/** A claim that is being fetched and read. */
interface Running {
  readonly claim: Claim;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** How often the frontier is asked how it stands. */
const LOOK_MS = 1_000;

/** How soon it is asked again when nothing could be claimed and nothing runs here. */
const DRY_MS = 100;

/**
 * The loop of one worker on one crawl. It alone talks to the frontier: what happens between two
 * steps is gathered and told in one, so that the store is written once for many pages.
 */
export class CrawlLoop {
  readonly line: PageLine;
  readonly #parts: LoopParts;
  readonly #gate: HostGate;
  readonly #wake: Wake;
  readonly #next = new NextStep();
  readonly #running = new Map<string, Running>();
  /** Steps are short and never cut off, so that it is always known what happened. */
  readonly #uncut = new AbortController().signal;
  #state: FrontierState | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #feeding = 0;
  #dry = false;
  #paused = false;
  #stopping = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: LoopParts) {
    const { clock, politeness, attempts, signal } = parts;
    this.#parts = parts;
    this.#wake = new Wake(clock);
    this.line = new PageLine((page) => this.#taken(page));
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
    const onAbort = (): void => this.#stir();
    signal.addEventListener("abort", onAbort, { once: true });
    const opened = await frontier.open(limits, { takeOver, signal: this.#uncut });
    this.#note(opened);
    const cancelLeases = this.#keepLeases();
    try {
      return opened.finished ? "finished" : await this.#work(opened);
    } finally {
      signal.removeEventListener("abort", onAbort);
      cancelLeases();
      await this.#handBack();
    }
  }

  /** Takes up URLs from elsewhere as they come; the crawl does not end before they have. */
  async feed(candidates: AsyncIterable<Candidate>): Promise<void> {
    this.#feeding += 1;
    try {
      for await (const candidate of candidates) {
        this.#next.add(candidate);
        this.#wake.ring();
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#feeding -= 1;
      this.#stir();
    }
  }

  async #work(opened: FrontierState): Promise<"finished" | "stopped"> {
    const { seed } = this.#parts.attempts.settings;
    if (opened.found === 0) this.#next.add({ url: seed, depth: 0, hops: 0, from: null });
    for (;;) {
      this.#parts.signal.throwIfAborted();
      if (this.#failure !== undefined) throw this.#failure.error;
      const wishes = this.#wishes();
      if (!this.#next.isEmpty || wishes.length > 0) {
        await this.#step(wishes);
      } else if (this.#stopping && this.#isIdle()) {
        await this.#look();
        return "stopped";
      } else if (this.#isIdle() && (await this.#isOver())) {
        return "finished";
      } else {
        await this.#wake.sleep(this.#sleepMs());
        this.#dry = false;
      }
      await this.#lookNowAndThen();
    }
  }

  /** Nothing of this worker's is under way. */
  #isIdle(): boolean {
    return (
      this.#running.size === 0 &&
      this.line.size === 0 &&
      this.#gate.size === 0 &&
      this.#feeding === 0 &&
      this.#next.isEmpty
    );
  }

  #wishes(): readonly HostWish[] {
    if (this.#paused || this.#stopping || this.#dry) return [];
    if (this.line.size >= this.#parts.maxWaiting) return [];
    return this.#parts.politeness.wishes();
  }

  #sleepMs(): number {
    const idle = this.#running.size === 0 && this.#dry ? DRY_MS : LOOK_MS;
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
    this.#gate.learn(outcome.hosts);
    for (const claim of outcome.claims) this.#start(claim);
    this.#dry = wishes.length > 0 && outcome.claims.length === 0;
  }

  #told({ url, from }: Candidate, reason: CrawlReason): void {
    const crawl = this.#parts.id;
    tell("dragline:crawler:url", { crawl, url, reason, from: from ?? undefined });
  }

  #start(claim: Claim): void {
    const abort = new AbortController();
    this.#parts.politeness.started(claim.host);
    const ended = this.#visit(claim, AbortSignal.any([abort.signal, this.#parts.signal]));
    this.#running.set(claim.token, { claim, abort, ended });
  }

  async #visit(claim: Claim, signal: AbortSignal): Promise<void> {
    const { politeness, attempts } = this.#parts;
    try {
      const context = { url: claim.url, attempt: claim.attempt };
      const end = await traced("dragline:crawler:page", context, () =>
        attempt(attempts, claim, signal),
      );
      this.#ended(claim, end);
    } catch (error) {
      politeness.dropped(claim.host);
      // What was cut off with the crawl stays among the running ones, to be handed back.
      if (this.#parts.signal.aborted || this.#failure !== undefined) return;
      // Else the claim alone was lost, to another worker.
      if (!signal.aborted) this.#fail(error);
    }
    this.#running.delete(claim.token);
    this.#stir();
  }

  #ended(claim: Claim, { outcome, request }: AttemptEnd): void {
    const { politeness, clock } = this.#parts;
    if (request === undefined) politeness.dropped(claim.host);
    else {
      const until = politeness.ended(claim.host, request);
      if (until !== undefined) this.#next.pause(claim.host, until);
    }
    if (outcome.kind === "page") {
      const { page, reading } = outcome;
      for (const url of reading?.follow ?? []) {
        this.#next.add({ url, depth: claim.depth + 1, hops: 0, from: claim.url });
      }
      this.#next.refuse(reading?.refused ?? {});
      this.line.add({ claim, page });
    } else if (outcome.kind === "again") {
      this.#next.retry({ claim, dueAt: clock.now() + outcome.afterMs });
    } else {
      if (outcome.target !== undefined) this.#next.add(outcome.target);
      this.#next.settle({ claim, reason: outcome.reason, slot: "returned" });
    }
  }

  #taken({ claim, page }: HandedPage): void {
    this.#next.settle({ claim, reason: page.status, slot: "spent" });
    this.#parts.onTaken(page);
    this.#wake.ring();
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

  #keepLeases(): () => void {
    const { clock, leaseMs, frontier } = this.#parts;
    let cancel = (): void => {};
    let over = false;
    const extend = async (): Promise<void> => {
      try {
        const lost = await frontier.extend(this.#held(), { signal: this.#uncut });
        for (const { token } of lost) this.#running.get(token)?.abort.abort();
      } catch (error) {
        this.#fail(error);
      }
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- changes while waiting
      if (!over) cancel = clock.timer(leaseMs / 3, () => void extend());
    };
    cancel = clock.timer(leaseMs / 3, () => void extend());
    return () => {
      over = true;
      cancel();
    };
  }

  /** Every claim that this worker has and has not settled. */
  #held(): Claim[] {
    return [...Array.from(this.#running.values(), ({ claim }) => claim), ...this.line.claims()];
  }

  /** Ends what runs, tells what is still to be told, and gives back what was not done. */
  async #handBack(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort();
    await Promise.all(running.map(({ ended }) => ended));
    for (const claim of this.#held()) this.#next.retry({ claim, dueAt: 0 });
    if (this.#next.isEmpty) return;
    try {
      await this.#parts.frontier.commit(this.#next.take([]), { signal: this.#uncut });
    } catch (error) {
      // Where the store is gone, leases end by themselves; what ended the loop is told.
      this.#failure ??= { error };
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stir();
  }

  /** Something happened that may make claims possible. */
  #stir(): void {
    this.#dry = false;
    this.#wake.ring();
  }
}
