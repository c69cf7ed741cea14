import type { FoundReason, ReasonCounts, SettledReason } from "./reason.ts";

/** What every call of a frontier carries. */
export interface FrontierCall {
  /** Ends the call, which has then happened whole or not at all. */
  readonly signal: AbortSignal;
}

/** A URL that was found. */
export interface Candidate {
  /** Canonical; its text is its identity. */
  readonly url: string;
  /** Link steps from the seed; 0 for the seed. */
  readonly depth: number;
  /** Redirects in a row that led here. */
  readonly hops: number;
  /** The page, or redirect, that named it; null for a seed. */
  readonly from: string | null;
}

/** A URL whose turn has come. */
export interface Claim extends Candidate {
  /** Host and port, as politeness goes by: `new URL(url).host`. */
  readonly host: string;
  /** 1 at the first claim, one more at each claim after a retry or a lost worker. */
  readonly attempt: number;
  /** Fences the claim: another is given each time that the URL is claimed. */
  readonly token: string;
}

/** How many URLs of a host are wanted, and how gently. */
export interface HostWish {
  readonly host: string;
  /** Most claims that this step may give; 1 or more. */
  readonly count: number;
  /** Most claims of the host that may be open at once, those of other workers included; 1 or more. */
  readonly cap: number;
  /** Least milliseconds between two claims of the host; with more than 0 at most one is given. */
  readonly gapMs: number;
}

/** A claim that came to its end. */
export interface Settlement {
  readonly claim: Claim;
  readonly reason: SettledReason;
  /** `returned`: it was no page after all, and does not count against `maxPages`. */
  readonly slot: "spent" | "returned";
}

/** A claim that is to be tried again. It keeps its place among `maxPages`. */
export interface Retry {
  readonly claim: Claim;
  /** Not before this time, in milliseconds as `Clock.now` counts them. */
  readonly dueAt: number;
}

/** One step of a worker; its parts take effect in this order, all or none. */
export interface FrontierStep {
  /**
   * URLs found: each becomes waiting, unless it is known, too deep, or one too many, which is when
   * started and waiting ones are 1,000 more than `maxPages`, or the crawl is finished. With a finite
   * depth one that waits and was never claimed takes the lesser depth when it is found again.
   */
  readonly add?: readonly Candidate[];
  /** Claims that ended; one whose token is no longer the URL's is ignored. */
  readonly settle?: readonly Settlement[];
  /** Claims handed back, to be claimed again later; one whose token is old is ignored. */
  readonly retry?: readonly Retry[];
  /** Hosts that asked to be left alone: none of their URLs is claimed before `untilMs`. */
  readonly pause?: readonly { readonly host: string; readonly untilMs: number }[];
  /** URLs found and refused elsewhere, to be counted. */
  readonly refused?: ReasonCounts;
  /** Claims wanted; each host at most once. */
  readonly claim?: readonly HostWish[];
}

/** How a host stands. */
export interface HostState {
  readonly host: string;
  /** URLs that wait, retries included. */
  readonly waiting: number;
  /**
   * The earliest time at which one may be claimed, as `Clock.now` counts; 0 when at once. Infinity as
   * long as URLs of a lesser depth, or `maxPages`, are in the way of all; where that is not known
   * without a search, as of hosts that the step did not ask for, it may be too early.
   */
  readonly nextAt: number;
}

/** What came of a step. */
export interface StepOutcome {
  /** Of `add`, in its order; undefined: the URL was taken up. */
  readonly refusals: readonly (Extract<FoundReason, "duplicate" | "depth" | "limit"> | undefined)[];
  /** By host; first what was claimed before, then in order of depth, then of discovery. */
  readonly claims: readonly Claim[];
  /**
   * The hosts that this step touched, as they stand now; all with URLs that wait, when the step has
   * moved on to another level or returned a place where there was none. Other workers' steps may do
   * the same: {@link Frontier.look} tells of those.
   */
  readonly hosts: readonly HostState[];
}

/** How a crawl stands. */
export interface FrontierState {
  /** URLs found so far: those open and all that are counted. */
  readonly found: number;
  readonly waiting: number;
  /** Claimed and not settled, by any worker. */
  readonly claimed: number;
  /** Claims that count against `maxPages`. */
  readonly started: number;
  /** How URLs ended; with the waiting and the claimed ones they add up to `found`. */
  readonly counts: ReasonCounts;
  /** Hosts with URLs that wait. */
  readonly hosts: readonly HostState[];
  /** Whether {@link Frontier.finish} was called. */
  readonly finished: boolean;
}

/** What a crawl's frontier is opened with. */
export interface FrontierLimits {
  /** Most URLs that are claimed and not returned; 1 or more, may be Infinity. */
  readonly maxPages: number;
  /** Most link steps from the seed; 0 or more. With Infinity levels do not wait for each other. */
  readonly depth: number;
}

/**
 * The URLs of one crawl: which are known, which wait, which are being fetched and how each ended.
 * Several workers, in one process or many, may share one crawl.
 */
export interface Frontier {
  /**
   * Begins the crawl, or goes on with it as it was left.
   * @param takeOver give up every claim that is open: nobody else is working on the crawl
   * @throws CrawlError `CRAWL_CHANGED` when the crawl was begun with other limits
   */
  open(
    limits: FrontierLimits,
    call: FrontierCall & { readonly takeOver: boolean },
  ): Promise<FrontierState>;

  /**
   * Takes one step, atomically: of two workers that find one URL, one takes it up; never are more
   * than `maxPages` claims started, more of a host open than `cap`, or two claims of one URL valid. A URL
   * is claimed when its time has come, its host is not paused and, with a finite depth, no URL of a
   * lesser depth is open. Once it resolves the step is as durable as the store. Of more than 10,000
   * URLs found some may be taken up before the rest happens.
   */
  commit(step: FrontierStep, call: FrontierCall): Promise<StepOutcome>;

  /**
   * Makes claims waiting again whose lease has ended, with their places among `maxPages`, and tells
   * how the crawl stands.
   */
  look(call: FrontierCall): Promise<FrontierState>;

  /** Keeps claims for another lease; gives those that are no longer valid. */
  extend(claims: readonly Claim[], call: FrontierCall): Promise<readonly Claim[]>;

  /**
   * Ends the crawl when nothing is claimed, and nothing that waits can be, now or later, because
   * `maxPages` are had: what waits ends as `limit`. False: something is or can be.
   */
  finish(call: FrontierCall): Promise<boolean>;
}
