import type { Clock } from "../../core/index.ts";
import { CrawlError } from "../crawl-error.ts";
import type {
  Claim,
  Frontier,
  FrontierCall,
  FrontierLimits,
  FrontierState,
  FrontierStep,
  StepOutcome,
} from "../frontier.ts";
import type { FrontierCollaborators, FrontierOptions } from "./frontier-collaborators.ts";
import { MemoryUrls } from "./memory-urls.ts";

/** A frontier in this process, gone with it. Its workers share the object. */
export class MemoryFrontier implements Frontier {
  readonly #clock: Clock;
  readonly #leaseMs: number;
  #limits: FrontierLimits | undefined;
  #urls: MemoryUrls | undefined;

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
        message: "The crawl was started with other limits.",
        details: { begunWith: this.#limits, cameWith: limits },
      });
    }
    this.#urls ??= new MemoryUrls(this.#limits, this.#leaseMs);
    const now = this.#clock.now();
    this.#urls.release(takeOver ? Number.POSITIVE_INFINITY : now);
    return this.#urls.state(now);
  }

  async commit(step: FrontierStep, { signal }: FrontierCall): Promise<StepOutcome> {
    signal.throwIfAborted();
    const { add = [], settle = [], retry = [], pause = [], refused = {}, claim = [] } = step;
    const urls = this.#begun();
    const now = this.#clock.now();
    const before = urls.gates();
    const touched = new Map<string, number>();
    const refusals = add.map((each) => urls.add(each, touched));
    for (const each of settle) urls.settle(each, touched);
    for (const each of retry) urls.retry(each, touched);
    for (const each of pause) urls.pause(each, touched);
    urls.count(refused);
    const claims = claim.flatMap((wish) => urls.claim(wish, { now, touched }));
    return { refusals, claims, hosts: urls.hostsAfter(before, { now, touched }) };
  }

  async look({ signal }: FrontierCall): Promise<FrontierState> {
    signal.throwIfAborted();
    const urls = this.#begun();
    const now = this.#clock.now();
    urls.release(now);
    return urls.state(now);
  }

  async extend(claims: readonly Claim[], { signal }: FrontierCall): Promise<readonly Claim[]> {
    signal.throwIfAborted();
    const until = this.#clock.now() + this.#leaseMs;
    const urls = this.#begun();
    return claims.filter((claim) => !urls.extend(claim, until));
  }

  async finish({ signal }: FrontierCall): Promise<boolean> {
    signal.throwIfAborted();
    return this.#begun().finish();
  }

  #begun(): MemoryUrls {
    if (this.#urls === undefined) throw new TypeError("The frontier was not opened.");
    return this.#urls;
  }
}
