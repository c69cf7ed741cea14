import { setImmediate } from "node:timers/promises";
import {
  FakeClock,
  FakeIds,
  FakeLauncher,
  type FakeBrowser,
  type FakePage,
} from "dragline/testing";
import { afterEach, expect } from "vitest";
import type { PageLease } from "../../../src/browser/page-lease.ts";
import {
  createBrowserPool,
  type BrowserPool,
  type BrowserPoolCollaborators,
} from "../../../src/browser/pool/browser-pool.ts";
import type { BrowserPoolOptions } from "../../../src/browser/pool/pool-options.ts";

/** A pool of browsers that do not exist, in a time that stands still. */
export interface PoolSubject extends AsyncDisposable {
  readonly pool: BrowserPool;
  readonly launcher: FakeLauncher;
  readonly clock: FakeClock;
}

export function makePool(
  options: BrowserPoolOptions = {},
  collaborators: Partial<BrowserPoolCollaborators> = {},
): PoolSubject {
  const launcher = new FakeLauncher();
  const clock = new FakeClock();
  const pool = createBrowserPool(
    { launcher, clock, ids: new FakeIds(), ...collaborators },
    options,
  );
  return { pool, launcher, clock, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

/** Makes the pool of a test, and sees afterwards that nothing of it is left. */
export function poolPerTest(): typeof makePool {
  let subject: PoolSubject | undefined;
  afterEach(async () => {
    await subject?.[Symbol.asyncDispose]();
    expect(subject?.launcher.running ?? []).toEqual([]);
    expect(subject?.clock.waiting ?? 0).toBe(0);
    subject = undefined;
  });
  return (...given) => (subject = makePool(...given));
}

/** Lets everything happen that needs no time. */
export async function settle(turns = 50): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
}

export function pageOf(lease: PageLease): FakePage {
  return lease.page as FakePage;
}

export function browserOf({ browsers }: FakeLauncher, at = 0): FakeBrowser {
  const browser = browsers[at];
  if (browser === undefined) throw new Error(`there is no browser ${at}`);
  return browser;
}

/** How a promise stands now. */
export async function stateOf(promise: Promise<unknown>): Promise<"open" | "kept" | "broken"> {
  await settle();
  const settled = promise.then(
    () => "kept" as const,
    () => "broken" as const,
  );
  return Promise.race([settled, setImmediate("open" as const)]);
}
