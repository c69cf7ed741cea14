import type { Clock, Ids } from "../../core/index.ts";
import type { HostState, HostWish } from "../frontier.ts";
import { HostHealth, type HealthScope } from "./host-health.ts";
import { HostLines } from "./host-lines.ts";
import type { HostPace, PaceSettings, Politeness, RequestEnd } from "./pace.ts";
import { PacedHost } from "./paced-host.ts";

/** How soon a host is wished again that had URLs and gave none; twice as long each time. */
const VAIN_MS = 25;
const LONGEST_VAIN_MS = 400;

/**
 * Makes the politeness of one worker on one crawl. Every call costs at most the logarithm of the
 * number of hosts, for each host that it is about; a host with nothing waiting, nothing running and
 * no pause is forgotten, but for its crawl-delay.
 */
export function createPoliteness(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  settings: PaceSettings,
): Politeness {
  return new HostPaces(clock, { ids, settings });
}

class HostPaces implements Politeness {
  readonly #clock: Clock;
  readonly #scope: HealthScope;
  readonly #hosts = new Map<string, PacedHost>();
  /** Milliseconds between two requests that hosts ask for, where it is more than the setting. */
  readonly #delays = new Map<string, number>();
  readonly #lines = new HostLines((host) => this.#forget(host));
  /** Hosts that were wished, until it is known what came of it. */
  readonly #wished = new Set<PacedHost>();
  #isAnswered = false;
  /** Hosts whose last wish was in vain. */
  readonly #vain = new Set<PacedHost>();
  #load = 0;
  /** The part of {@link #load} at hosts that may be dead. */
  #doubtfulLoad = 0;
  #turn = 0;

  constructor(clock: Clock, scope: HealthScope) {
    this.#clock = clock;
    this.#scope = scope;
  }

  learn(hosts: readonly HostState[]): void {
    const now = this.#clock.monotonic();
    const sinceEpoch = this.#clock.now();
    for (const { host: name, waiting, nextAt } of hosts) {
      if (waiting === 0 && !this.#hosts.has(name)) continue;
      const host = this.#host(name);
      host.isTold = true;
      host.waiting = waiting;
      host.nextAt = nextAt > sinceEpoch ? now + nextAt - sinceEpoch : Number.NEGATIVE_INFINITY;
      this.#lines.place(host, now);
    }
    if (this.#wished.size > 0) this.#isAnswered = true;
    else this.#hopeAnew();
  }

  crawlDelay(host: string, ms: number): void {
    const { delayMs, maxPauseMs } = this.#scope.settings;
    const asked = Math.min(ms, maxPauseMs);
    if (asked > delayMs) this.#delays.set(host, asked);
    else this.#delays.delete(host);
    const known = this.#hosts.get(host);
    if (known === undefined) return;
    known.gapMs = this.#gapOf(host);
    this.#lines.place(known, this.#clock.monotonic());
  }

  wishes(): readonly HostWish[] {
    const now = this.#clock.monotonic();
    this.#takeAnswers(now);
    this.#lines.wake(now);
    const counts = new Map<PacedHost, number>();
    while (this.#load < this.#scope.settings.maxConcurrency) {
      const host = this.#nextHost(now);
      if (host === undefined) break;
      this.#wish(host, now);
      counts.set(host, (counts.get(host) ?? 0) + 1);
    }
    return Array.from(counts, ([{ name, health, gapMs }, count]) => ({
      host: name,
      count,
      cap: health.bearable,
      gapMs,
    }));
  }

  waitMs(): number | undefined {
    const now = this.#clock.monotonic();
    this.#takeAnswers(now);
    if (this.#load >= this.#scope.settings.maxConcurrency) return undefined;
    if (!this.#lines.isEmpty) return 0;
    const { nextWake } = this.#lines;
    return nextWake === undefined ? undefined : Math.max(0, Math.ceil(nextWake - now));
  }

  started(name: string): void {
    const now = this.#clock.monotonic();
    this.#change(this.#host(name), now, (host) => {
      host.health.started({ now, running: host.running });
      host.wished = Math.max(0, host.wished - 1);
      host.running += 1;
      host.lastStart = now;
      host.isMet = true;
      host.vain = 0;
    });
  }

  ended(name: string, end: RequestEnd): number | undefined {
    const host = this.#running(name);
    if (host === undefined) return undefined;
    const now = this.#clock.monotonic();
    const pausedBefore = host.health.pausedUntil;
    this.#change(host, now, () => {
      host.running -= 1;
      host.health.ended(end, { now, running: host.running });
    });
    if (this.#load === 0) this.#hopeAnew();
    const { pausedUntil } = host.health;
    return pausedUntil > Math.max(pausedBefore, now)
      ? this.#sinceEpoch(pausedUntil, now)
      : undefined;
  }

  dropped(name: string): void {
    const host = this.#running(name);
    if (host === undefined) return;
    this.#change(host, this.#clock.monotonic(), () => {
      host.running -= 1;
      host.health.dropped();
    });
    if (this.#load === 0) this.#hopeAnew();
  }

