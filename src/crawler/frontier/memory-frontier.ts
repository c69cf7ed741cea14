import { detach, type Clock } from "../../core/index.ts";
import { CrawlError } from "../crawl-error.ts";
import type {
  Candidate,
  Claim,
  Frontier,
  FrontierCall,
  FrontierLimits,
  FrontierState,
  FrontierStep,
  HostState,
  HostWish,
  Retry,
  Settlement,
  StepOutcome,
} from "../frontier.ts";
import type { FrontierCollaborators, FrontierOptions } from "./frontier-collaborators.ts";
import { hostOf } from "./host-of.ts";
import { HostQueue, type ClaimBounds, type OpenUrl } from "./host-queue.ts";
import { OpenLevels } from "./open-levels.ts";
import { ReasonTally } from "./reason-tally.ts";
import { refusalOf } from "./refusal-of.ts";

/** Hosts that a step touched, and the gap by which it wanted to claim from them. */
type Touched = Map<HostQueue, number>;

/** A frontier in this process, gone with it. Its workers share the object. */
export class MemoryFrontier implements Frontier {
  readonly #clock: Clock;
  readonly #leaseMs: number;
  #limits: FrontierLimits | undefined;
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

  constructor({ clock }: FrontierCollaborators, { leaseMs }: FrontierOptions) {
    this.#clock = clock;
    this.#leaseMs = leaseMs;
  }

