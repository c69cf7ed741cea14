import { backoff, type Ids } from "../../core/index.ts";
import { LatencyWatch } from "./latency-watch.ts";
import type { PaceSettings, RequestEnd } from "./pace.ts";

/** What a host's health is judged with. */
export interface HealthScope {
  readonly ids: Ids;
  readonly settings: PaceSettings;
}

/** When a request ended, and what else the host was doing. */
interface EndScene {
  /** As `Clock.monotonic` counts. */
  readonly now: number;
  /** Requests to the host that are still under way. */
  readonly running: number;
}

/** A second, then two, then four, at most a minute. */
const BACKOFF = Object.freeze({ baseMs: 1_000, maxMs: 60_000 });

/** Failures in a row from which on a host is left alone for a while. */
const MANY_FAILURES = 3;

/** Good answers in a row after which one request more may run at once, or one less. */
const ANSWERS_PER_STEP = 10;

/** How long, and how many times its usual latency, a host is silent before it is given no more. */
const SILENT_MS = 5_000;
const SILENT_TIMES = 4;

/**
 * How much one host can bear, by how it answers.
 *
 * Begins with one request at a time, one more with each good answer, so that a dead host never has
 * more than one. Status 429 and 503 halve the number and pause the host; so many good answers in a row
 * raise it by one (additive increase, multiplicative decrease, as TCP does). Latency that grows a lot
 * lowers it by one. Three failures in a row pause the host, and it begins anew.
 */
export class HostHealth {
  readonly #scope: HealthScope;
  readonly #latency = new LatencyWatch();
  /** Most that one worker may ask for. */
  readonly #share: number;
  /** What the host can bear of this worker, as each bears its part. */
  #bearable: number;
  /** What it has been tried with by this worker. */
  #tried = 1;
  /** Good answers since the number was changed last. */
  #good = 0;
  #refusals = 0;
  #failures = 0;
  /** Requests that were under way when the host was paused: their ends say nothing new. */
  #late = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;
  #answers = false;

  constructor(scope: HealthScope) {
    this.#scope = scope;
    this.#share = shareOf(scope.settings);
    this.#bearable = this.#share;
  }

  /** Requests of all workers that the host can bear at once. */
  get bearable(): number {
    const { maxPerHost, workers } = this.#scope.settings;
    return Math.min(maxPerHost, this.#bearable * workers);
  }

  /** Requests of this worker that may run at once. */
  get cap(): number {
    return Math.min(this.#bearable, this.#tried);
  }

  /** Until when the host is to be left alone, as `Clock.monotonic` counts. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Whether the host has answered, and has since not failed to. */
  get answers(): boolean {
    return this.#answers;
  }

  /** Whether the requests that run have had no answer for much longer than is usual. */
  isSilent({ now, running }: EndScene): boolean {
    if (running === 0) return false;
    return now - this.#heardAt > Math.max(SILENT_MS, SILENT_TIMES * this.#latency.usualMs);
  }

  /** A request begins. */
  started({ now, running }: EndScene): void {
    if (running === 0) this.#heardAt = now;
  }

  /** A request ended. */
  ended(end: RequestEnd, scene: EndScene): void {
    const { status } = end;
    this.#heardAt = scene.now;
    const isLate = this.#late > 0;
    this.dropped();
    if (status === 429 || status === 503) this.#refused(end.retryAfterMs, isLate, scene);
    else if (status === undefined || status === 502 || status === 504) {
      this.#answers = status !== undefined;
      if (!isLate) this.#failed(scene);
    } else {
      this.#answers = true;
      this.#failures = 0;
      this.#latency.add(end.latencyMs);
      if (!isLate) this.#answered(status);
    }
  }

  /** A request ended that says nothing of the host. */
  dropped(): void {
    this.#late = Math.max(0, this.#late - 1);
  }

  #refused(askedMs: number | undefined, isLate: boolean, scene: EndScene): void {
    this.#answers = true;
    if (!isLate) {
      this.#refusals += 1;
      this.#good = 0;
      this.#bearable = Math.max(1, this.cap >> 1);
      this.#late = scene.running;
    }
    this.#pause(this.#refusalMs(askedMs, isLate), scene.now);
  }

  /** What the host asks for; when it did not help, or it says nothing, at least the back-off. */
  #refusalMs(askedMs: number | undefined, isLate: boolean): number {
    if (isLate) return askedMs ?? 0;
    const strikes = askedMs === undefined ? this.#refusals : this.#refusals - 1;
    return Math.max(askedMs ?? 0, this.#backoff(strikes));
  }

  #failed(scene: EndScene): void {
    this.#failures += 1;
    this.#good = 0;
    if (this.#failures < MANY_FAILURES) return;
    this.#tried = 1;
    this.#late = scene.running;
    this.#pause(this.#backoff(this.#failures - MANY_FAILURES + 1), scene.now);
  }

  #answered(status: number): void {
    this.#refusals = 0;
    if (status >= 500) {
      this.#good = 0;
      return;
    }
    this.#tried = Math.min(this.#share, this.#tried + 1);
    this.#good += 1;
    if (this.#good < ANSWERS_PER_STEP) return;
    this.#good = 0;
    const { isHigh } = this.#latency;
    this.#bearable = isHigh ? Math.max(1, this.cap - 1) : Math.min(this.#share, this.#bearable + 1);
  }

  #backoff(attempt: number): number {
    return attempt < 1 ? 0 : backoff(attempt, this.#scope.ids.random(), BACKOFF);
  }

  #pause(ms: number, now: number): void {
    const { maxPauseMs } = this.#scope.settings;
    if (ms > 0) this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(ms, maxPauseMs));
  }
}

/** A worker's part of what a host may be asked at once. */
function shareOf({ maxPerHost, workers }: PaceSettings): number {
  return Math.max(1, Math.floor(maxPerHost / workers));
}
