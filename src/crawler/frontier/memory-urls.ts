import { detach } from "../../core/index.ts";
import type {
  Candidate,
  Claim,
  FrontierLimits,
  FrontierState,
  HostState,
  HostWish,
  Retry,
  Settlement,
} from "../frontier.ts";
import type { ReasonCounts } from "../reason.ts";
import { hostOf } from "./host-of.ts";
import { HostQueue, type ClaimBounds, type OpenUrl } from "./host-queue.ts";
import { OpenLevels } from "./open-levels.ts";
import { ReasonTally } from "./reason-tally.ts";
import { refusalOf } from "./refusal-of.ts";

/** Hosts that a step touched, and the gap by which it wanted to claim from them. */
type Touched = Map<string, number>;

/** When a step is taken, and what it touched so far. */
interface StepParts {
  readonly now: number;
  readonly touched: Touched;
}

/** The URLs of a crawl in memory; each method is one part of a step. */
export class MemoryUrls {
  readonly #limits: FrontierLimits;
  readonly #leaseMs: number;
  /** Every URL that was ever taken up; what stands for it while it is not settled. */
  readonly #known = new Map<string, OpenUrl | undefined>();
  readonly #claimed = new Map<string, OpenUrl>();
  readonly #hosts = new Map<string, HostQueue>();
  readonly #levels = new OpenLevels();
  readonly #tally = new ReasonTally();
  #waiting = 0;
  #started = 0;
  #seq = 0;
  #finished = false;

  constructor(limits: FrontierLimits, leaseMs: number) {
    this.#limits = limits;
    this.#leaseMs = leaseMs;
  }

