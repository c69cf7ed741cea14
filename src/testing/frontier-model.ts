import type { Candidate, Claim, FrontierLimits, HostWish, Settlement } from "../crawler/index.ts";

/** A URL of the model. */
interface ModelUrl {
  readonly url: string;
  readonly host: string;
  depth: number;
  readonly seq: number;
  state: "waiting" | "claimed" | "settled";
  attempt: number;
  /** When it is due, or when its lease ends. */
  until: number;
}

/** What a frontier promises, as plainly as it can be said: one list, searched anew each time. */
export class FrontierModel {
  readonly urls = new Map<string, ModelUrl>();
  readonly counts: Record<string, number> = {};
  readonly #limits: FrontierLimits;
  readonly #leaseMs: number;
  readonly #pauses = new Map<string, number>();
  readonly #starts = new Map<string, number>();
  started = 0;

  constructor(limits: FrontierLimits, leaseMs: number) {
    this.#limits = limits;
    this.#leaseMs = leaseMs;
  }

  of(state: ModelUrl["state"]): ModelUrl[] {
    return [...this.urls.values()].filter((each) => each.state === state);
  }

  add({ url, depth }: Candidate): string | undefined {
    const known = this.urls.get(url);
    if (known !== undefined) {
      const isFresh = known.state === "waiting" && known.attempt === 0;
      if (isFresh && this.#limits.depth < Infinity) known.depth = Math.min(known.depth, depth);
      return this.count("duplicate");
    }
    if (depth > this.#limits.depth) return this.count("depth");
    const room = this.#limits.maxPages + 1000;
    if (this.started + this.of("waiting").length >= room) return this.count("limit");
    const { host } = new URL(url);
    const fresh = { state: "waiting", attempt: 0, until: 0 } as const;
    this.urls.set(url, { url, host, depth, seq: this.urls.size, ...fresh });
    return undefined;
  }

  settle({ claim, reason, slot }: Settlement): void {
    const url = this.valid(claim);
    if (url === undefined) return;
    url.state = "settled";
    if (slot === "returned") this.started -= 1;
    this.count(reason);
  }

  retry(claim: Claim, dueAt: number): void {
    const url = this.valid(claim);
    if (url !== undefined) Object.assign(url, { state: "waiting", until: dueAt });
  }

  pause(host: string, until: number): void {
    this.#pauses.set(host, Math.max(until, this.#pauses.get(host) ?? 0));
  }

  claim(wish: HostWish, now: number): ModelUrl[] {
    const most = this.#mostOf(wish, now);
    const open = [...this.of("waiting"), ...this.of("claimed")];
    const level = Math.min(...open.map(({ depth }) => depth));
    const claims: ModelUrl[] = [];
    for (const url of this.#queue(wish.host, now)) {
      const isBelow = this.#limits.depth < Infinity && url.depth > level;
      const isOver = url.attempt === 0 && this.started >= this.#limits.maxPages;
      if (isBelow || isOver || claims.length >= most) continue;
      if (url.attempt === 0) this.started += 1;
      Object.assign(url, { state: "claimed", attempt: url.attempt + 1 });
      url.until = now + this.#leaseMs;
      this.#starts.set(url.host, now);
      claims.push(url);
    }
    return claims;
  }

  look(now: number): void {
    for (const url of this.of("claimed")) {
      if (url.until <= now) Object.assign(url, { state: "waiting", until: 0 });
    }
  }

  count(reason: string): string {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
    return reason;
  }

  /** The URL of a claim that is still the last one. */
  valid({ url, attempt }: Claim): ModelUrl | undefined {
    const known = this.urls.get(url);
    return known?.state === "claimed" && known.attempt === attempt ? known : undefined;
  }

  extend(claim: Claim, now: number): boolean {
    const url = this.valid(claim);
    if (url !== undefined) url.until = now + this.#leaseMs;
    return url !== undefined;
  }

  #mostOf({ host, count, cap, gapMs }: HostWish, now: number): number {
    const isPaused = now < (this.#pauses.get(host) ?? 0);
    const isTooSoon = gapMs > 0 && now < (this.#starts.get(host) ?? -Infinity) + gapMs;
    if (isPaused || isTooSoon) return 0;
    const active = this.of("claimed").filter((each) => each.host === host).length;
    return Math.min(gapMs > 0 ? 1 : count, cap - active);
  }

  #queue(host: string, now: number): ModelUrl[] {
    return this.of("waiting")
      .filter((each) => each.host === host && each.until <= now)
      .toSorted(
        (a, b) =>
          Number(a.attempt === 0) - Number(b.attempt === 0) || a.depth - b.depth || a.seq - b.seq,
      );
  }
}
