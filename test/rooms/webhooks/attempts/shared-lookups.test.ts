import type { Resolver } from "dragline/fetcher";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { SharedLookups } from "../../../../src/webhooks/attempts/shared-lookups.ts";
import { reasonOf } from "../../fetcher/failures.ts";
import { signal } from "../attempts.ts";

/** A resolver whose answers the test gives. */
function createLookups() {
  const asked: string[] = [];
  const answers: PromiseWithResolvers<readonly string[]>[] = [];
  const signals: AbortSignal[] = [];
  const resolver: Resolver = {
    resolve(hostname, cancelled) {
      asked.push(hostname);
      signals.push(cancelled);
      const answer = Promise.withResolvers<readonly string[]>();
      answers.push(answer);
      return answer.promise;
    },
  };
  const clock = new FakeClock();
  return { clock, asked, answers, signals, lookups: new SharedLookups(resolver, clock) };
}

describe("SharedLookups", () => {
  it("asks once for a name while a lookup of it is under way, and anew later", async () => {
    const { lookups, asked, answers, clock } = createLookups();
    const both = ["a.test", "a.test", "b.test"].map((name) => lookups.resolve(name, signal));
    expect(asked).toEqual(["a.test", "b.test"]);
    answers[0]?.resolve(["192.0.2.1"]);
    answers[1]?.resolve(["192.0.2.2"]);
    expect(await Promise.all(both)).toEqual([["192.0.2.1"], ["192.0.2.1"], ["192.0.2.2"]]);
    const later = lookups.resolve("a.test", signal);
    answers[2]?.reject(new Error("gone"));
    expect(await reasonOf(later)).toEqual(new Error("gone"));
    expect([asked.length, clock.waiting]).toEqual([3, 0]);
  });

  it("lets one who leaves go at once, and the others wait on", async () => {
    const { lookups, answers, signals } = createLookups();
    const control = new AbortController();
    const leaving = lookups.resolve("a.test", control.signal);
    const staying = lookups.resolve("a.test", signal);
    control.abort("enough");
    expect(await reasonOf(leaving)).toBe("enough");
    expect(signals[0]?.aborted).toBe(false);
    answers[0]?.resolve(["192.0.2.1"]);
    expect(await staying).toEqual(["192.0.2.1"]);
  });

  it("gives a lookup up after a minute, and all at its disposal", async () => {
    const { lookups, signals, clock, asked } = createLookups();
    const first = reasonOf(lookups.resolve("a.test", signal));
    await clock.advance(60_000);
    expect(await first).toBeInstanceOf(Error);
    const second = reasonOf(lookups.resolve("a.test", signal));
    lookups[Symbol.dispose]();
    expect(await second).toBeInstanceOf(Error);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect([asked.length, clock.waiting]).toEqual([2, 0]);
  });
});