  /** Takes up a URL, or tells why not. */
  add(candidate: Candidate, touched: Touched): "duplicate" | "depth" | "limit" | undefined {
    const refusal = this.#known.has(candidate.url)
      ? "duplicate"
      : refusalOf(candidate.depth, this.#limits, {
          started: this.#started,
          waiting: this.#waiting,
          finished: this.#finished,
        });
    if (refusal === undefined) this.#takeUp(candidate, touched);
    else this.#tally.add(refusal);
    if (refusal === "duplicate") this.#comeNearer(candidate, touched);
    return refusal;
  }

  settle({ claim, reason, slot }: Settlement, touched: Touched): void {
    const url = this.#giveBack(claim, touched);
    if (url === undefined) return;
    if (slot === "returned") this.#started -= 1;
    this.#end(url, reason);
  }

  retry({ claim, dueAt }: Retry, touched: Touched): void {
    const url = this.#giveBack(claim, touched);
    if (url !== undefined) this.#wait(url, dueAt);
  }

  pause(
    { host: name, untilMs }: { readonly host: string; readonly untilMs: number },
    touched: Touched,
  ): void {
    const host = this.#host(name);
    host.pausedUntil = Math.max(host.pausedUntil, untilMs);
    touch(touched, host);
  }

  /** Counts URLs that were refused elsewhere. */
  count(refused: ReasonCounts): void {
    this.#tally.addAll(refused);
  }

  claim({ host: name, count, cap, gapMs }: HostWish, { now, touched }: StepParts): Claim[] {
    const host = this.#hosts.get(name);
    if (host === undefined) return [];
    touched.set(name, gapMs);
    const isHeld = now < host.pausedUntil || (gapMs > 0 && now < host.lastStart + gapMs);
    const most = isHeld ? 0 : Math.min(gapMs > 0 ? 1 : count, cap - host.active);
    const claims: Claim[] = [];
    while (claims.length < most) {
      const url = host.take(now, this.#bounds);
      if (url === undefined) break;
      host.lastStart = now;
      claims.push(this.#start(url, now));
    }
    return claims;
  }

  /** Keeps a claim until then; false when it is no longer valid. */
  extend({ token }: Claim, until: number): boolean {
    const url = this.#claimed.get(token);
    if (url !== undefined) url.until = until;
    return url !== undefined;
  }

  /** Makes claims waiting again whose lease ends by `time`. */
  release(time: number): void {
    for (const [token, url] of this.#claimed) {
      if (url.until > time) continue;
      this.#claimed.delete(token);
      url.host.active -= 1;
      this.#wait(url, 0);
    }
  }

  /** Ends what waits, unless something is claimed or can be. */
  finish(): boolean {
    const hosts = this.#waitingHosts();
    const canClaim = this.#bounds.slots || hosts.some(({ holdsSlots }) => holdsSlots);
    if (this.#claimed.size > 0 || (this.#waiting > 0 && canClaim)) return false;
    for (const url of hosts.flatMap((host) => host.drain())) this.#end(url, "limit");
    this.#waiting = 0;
    this.#finished = true;
    return true;
  }

  /** What holds back URLs of all hosts; asked before a step, to be given to {@link hostsAfter}. */
  gates(): ClaimBounds {
    return this.#bounds;
  }

  /** The hosts that a step touched: all that have URLs, when it opened a gate. */
  hostsAfter(before: ClaimBounds, { now, touched }: StepParts): HostState[] {
    const { level, slots } = this.#bounds;
    const opens = level !== before.level || (slots && !before.slots);
    if (opens) for (const host of this.#waitingHosts()) touch(touched, host);
    return Array.from(touched, ([name, gapMs]) => this.#hostState(this.#host(name), now, gapMs));
  }

  /** How the crawl stands. */
  state(now: number): FrontierState {
    return {
      found: this.#waiting + this.#claimed.size + this.#tally.total,
      waiting: this.#waiting,
      claimed: this.#claimed.size,
      started: this.#started,
      counts: this.#tally.counts,
      hosts: this.#waitingHosts().map((host) => this.#hostState(host, now, 0)),
      finished: this.#finished,
    };
  }

  #takeUp({ url, depth, hops, from }: Candidate, touched: Touched): void {
    const host = this.#host(hostOf(url));
    this.#seq += 1;
    const open: OpenUrl = {
      url: detach(url),
      depth,
      hops,
      from: this.#keep(from),
      host,
      seq: this.#seq,
      attempt: 0,
      until: 0,
      state: "waiting",
    };
    this.#known.set(open.url, open);
    this.#waiting += 1;
    this.#levels.add(depth, 1);
    host.add(open);
    touch(touched, host);
  }

  /** The text as it is kept already where it is the URL of an open page, which it mostly is. */
  #keep(from: string | null): string | null {
    return from === null ? null : (this.#known.get(from)?.url ?? detach(from));
  }

  /** A redirect may lead, on this level, to what a page of this level named for the next. */
  #comeNearer({ url, depth, hops, from }: Candidate, touched: Touched): void {
    const known = this.#known.get(url);
    if (known === undefined || known.depth <= depth || known.attempt > 0) return;
    if (this.#limits.depth === Infinity) return;
    const nearer = { ...known, depth, hops, from: this.#keep(from) };
    known.host.drop(known);
    known.host.add(nearer);
    this.#known.set(known.url, nearer);
    this.#levels.add(known.depth, -1);
    this.#levels.add(depth, 1);
    touch(touched, known.host);
  }

  /** The claimed URL, which is claimed no more; undefined when the claim is no longer valid. */
  #giveBack({ token }: Claim, touched: Touched): OpenUrl | undefined {
    const url = this.#claimed.get(token);
    if (url === undefined) return undefined;
    this.#claimed.delete(token);
    url.host.active -= 1;
    touch(touched, url.host);
    return url;
  }

  #end(url: OpenUrl, reason: Settlement["reason"]): void {
    this.#known.set(url.url, undefined);
    this.#levels.add(url.depth, -1);
    this.#tally.add(reason);
  }

  #wait(url: OpenUrl, until: number): void {
    url.state = "waiting";
    url.until = until;
    url.host.add(url);
    this.#waiting += 1;
  }

  #start(url: OpenUrl, now: number): Claim {
    if (url.attempt === 0) this.#started += 1;
    this.#waiting -= 1;
    url.host.active += 1;
    url.attempt += 1;
    url.until = now + this.#leaseMs;
    url.state = "claimed";
    const token = `${url.seq}.${url.attempt}`;
    this.#claimed.set(token, url);
    const { depth, hops, from, attempt } = url;
    return { url: url.url, depth, hops, from, host: url.host.name, attempt, token };
  }

  get #bounds(): ClaimBounds {
    const { maxPages, depth } = this.#limits;
    const level = depth === Infinity ? undefined : this.#levels.lowest;
    return { level, slots: this.#started < maxPages };
  }

  #host(name: string): HostQueue {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const host = new HostQueue(name);
    this.#hosts.set(name, host);
    return host;
  }

  #waitingHosts(): HostQueue[] {
    return [...this.#hosts.values()].filter(({ waiting }) => waiting > 0);
  }

  #hostState(host: HostQueue, now: number, gapMs: number): HostState {
    const nextAt = host.nextAt(now, { ...this.#bounds, gapMs });
    return { host: host.name, waiting: host.waiting, nextAt };
  }
}

function touch(touched: Touched, { name }: HostQueue): void {
  if (!touched.has(name)) touched.set(name, 0);
}
