import type { SettledReason } from "dragline/crawler";
import type { LinkRefusal } from "dragline/mapper";
import type { SiteNode } from "./site-node.ts";
import type { SitePlan } from "./site-plan.ts";

/** What changes which URLs a right crawl takes up. */
export interface OracleOptions {
  /** @default true */
  readonly followNofollow?: boolean;
  /** @default Infinity */
  readonly depth?: number;
}

/** What a right crawl of a whole site makes of it. */
export interface Oracle {
  /** How each URL that is taken up ends, by path. */
  readonly settled: ReadonlyMap<string, SettledReason>;
  /** Link steps from the seed, by path; a redirect is none. */
  readonly depths: ReadonlyMap<string, number>;
  /**
   * Requests that each URL gets, retries included; what is not here gets none. A page behind a wall
   * is counted when it is shown.
   */
  readonly requests: ReadonlyMap<string, number>;
  /** Links that no crawl follows, each once for each page that has it. */
  readonly refused: ReadonlyMap<LinkRefusal, number>;
  /** All that is found: the seed, the links of every page that was read, the targets of redirects. */
  readonly found: number;
}

/** Walks the plan as a right crawl would: nearest first, redirects at the depth of their source. */
export function walkPlan(plan: SitePlan, options: OracleOptions = {}): Oracle {
  const walk = new Walk(plan, options);
  walk.run();
  return walk;
}

class Walk implements Oracle {
  readonly settled = new Map<string, SettledReason>();
  readonly depths = new Map<string, number>();
  readonly requests = new Map<string, number>();
  readonly refused = new Map<LinkRefusal, number>();
  found = 1;
  readonly #plan: SitePlan;
  readonly #options: OracleOptions;
  /** Of each depth that is open: what is there to visit. */
  readonly #levels: string[][] = [["/"]];

  constructor(plan: SitePlan, options: OracleOptions) {
    this.#plan = plan;
    this.#options = options;
    this.depths.set("/", 0);
  }

  run(): void {
    for (let depth = 0; depth < this.#levels.length; depth += 1) {
      // A redirect adds to the level that is being walked.
      for (const path of this.#levels[depth] ?? []) {
        if (!this.settled.has(path)) this.#visit(path, depth);
      }
    }
  }

  #visit(path: string, depth: number): void {
    const node = this.#plan.nodes.get(path);
    if (node === undefined) throw new Error(`Nothing is at ${path}`);
    if (node.secret === true) {
      this.settled.set(path, "robots");
      return;
    }
    const isShown = node.answer.kind !== "wall" || node.answer.wants !== "nothing";
    if (isShown) this.requests.set(path, 1 + (node.before?.length ?? 0));
    this.settled.set(path, this.#settle(node, depth));
  }

  #settle(node: SiteNode, depth: number): SettledReason {
    switch (node.answer.kind) {
      case "page":
        this.#readLinks(node, depth);
        return "completed";
      case "status":
        return "failed";
      case "wall":
        return node.answer.wants === "nothing" ? "failed" : "completed";
      case "file":
        return "content-type";
      default:
        if (node.answer.to === undefined) return "redirect-scope";
        this.found += 1;
        this.#take(node.answer.to, depth);
        return "redirected";
    }
  }

  #readLinks({ links, answer }: SiteNode, depth: number): void {
    const { followNofollow = true } = this.#options;
    const isMute = answer.kind === "page" && answer.quirk === "meta-nofollow";
    const met = new Set<string>();
    for (const { href, to, refusal, nofollow = isMute } of links) {
      const identity = to ?? href;
      if (met.has(identity)) continue;
      met.add(identity);
      this.found += 1;
      if (refusal !== undefined) this.#refuse(refusal);
      else if (nofollow && !followNofollow) this.#refuse("nofollow");
      else if (to !== undefined) this.#take(to, depth + 1);
    }
  }

  #refuse(refusal: LinkRefusal): void {
    this.refused.set(refusal, (this.refused.get(refusal) ?? 0) + 1);
  }

  #take(path: string, depth: number): void {
    const { depth: deepest = Infinity } = this.#options;
    if (depth > deepest || (this.depths.get(path) ?? Infinity) <= depth) return;
    this.depths.set(path, depth);
    (this.#levels[depth] ??= []).push(path);
  }
}
