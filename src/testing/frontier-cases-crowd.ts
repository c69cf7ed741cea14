import assert from "node:assert/strict";
import type { Candidate, Claim, Frontier, FrontierLimits } from "../crawler/index.ts";
import {
  call,
  candidate,
  HOST,
  joined,
  opened,
  settled,
  together,
  unaccounted,
  wish,
  type FrontierChecks,
  type FrontierSubject,
} from "./frontier-subject.ts";

const WORKERS = 4;
const PAGES = 120;
const CAP = 7;

/** A crawl of a made-up site by several workers at the same time, and what they saw. */
class Crowd {
  /** URLs by how often they were claimed. */
  readonly claimed = new Map<string, number>();
  /** Depths in the order in which they were claimed. */
  readonly depths: number[] = [];
  mostOpen = 0;
  readonly #maxPages: number | undefined;
  #open = 0;

  constructor(maxPages: number | undefined) {
    this.#maxPages = maxPages;
  }

  async work(frontier: Frontier): Promise<void> {
    for (let isOver = false; !isOver;) {
      const { claims } = await frontier.commit({ claim: wish(3, { cap: CAP }) }, call);
      this.#count(claims);
      if (claims.length > 0) await this.#settle(frontier, claims);
      else isOver = await this.#isOver(frontier);
    }
  }

  async #isOver(frontier: Frontier): Promise<boolean> {
    const { waiting, claimed, started } = await frontier.look(call);
    return claimed === 0 && (waiting === 0 || started === this.#maxPages);
  }

  #count(claims: readonly Claim[]): void {
    this.#open += claims.length;
    this.mostOpen = Math.max(this.mostOpen, this.#open);
    for (const { url, depth } of claims) {
      this.claimed.set(url, (this.claimed.get(url) ?? 0) + 1);
      this.depths.push(depth);
    }
  }

  async #settle(frontier: Frontier, claims: readonly Claim[]): Promise<void> {
    this.#open -= claims.length;
    const add = claims.flatMap((claim) => linksOf(claim));
    await frontier.commit({ add, settle: settled(claims) }, call);
  }
}

/** Every page but the first is linked from three, so that workers find the same URLs. */
function linksOf({ url, depth }: Claim): Candidate[] {
  const page = Number(new URL(url).pathname.slice(1));
  const links = [2 * page + 1, 2 * page + 2, (page * 7 + 3) % PAGES];
  return links.filter((link) => link < PAGES).map((link) => candidate(urlOf(link), depth + 1));
}

function urlOf(page: number): string {
  return `http://${HOST}/${page}`;
}

async function crawl(s: FrontierSubject, limits: Partial<FrontierLimits>): Promise<Crowd> {
  await opened(s.frontier, limits);
  const workers = [s.frontier];
  while (workers.length < WORKERS) workers.push(await joined(s, limits));
  await s.frontier.commit({ add: [candidate(urlOf(0))] }, call);
  const crowd = new Crowd(limits.maxPages);
  await together(
    s,
    workers.map((worker) => crowd.work(worker)),
  );
  return crowd;
}

/** Workers at the same time. */
export const crowdChecks: FrontierChecks = {
  "workers at the same time have each URL once, and keep a host's cap": async (s) => {
    const crowd = await crawl(s, {});
    assert.equal(crowd.claimed.size, PAGES);
    assert.ok([...crowd.claimed.values()].every((times) => times === 1));
    assert.ok(crowd.mostOpen <= CAP, `${crowd.mostOpen} open`);
    const state = await s.frontier.look(call);
    assert.deepEqual([state.waiting, state.claimed, unaccounted(state)], [0, 0, 0]);
    assert.equal(state.counts.completed, PAGES);
    assert.equal(await s.frontier.finish(call), true);
  },
  "workers at the same time keep maxPages": async (s) => {
    const crowd = await crawl(s, { maxPages: 50 });
    assert.equal(crowd.claimed.size, 50);
    const state = await s.frontier.look(call);
    assert.deepEqual([state.started, state.counts.completed], [50, 50]);
    assert.equal(await s.frontier.finish(call), true);
    assert.equal(unaccounted(await s.frontier.look(call)), 0);
  },
  "workers at the same time keep to levels": async (s) => {
    const crowd = await crawl(s, { depth: 4 });
    const inOrder = crowd.depths.toSorted((a, b) => a - b);
    assert.deepEqual(crowd.depths, inOrder);
    assert.equal(Math.max(...inOrder), 4);
    const state = await s.frontier.look(call);
    assert.equal(state.counts.completed, crowd.claimed.size);
    assert.ok((state.counts.depth ?? 0) > 0);
  },
};