  hosts(limit: number): readonly HostPace[] {
    const now = this.#clock.monotonic();
    return [...this.#hosts.values()]
      .sort((one, other) => other.waiting - one.waiting)
      .slice(0, limit)
      .map(({ name, waiting, running, health, gapMs }) => ({
        host: name,
        waiting,
        running,
        cap: health.cap,
        gapMs,
        pausedUntil: health.pausedUntil > now ? this.#sinceEpoch(health.pausedUntil, now) : 0,
      }));
  }

  #host(name: string): PacedHost {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const host = new PacedHost(name, new HostHealth(this.#scope));
    host.gapMs = this.#gapOf(name);
    this.#turn += 1;
    host.turn = this.#turn;
    this.#hosts.set(name, host);
    return host;
  }

  #forget(host: PacedHost): void {
    // One that was forgotten before may have a successor by now.
    if (this.#hosts.get(host.name) === host) this.#hosts.delete(host.name);
    this.#vain.delete(host);
  }

  #running(name: string): PacedHost | undefined {
    const host = this.#hosts.get(name);
    return host === undefined || host.running === 0 ? undefined : host;
  }

  #gapOf(name: string): number {
    return this.#delays.get(name) ?? this.#scope.settings.delayMs;
  }

  /** The host whose turn it is. Those that have gone silent are left until they answer. */
  #nextHost(now: number): PacedHost | undefined {
    for (;;) {
      const sparing = this.#doubtfulLoad * 2 >= this.#scope.settings.maxConcurrency;
      const host = this.#lines.first(sparing);
      if (host === undefined || !host.health.isSilent({ now, running: host.running })) return host;
      this.#lines.leave(host);
    }
  }

  #wish(host: PacedHost, now: number): void {
    this.#wished.add(host);
    this.#turn += 1;
    this.#change(host, now, () => {
      host.waiting -= 1;
      host.wished += 1;
      host.isMet = false;
      host.isTold = false;
      host.turn = this.#turn;
    });
  }

  /** What was wished and has not come by now does not come. */
  #takeAnswers(now: number): void {
    if (!this.#isAnswered) return;
    this.#isAnswered = false;
    for (const host of this.#wished) {
      this.#change(host, now, () => {
        if (!host.isTold) host.waiting += host.wished;
        host.wished = 0;
        if (host.isMet) this.#vain.delete(host);
        else this.#inVain(host, now);
      });
    }
    this.#wished.clear();
  }

  /** Others have the host's places, or its URLs wait for something that politeness cannot see. */
  #inVain(host: PacedHost, now: number): void {
    host.vainUntil = now + Math.min(LONGEST_VAIN_MS, VAIN_MS * 2 ** host.vain);
    host.vain += 1;
    this.#vain.add(host);
  }

  /** With nothing of ours under way, what has just happened may be what those hosts waited for. */
  #hopeAnew(): void {
    if (this.#load > 0 || this.#vain.size === 0) return;
    const now = this.#clock.monotonic();
    for (const host of this.#vain) {
      host.vainUntil = Number.NEGATIVE_INFINITY;
      this.#lines.place(host, now);
    }
    this.#vain.clear();
  }

  /** Changes a host, and keeps totals and lines as they follow from it. */
  #change(host: PacedHost, now: number, change: (host: PacedHost) => void): void {
    this.#count(host, -1);
    change(host);
    this.#count(host, 1);
    this.#lines.place(host, now);
  }

  #count({ load, health }: PacedHost, sign: 1 | -1): void {
    this.#load += sign * load;
    if (!health.answers) this.#doubtfulLoad += sign * load;
  }

  #sinceEpoch(monotonic: number, now: number): number {
    return Math.ceil(this.#clock.now() + monotonic - now);
  }
}
