import type { RobotsSource } from "../mapper/index.ts";
import type { HostState } from "./frontier.ts";
import type { Politeness } from "./politeness/pace.ts";

/** What a gate works with. */
interface HostGateParts {
  /** Undefined: robots.txt is not obeyed. */
  readonly robots: RobotsSource | undefined;
  readonly country: string | undefined;
  readonly politeness: Politeness;
  /** A page of a host whose robots.txt is wanted. */
  readonly pageOf: (host: string) => string;
  readonly signal: AbortSignal;
  /** Is told when a host has become known. */
  readonly onKnown: () => void;
}

/**
 * Lets hosts in when their robots.txt is known, so that the first requests already keep the pace
 * that it asks for.
 */
export class HostGate {
  readonly #parts: HostGateParts;
  /** The last that was heard of hosts whose robots.txt is being asked for. */
  readonly #asking = new Map<string, HostState>();
  readonly #known = new Set<string>();

  constructor(parts: HostGateParts) {
    this.#parts = parts;
  }

  /** Hosts that are being asked. */
  get size(): number {
    return this.#asking.size;
  }

  /** What the frontier says of hosts. */
  learn(hosts: readonly HostState[]): void {
    const { robots, politeness } = this.#parts;
    if (robots === undefined) {
      politeness.learn(hosts);
      return;
    }
    politeness.learn(hosts.filter(({ host }) => this.#known.has(host)));
    for (const state of hosts) {
      if (this.#known.has(state.host)) continue;
      const asked = this.#asking.has(state.host);
      this.#asking.set(state.host, state);
      if (!asked) void this.#ask(state.host, robots);
    }
  }

  async #ask(host: string, robots: RobotsSource): Promise<void> {
    const { politeness, pageOf, country, signal, onKnown } = this.#parts;
    try {
      const { crawlDelayMs } = await robots.check(pageOf(host), { signal, country });
      if (crawlDelayMs !== undefined) politeness.crawlDelay(host, crawlDelayMs);
    } catch {
      // Each page's own attempt will meet the failure, and tell it.
    }
    const state = this.#asking.get(host);
    this.#asking.delete(host);
    this.#known.add(host);
    if (state !== undefined) politeness.learn([state]);
    onKnown();
  }
}