  async open(
    limits: FrontierLimits,
    { signal, takeOver }: FrontierCall & { readonly takeOver: boolean },
  ): Promise<FrontierState> {
    signal.throwIfAborted();
    const { maxPages, depth } = (this.#limits ??= limits);
    if (maxPages !== limits.maxPages || depth !== limits.depth) {
      throw new CrawlError("CRAWL_CHANGED", {
        message: "The crawl was begun with other limits.",
        details: { begunWith: this.#limits, cameWith: limits },
      });
    }
    this.#release(takeOver ? Number.POSITIVE_INFINITY : this.#clock.now());
    return this.#state();
  }

  async commit(step: FrontierStep, { signal }: FrontierCall): Promise<StepOutcome> {
    signal.throwIfAborted();
    const limits = this.#begun();
    const [lowest, hadSlots] = [this.#lowest, this.#hasSlots];
    const touched: Touched = new Map();
    const refusals = (step.add ?? []).map((each) => this.#add(each, limits, touched));
    for (const each of step.settle ?? []) this.#settle(each, touched);
    for (const each of step.retry ?? []) this.#retry(each, touched);
    for (const { host, untilMs } of step.pause ?? []) this.#pause(host, untilMs, touched);
    this.#tally.addAll(step.refused ?? {});
    const claims = (step.claim ?? []).flatMap((wish) => this.#claim(wish, touched));
    const changed = lowest !== this.#lowest || (!hadSlots && this.#hasSlots);
    if (changed) for (const host of this.#waitingHosts()) touched.set(host, touched.get(host) ?? 0);
    return { refusals, claims, hosts: [...touched].map((each) => this.#hostState(...each)) };
  }

  async look({ signal }: FrontierCall): Promise<FrontierState> {
    signal.throwIfAborted();
    this.#release(this.#clock.now());
    return this.#state();
  }

  async extend(claims: readonly Claim[], { signal }: FrontierCall): Promise<readonly Claim[]> {
    signal.throwIfAborted();
    const until = this.#clock.now() + this.#leaseMs;
    return claims.filter(({ token }) => {
      const url = this.#claimed.get(token);
      if (url !== undefined) url.until = until;
      return url === undefined;
    });
  }

  async finish({ signal }: FrontierCall): Promise<boolean> {
    signal.throwIfAborted();
    const hosts = this.#waitingHosts();
    if (this.#claimed.size > 0 || (this.#waiting > 0 && this.#canClaim(hosts))) return false;
    for (const url of hosts.flatMap((host) => host.drain())) this.#end(url, "limit");
    this.#waiting = 0;
    this.#finished = true;
    return true;
  }

  #begun(): FrontierLimits {
    if (this.#limits === undefined) throw new TypeError("The frontier was not opened.");
    return this.#limits;
  }

  #add(
    candidate: Candidate,
    limits: FrontierLimits,
    touched: Touched,
  ): "duplicate" | "depth" | "limit" | undefined {
    const refusal = this.#known.has(candidate.url)
      ? "duplicate"
      : refusalOf(candidate.depth, limits, {
          started: this.#started,
          waiting: this.#waiting,
          finished: this.#finished,
        });
    if (refusal === undefined) this.#takeUp(candidate, touched);
    else this.#tally.add(refusal);
    if (refusal === "duplicate" && limits.depth < Infinity) this.#comeNearer(candidate, touched);
    return refusal;
  }

  #takeUp({ url, depth, hops, from }: Candidate, touched: Touched): void {
    const known = detach(url);
    const host = this.#host(hostOf(url));
    this.#seq += 1;
    const open: OpenUrl = {
      url: known,
      depth,
      hops,
      from: from === null ? null : detach(from),
      host,
      seq: this.#seq,
      attempt: 0,
      until: 0,
      state: "waiting",
    };
    this.#known.set(known, open);
    this.#waiting += 1;
    this.#levels.add(depth, 1);
    host.add(open);
    touch(touched, host);
  }

  /** A redirect may lead, on this level, to what a page of this level named for the next. */
  #comeNearer({ url, depth, hops, from }: Candidate, touched: Touched): void {
    const known = this.#known.get(url);
    if (known === undefined || known.depth <= depth || known.attempt > 0) return;
    const nearer = { ...known, depth, hops, from: from === null ? null : detach(from) };
    known.host.drop(known);
    known.host.add(nearer);
    this.#known.set(known.url, nearer);
    this.#levels.add(known.depth, -1);
    this.#levels.add(depth, 1);
    touch(touched, known.host);
  }

  #settle({ claim, reason, slot }: Settlement, touched: Touched): void {
    const url = this.#giveBack(claim, touched);
    if (url === undefined) return;
    if (slot === "returned") this.#started -= 1;
    this.#end(url, reason);
  }

  #retry({ claim, dueAt }: Retry, touched: Touched): void {
    const url = this.#giveBack(claim, touched);
    if (url !== undefined) this.#wait(url, dueAt);
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

  #pause(name: string, untilMs: number, touched: Touched): void {
    const host = this.#host(name);
    host.pausedUntil = Math.max(host.pausedUntil, untilMs);
    touch(touched, host);
  }

  #claim({ host: name, count, cap, gapMs }: HostWish, touched: Touched): Claim[] {
    const host = this.#hosts.get(name);
    if (host === undefined) return [];
    touched.set(host, gapMs);
    const now = this.#clock.now();
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

  #start(url: OpenUrl, now: number): Claim {
    if (url.attempt === 0) this.#started += 1;
    this.#waiting -= 1;
    url.host.active += 1;
    url.attempt += 1;
    url.until = now + this.#leaseMs;
    url.state = "claimed";
    const token = tokenOf(url);
    this.#claimed.set(token, url);
    const { depth, hops, from, attempt } = url;
    return { url: url.url, depth, hops, from, host: url.host.name, attempt, token };
  }

  /** Makes claims waiting again whose lease ends by `time`. */
  #release(time: number): void {
    for (const [token, url] of this.#claimed) {
      if (url.until > time) continue;
      this.#claimed.delete(token);
      url.host.active -= 1;
      this.#wait(url, 0);
    }
  }

  get #lowest(): number | undefined {
    return this.#limits?.depth === Number.POSITIVE_INFINITY ? undefined : this.#levels.lowest;
  }

  get #hasSlots(): boolean {
    return this.#started < this.#begun().maxPages;
  }

  get #bounds(): ClaimBounds {
    return { level: this.#lowest, slots: this.#hasSlots };
  }

  /** Whether, now or later, one of the URLs that wait can be claimed. */
  #canClaim(hosts: readonly HostQueue[]): boolean {
    return this.#hasSlots || hosts.some((host) => host.holdsSlots);
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

  #hostState(host: HostQueue, gapMs: number): HostState {
    const nextAt = host.nextAt(this.#clock.now(), { ...this.#bounds, gapMs });
    return { host: host.name, waiting: host.waiting, nextAt };
  }

  #state(): FrontierState {
    return {
      found: this.#waiting + this.#claimed.size + this.#tally.total,
      waiting: this.#waiting,
      claimed: this.#claimed.size,
      started: this.#started,
      counts: this.#tally.counts,
      hosts: this.#waitingHosts().map((host) => this.#hostState(host, 0)),
      finished: this.#finished,
    };
  }
}

function touch(touched: Touched, host: HostQueue): void {
  if (!touched.has(host)) touched.set(host, 0);
}

function tokenOf({ seq, attempt }: OpenUrl): string {
  return `${seq}.${attempt}`;
}
