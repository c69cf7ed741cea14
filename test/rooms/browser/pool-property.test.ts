import fc from "fast-check";
import type { FakeBrowser, FakePage } from "dragline/testing";
import { describe, expect, it } from "vitest";
import type { LeaseCall, PageLease } from "../../../src/browser/page-lease.ts";
import { isBrowserError } from "../../../src/browser/browser-error.ts";
import { makePool, pageOf, settle, type PoolSubject } from "./pool-subject.ts";

const MAX_PAGES = 3;
const cancelled = new Error("cancelled");

type Step =
  | { readonly kind: "lease"; readonly tenant: string; readonly job: string | undefined }
  | { readonly kind: string; readonly which: number };

const pageEvents: Readonly<Record<string, (page: FakePage) => unknown>> = {
  "crash page": (page) => page.crash(),
  "hang page": (page) => (page.hung = true),
  "stick context": (page) => (page.browserContext().stuck = true),
  "grow page": (page) => (page.bytes = 5_000_000_000),
};

const browserEvents: Readonly<Record<string, (browser: FakeBrowser) => unknown>> = {
  "crash browser": (browser) => browser.crash(),
  "hang browser": (browser) => (browser.hung = true),
  "silence browser": (browser) => (browser.silent = true),
  "grow browser": (browser) => (browser.bytes += 200_000_000),
};

const kinds = [
  "cancel",
  "dispose",
  "fail launch",
  "pass time",
  ...Object.keys(pageEvents),
  ...Object.keys(browserEvents),
];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("lease" as const),
      tenant: fc.constantFrom("a", "b"),
      job: fc.constantFrom("j", undefined),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...kinds), which: fc.nat(20) }) },
);

interface Asked {
  readonly call: LeaseCall;
  readonly controller: AbortController;
  lease?: PageLease;
  /** Whether the lease was given back. */
  given: boolean;
  ended: boolean;
  error?: unknown;
}

/** What is done to a pool, and what came of it. */
class Schedule {
  readonly asked: Asked[] = [];
  readonly owners = new Map<unknown, string | undefined>();
  readonly #subject: PoolSubject;

  constructor(subject: PoolSubject) {
    this.#subject = subject;
  }

  async take(step: Step): Promise<void> {
    if ("tenant" in step) this.#lease(step);
    else await this.#happen(step.kind, step.which);
    await settle(8);
    this.#check();
  }

  #lease({ tenant, job }: LeaseCall): void {
    const controller = new AbortController();
    const call: LeaseCall = { tenant, job, signal: controller.signal };
    const asked: Asked = { call, controller, given: false, ended: false };
    this.asked.push(asked);
    this.#subject.pool.lease(call).then(
      (lease) => {
        asked.lease = lease;
        const context = lease.page.browserContext();
        expect(this.owners.get(context) ?? tenant).toBe(tenant);
        this.owners.set(context, tenant);
      },
      (error: unknown) => {
        asked.ended = true;
        asked.error = error;
      },
    );
  }

  async #happen(kind: string, which: number): Promise<void> {
    const { launcher, clock } = this.#subject;
    const asked = this.asked.at(which % Math.max(1, this.asked.length));
    const browser = launcher.running.at(which % Math.max(1, launcher.running.length));
    if (kind === "cancel") asked?.controller.abort(cancelled);
    else if (kind === "dispose") giveBack(asked);
    else if (kind === "fail launch") launcher.failures.push(cancelled);
    else if (kind === "pass time") await clock.advance(which * which * 10);
    else if (kind in pageEvents) {
      if (asked?.lease !== undefined) pageEvents[kind]?.(pageOf(asked.lease));
    } else if (browser !== undefined) browserEvents[kind]?.(browser);
  }

  #check(): void {
    const { leased } = this.#subject.pool.status();
    expect(leased).toBeLessThanOrEqual(MAX_PAGES);
    const held = this.asked.filter(({ lease, given }) => !given && lease?.signal.aborted === false);
    expect(held.length).toBeLessThanOrEqual(MAX_PAGES);
    const contexts = new Set(held.map(({ lease }) => lease?.page.browserContext()));
    expect(contexts.size).toBe(held.length);
  }
}

describe("a pool under any schedule", () => {
  it("loses no slot, mixes no tenants, settles every call and leaves nothing open", async () => {
    const verdict = await fc.check(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const subject = makePool({
          maxPages: MAX_PAGES,
          pagesPerBrowser: 2,
          recycleAfterPages: 5,
          minBrowsers: 1,
        });
        const schedule = new Schedule(subject);
        for (const step of steps) await schedule.take(step);
        await finish(subject, schedule);
      }),
      { numRuns: 150, timeout: 2000 },
    );
    expect(fc.defaultReportMessage(verdict)).toBeUndefined();
  });
});

function giveBack(asked: Asked | undefined): void {
  if (asked?.lease === undefined) return;
  asked.given = true;
  void asked.lease[Symbol.asyncDispose]();
}

/** Gives everything back and looks whether all is as in the beginning. */
async function finish({ pool, launcher, clock }: PoolSubject, { asked }: Schedule): Promise<void> {
  launcher.failures.length = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    for (const one of asked) giveBack(one);
    await settle(8);
    await clock.advance(10_000);
  }
  await settle(8);
  expect(pool.status()).toMatchObject({ leased: 0, waiting: 0 });
  for (const { lease, ended, error } of asked) {
    expect(lease !== undefined || ended).toBe(true);
    if (ended) expect(error === cancelled || isBrowserError(error)).toBe(true);
  }
  const leasing = Promise.all(Array.from({ length: MAX_PAGES }, () => pool.lease()));
  // A browser that hung without a lease is found out now.
  for (let turn = 0; turn < 3; turn += 1) await clock.advance(9000);
  const all = await leasing;
  expect(pool.status().leased).toBe(MAX_PAGES);
  expect(all.every(({ signal }) => !signal.aborted)).toBe(true);
  const disposal = pool[Symbol.asyncDispose]();
  await settle(8);
  for (let turn = 0; turn < 3; turn += 1) await clock.advance(5000);
  await disposal;
  expect(launcher.running).toEqual([]);
  expect(clock.waiting).toBe(0);
  for (const { contexts } of launcher.browsers) expect(contexts.size).toBe(0);
}
