import { CdpProxyError, type HeldSession } from "dragline/cdp-proxy";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { keepHeld } from "../../../../../src/service/slices/ai-tasks/hold-session.ts";

/** A session whose hold is kept as a script says; the last again. */
function heldBy(...answers: readonly (Error | undefined)[]) {
  const log: string[] = [];
  const keep = async (): Promise<void> => {
    const answer = answers[Math.min(log.length, answers.length - 1)];
    log.push("keep");
    if (answer !== undefined) throw answer;
  };
  const release = async (): Promise<void> => void log.push("release");
  return { held: { keep, release } as unknown as HeldSession, log };
}

describe("a saved session that a task holds", () => {
  it("is kept each 30 s, and let go once in the end", async () => {
    const clock = new FakeClock();
    const { held, log } = heldBy(undefined);
    const holding = keepHeld(held, clock);
    await clock.advance(29_999);
    expect(log).toEqual([]);
    await clock.advance(60_001);
    expect(log).toEqual(["keep", "keep", "keep"]);
    await holding[Symbol.asyncDispose]();
    await clock.advance(300_000);
    expect(log).toEqual(["keep", "keep", "keep", "release"]);
    expect(holding.lost.aborted).toBe(false);
  });

  it("is asked for again when the store fails, and lost when others have it", async () => {
    const clock = new FakeClock();
    const lost = new CdpProxyError("LEASE_LOST", { message: "Others have it.", details: {} });
    const { held, log } = heldBy(new Error("The store is away."), undefined, lost);
    await using holding = keepHeld(held, clock);
    await clock.advance(60_000);
    expect([log.length, holding.lost.aborted]).toEqual([2, false]);
    await clock.advance(30_000);
    expect(holding.lost.reason).toBe(lost);
  });

  it("need not be there", async () => {
    const holding = keepHeld(undefined, new FakeClock());
    await holding[Symbol.asyncDispose]();
    expect(holding.lost.aborted).toBe(false);
  });
});
