import assert from "node:assert/strict";
import type {
  Candidate,
  Claim,
  Frontier,
  FrontierLimits,
  FrontierStep,
  Settlement,
} from "../crawler/index.ts";
import { FakeIds } from "./fake-ids.ts";
import { FrontierModel } from "./frontier-model.ts";
import {
  call,
  joined,
  opened,
  unaccounted,
  type FrontierChecks,
  type FrontierSubject,
} from "./frontier-subject.ts";

const HOSTS = ["a.example", "b.example:81", "c.example"];
const REASONS = ["completed", "failed", "robots", "redirected"] as const;
const STEPS = 60;

/** Steps by chance, the same ones on every run. */
class Chance {
  readonly #ids: FakeIds;
  /** Every claim that was ever given: those that are no longer valid are used as well. */
  readonly claims: Claim[] = [];

  constructor(seed: number) {
    this.#ids = new FakeIds(seed);
  }

  below(end: number): number {
    return Math.floor(this.#ids.random() * end);
  }

  of<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  some<Item>(most: number, make: () => Item | undefined): Item[] {
    const items = Array.from({ length: this.below(most + 1) }, make);
    return items.filter((item) => item !== undefined);
  }

  step(now: number): FrontierStep {
    const claimed = (): Claim | undefined => this.of(this.claims);
    return {
      add: this.some(6, () => this.#candidate()),
      settle: this.some(3, () => this.#settlement(claimed())),
      retry: this.some(2, () => {
        const claim = claimed();
        return claim && { claim, dueAt: now + this.below(400) - 100 };
      }),
      pause: this.some(0.2, () => ({ host: HOSTS[0] ?? "", untilMs: now + this.below(300) })),
      refused: { scope: this.below(3) },
      claim: this.#wishes(),
    };
  }

  #candidate(): Candidate {
    const host = this.of(HOSTS) ?? "";
    const url = `http://${host}/${this.below(40)}`;
    return { url, depth: this.below(5), hops: this.below(2), from: null };
  }

  #settlement(claim: Claim | undefined): Settlement | undefined {
    const reason = this.of(REASONS);
    if (claim === undefined || reason === undefined) return undefined;
    return { claim, reason, slot: reason === "completed" ? "spent" : "returned" };
  }

  #wishes() {
    return HOSTS.filter(() => this.below(3) > 0).map((host) => ({
      host,
      count: 1 + this.below(4),
      cap: 1 + this.below(6),
      gapMs: this.below(4) === 0 ? 50 : 0,
    }));
  }
}

/** Carries out the step on the model; gives what a frontier has to answer. */
function expected(model: FrontierModel, step: FrontierStep, now: number) {
  const refusals = (step.add ?? []).map((each) => model.add(each));
  for (const each of step.settle ?? []) model.settle(each);
  for (const { claim, dueAt } of step.retry ?? []) model.retry(claim, dueAt);
  for (const { host, untilMs } of step.pause ?? []) model.pause(host, untilMs);
  for (let left = step.refused?.scope ?? 0; left > 0; left -= 1) model.count("scope");
  const claims = (step.claim ?? []).flatMap((wish) =>
    model.claim(wish, now).map(({ url, depth, attempt }) => ({ url, depth, attempt })),
  );
  return { refusals, claims };
}

async function compareStates(frontier: Frontier, model: FrontierModel, now: number): Promise<void> {
  model.look(now);
  const state = await frontier.look(call);
  const { waiting, claimed, started, counts } = state;
  assert.deepEqual(
    { waiting, claimed, started, counts },
    {
      waiting: model.of("waiting").length,
      claimed: model.of("claimed").length,
      started: model.started,
      counts: Object.fromEntries(Object.entries(model.counts).filter(([, count]) => count > 0)),
    },
  );
  assert.equal(unaccounted(state), 0);
  const byHost = Map.groupBy(model.of("waiting"), ({ host }) => host);
  assert.deepEqual(
    new Map(state.hosts.map(({ host, waiting: ofHost }) => [host, ofHost])),
    new Map([...byHost].map(([host, urls]) => [host, urls.length])),
  );
}

async function walk(s: FrontierSubject, limits: FrontierLimits, seed: number): Promise<void> {
  await opened(s.frontier, limits);
  const workers = [s.frontier, await joined(s, limits)];
  const model = new FrontierModel(limits, s.leaseMs);
  const chance = new Chance(seed);
  for (let turn = 0; turn < STEPS; turn += 1) {
    await s.advance(1 + chance.below(chance.below(20) === 0 ? s.leaseMs : 100));
    const worker = chance.of(workers) ?? s.frontier;
    const now = s.now();
    const step = chance.step(now);
    const { refusals, claims } = await worker.commit(step, call);
    const answer = claims.map(({ url, depth, attempt }) => ({ url, depth, attempt }));
    assert.deepEqual({ refusals, claims: answer }, expected(model, step, now), `step ${turn}`);
    chance.claims.push(...claims);
    if (chance.below(5) === 0) await compareStates(worker, model, now);
    if (chance.below(5) === 0) {
      const kept = chance.some(3, () => chance.of(chance.claims));
      const lost = await worker.extend(kept, call);
      assert.deepEqual(
        lost,
        kept.filter((claim) => !model.extend(claim, now)),
      );
    }
  }
  await compareStates(s.frontier, model, s.now());
}

const unlimited = { maxPages: Infinity, depth: Infinity };

/** What two workers do by chance, compared with the promises themselves. */
export const modelChecks: FrontierChecks = {
  "whatever two workers do, the frontier answers as its promises say": (s) => walk(s, unlimited, 1),
  "the same with few pages": (s) => walk(s, { maxPages: 12, depth: Infinity }, 2),
  "the same with levels": (s) => walk(s, { maxPages: Infinity, depth: 3 }, 3),
  "the same with few pages and levels": (s) => walk(s, { maxPages: 20, depth: 3 }, 4),
  "the same, with another chance": (s) => walk(s, { maxPages: 30, depth: 4 }, 5),
};
