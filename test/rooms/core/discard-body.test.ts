import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { discardBody } from "../../../src/core/index.ts";

/** A body of chunks of a size, which may hang or break before its end. */
function bodyOf(chunks: number, size: number, last?: () => Promise<void>) {
  const body = { given: 0, isLeft: false };
  async function* give(): AsyncGenerator<Uint8Array> {
    try {
      for (; body.given < chunks; body.given += 1) yield new Uint8Array(size);
      await last?.();
    } finally {
      body.isLeft = true;
    }
  }
  return { body, stream: give() };
}

describe("discardBody", () => {
  it("reads a short body to its end, and leaves a long one", async () => {
    const clock = new FakeClock();
    const short = bodyOf(4, 1024);
    await discardBody(short.stream, clock, 4096);
    expect(short.body).toEqual({ given: 4, isLeft: true });
    const long = bodyOf(100, 1024);
    await discardBody(long.stream, clock, 4096);
    expect(long.body).toEqual({ given: 4, isLeft: true });
    expect(clock.waiting).toBe(0);
  });

  it("bears with a body that breaks off", async () => {
    const broken = bodyOf(1, 10, () => Promise.reject(new Error("reset")));
    await discardBody(broken.stream, new FakeClock(), 4096);
    expect(broken.body.isLeft).toBe(true);
  });

  it("waits for a slow body no longer than a second", async () => {
    const clock = new FakeClock();
    const next = Promise.withResolvers<IteratorResult<Uint8Array>>();
    const leave = async (): Promise<IteratorResult<Uint8Array>> => {
      const end = { done: true, value: undefined } as const;
      next.resolve(end);
      return end;
    };
    const slow = { [Symbol.asyncIterator]: () => ({ next: () => next.promise, return: leave }) };
    const discarding = discardBody(slow, clock, 4096);
    await clock.advance(1000);
    await discarding;
    expect(clock.waiting).toBe(0);
  });
});
